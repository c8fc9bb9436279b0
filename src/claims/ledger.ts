/** A sentence of an article that a run can answer. */
export interface Claim {
  /** `S0-01`: the article and the number of the claim. */
  readonly id: string;
  readonly article: string;
  readonly statement: string;
  /** What a measurement gives if the sentence is right. */
  readonly expected: string;
}

/** Every claim that an experiment may answer, in the order of the articles. */
export const ledger: readonly Claim[] = [
  {
    id: 'S0-01',
    article: 'S0',
    statement: 'An absent id that is asked again and again is stopped by the null sentinel.',
    expected: 'one SELECT, then sentinel hits',
  },
  {
    id: 'S0-20',
    article: 'S0',
    statement: 'For 500,000 ids and 0.1 % the filter needs 7,188,794 bits and 10 hashes.',
    expected: '7188794 bits, 10 hashes',
  },
];
