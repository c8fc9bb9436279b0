/** A sentence of an article, in our words, and what this project expects to find. */
export interface Claim {
  /** `S0-17`: the article and the claim's number in it. */
  readonly id: string;
  readonly article: string;
  /** Where it stands: lines (`L17`) or, in S3, sections (`§3.3`); `implied` where it is not said. */
  readonly place: string;
  readonly statement: string;
  /** The same in Chinese, the language of the articles, again in our words. */
  readonly statementZh: string;
  /** How it is checked. */
  readonly check: string;
  /** A word for the verdict and the figure to find. */
  readonly expected: string;
  /** Why no experiment can settle it; such a claim needs no run. */
  readonly notTestable?: string;
}

/** `S0`: the article of a claim. */
export function codeOf({ id }: Claim): string {
  return id.split('-')[0]!;
}

type Entry = { readonly number: string } & Pick<Claim, 'place' | 'statement' | 'statementZh'> &
  (Pick<Claim, 'check' | 'expected'> | Required<Pick<Claim, 'notTestable'>>);

/** The claims of one article, or of one part of it. */
export function claimsOf(code: string, article: string, entries: readonly Entry[]): Claim[] {
  return entries.map(({ number, ...entry }) => ({
    id: `${code}-${number}`,
    article,
    check: 'by nothing that can be run',
    expected: 'not testable',
    ...entry,
  }));
}
