import type { Chart } from '../lab/chart.ts';

/** How a series looks: the same in every chart of a page, told apart by shape as well as colour. */
export interface Style {
  readonly color: string;
  readonly symbol: string;
  readonly dash: 'solid' | 'dash';
}

/**
 * Colours that are far apart for people with and without red-green blindness and have a contrast
 * of 3:1 or more on white as well as on the dark page.
 */
const colors: readonly (readonly [color: string, symbol: string])[] = [
  ['#2f6ae0', 'circle'],
  ['#bd8400', 'square'],
  ['#2fa070', 'diamond'],
  ['#c8313f', 'x'],
  ['#b06be0', 'star'],
  ['#0d7a8e', 'hexagon'],
  ['#868c96', 'cross'],
];

/** Beyond seven series the colours come again, with open marks on dashed lines. */
const palette: readonly Style[] = [
  ...colors.map(([color, symbol]) => ({ color, symbol, dash: 'solid' as const })),
  ...colors.map(([color, symbol]) => ({ color, symbol: `${symbol}-open`, dash: 'dash' as const })),
];

/** Defences and outcomes look the same in the report of every run. */
const known: ReadonlyMap<string, number> = new Map([
  ['bloom', 0],
  ['sentinel', 1],
  ['both', 2],
  ['none', 3],
  ['range', 4],
  ['bitmap', 5],
  ['filter-reject', 0],
  ['sentinel-hit', 1],
  ['cache-hit', 2],
  ['db-miss', 3],
  ['db-hit', 4],
  ['error', 5],
  ['invalid', 6],
]);

/** A style for each series name. Names that meet in a chart differ as long as there are styles. */
export function stylesFor(charts: readonly Chart[]): ReadonlyMap<string, Style> {
  const slots = new Map<string, number>();
  for (const name of charts.flatMap(seriesNames)) {
    if (!slots.has(name)) slots.set(name, slotFor(name, charts, slots));
  }
  return new Map([...slots].map(([name, slot]) => [name, palette[slot]!]));
}

function slotFor(
  name: string,
  charts: readonly Chart[],
  slots: ReadonlyMap<string, number>,
): number {
  const own = known.get(name);
  if (own !== undefined) return own;
  const uses = palette.map(() => 0);
  for (const names of charts.map(seriesNames)) {
    if (!names.includes(name)) continue;
    for (const other of names) {
      const slot = slots.get(other) ?? known.get(other);
      if (slot !== undefined) uses[slot] = uses[slot]! + 1;
    }
  }
  return uses.indexOf(Math.min(...uses));
}

function seriesNames(chart: Chart): string[] {
  return chart.series.map((series) => series.name);
}
