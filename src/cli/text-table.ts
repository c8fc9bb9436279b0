/** Lines with aligned columns; the columns named in `right` are aligned to the right. */
export function textTable(
  lines: readonly (readonly string[])[],
  right: readonly number[] = [],
): string {
  const columns = Math.max(...lines.map((line) => line.length));
  const widths = Array.from({ length: columns }, (_, column) =>
    Math.max(...lines.map((line) => line[column]?.length ?? 0)),
  );
  const cell = (text: string, column: number) =>
    right.includes(column) ? text.padStart(widths[column]!) : text.padEnd(widths[column]!);
  return lines.map((line) => `${line.map(cell).join('  ').trimEnd()}\n`).join('');
}
