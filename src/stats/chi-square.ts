import { upperIncompleteGamma } from './incomplete-gamma.ts';

/**
 * The chance of counts at least as far from the expected ones as those observed, if these are
 * right: Pearson's test with cells - 1 degrees of freedom. Each expected count should be above 5.
 * @throws RangeError for less than two cells, or as many expected counts as there are not cells, for
 * observed counts below 0 and for expected ones that are not above 0
 */
export function chiSquareP(observed: readonly number[], expected: readonly number[]): number {
  if (observed.length < 2 || observed.length !== expected.length) {
    throw new RangeError(
      `observed has ${observed.length} cells and expected ${expected.length}; ` +
        'they must be equally many, two at least',
    );
  }
  check('observed', observed, (count) => count >= 0);
  check('expected', expected, (count) => count > 0);
  const statistic = observed.reduce((sum, count, cell) => {
    const share = expected[cell]!;
    return sum + (count - share) ** 2 / share;
  }, 0);
  return upperIncompleteGamma((observed.length - 1) / 2, statistic / 2);
}

function check(name: string, counts: readonly number[], isRight: (count: number) => boolean): void {
  if (counts.every((count) => Number.isFinite(count) && isRight(count))) return;
  throw new RangeError(`${name} counts are ${counts.join(', ')}`);
}
