import { jStat } from 'jstat';

/**
 * The chance of counts at least as far from the expected ones as those observed, if these are
 * right: Pearson's test with cells - 1 degrees of freedom. Each expected count should be above 5.
 */
export function chiSquareP(observed: readonly number[], expected: readonly number[]): number {
  const statistic = observed.reduce((sum, count, cell) => {
    const share = expected[cell]!;
    return sum + (count - share) ** 2 / share;
  }, 0);
  return 1 - jStat.chisquare.cdf(statistic, observed.length - 1);
}
