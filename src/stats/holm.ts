/**
 * Which of many hypotheses to reject so that the chance to reject any true one, whatever the
 * others, stays at `alpha` (Holm 1979). A p-value is held against alpha / (number that are not
 * rejected yet), the smallest first, until one stands.
 */
export function holm(pValues: readonly number[], alpha: number): boolean[] {
  const rejected = pValues.map(() => false);
  const order = [...pValues.keys()].sort((a, b) => pValues[a]! - pValues[b]!);
  for (const [done, index] of order.entries()) {
    if (!(pValues[index]! <= alpha / (order.length - done))) break;
    rejected[index] = true;
  }
  return rejected;
}
