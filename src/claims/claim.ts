/** A sentence of an article, in our words, and what this project expects to find. */
export interface Claim {
  /** `S0-17`: the article and the claim's number in it. */
  readonly id: string;
  readonly article: string;
  readonly statement: string;
  readonly expected: string;
}

/** The claims of one article from (number, statement, expected). */
export function claimsOf(
  code: string,
  article: string,
  claims: readonly (readonly [number: string, statement: string, expected: string])[],
): readonly Claim[] {
  return claims.map(([number, statement, expected]) => ({
    id: `${code}-${number}`,
    article,
    statement,
    expected,
  }));
}
