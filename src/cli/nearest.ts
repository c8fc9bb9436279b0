/** The name that takes the fewest single-letter changes from what was typed. */
function nearestName(typed: string, names: readonly string[]): string | undefined {
  return names.toSorted((left, right) => distance(typed, left) - distance(typed, right))[0];
}

/** `… Did you mean sizing? There are: sizing, funnel` */
export function suggestion(typed: string, names: readonly string[]): string {
  const nearest = nearestName(typed, names);
  return nearest === undefined
    ? 'There are none.'
    : `Did you mean ${nearest}? There are: ${names.join(', ')}`;
}

/** Levenshtein's distance, row by row. */
function distance(from: string, to: string): number {
  let previous = Array.from({ length: to.length + 1 }, (_, index) => index);
  for (const [row, letter] of [...from].entries()) {
    const current = [row + 1];
    for (let column = 1; column <= to.length; column++) {
      const substituted = previous[column - 1]! + (letter === to[column - 1] ? 0 : 1);
      current.push(Math.min(previous[column]! + 1, current[column - 1]! + 1, substituted));
    }
    previous = current;
  }
  return previous[to.length]!;
}
