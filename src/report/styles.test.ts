import { expect, test } from 'vitest';
import type { Chart } from '../lab/chart.ts';
import { sweep } from './sample.test.fixture.ts';
import { stylesFor } from './styles.ts';

const chartOf = (...names: string[]): Chart => ({
  ...sweep,
  series: names.map((name) => ({ name, mark: 'line', points: [] })),
});
const defences = ['none', 'sentinel', 'bloom', 'both', 'range', 'bitmap'];

/** Relative luminance as WCAG 2.2 defines it. */
function luminance(color: string): number {
  const [red, green, blue] = [1, 3, 5].map((start) => {
    const value = Number.parseInt(color.slice(start, start + 2), 16) / 255;
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red! + 0.7152 * green! + 0.0722 * blue!;
}

test('a defence looks the same whatever stands beside it', () => {
  const all = stylesFor([chartOf(...defences)]);
  const some = stylesFor([chartOf('model', 'bitmap'), chartOf('bloom', 'none')]);
  for (const name of ['bitmap', 'bloom', 'none']) expect(some.get(name)).toBe(all.get(name));
  expect(new Set(all.values()).size).toBe(defences.length);
});

test('names that meet in a chart differ, also in charts of later names', () => {
  const charts = [chartOf('a', 'b'), chartOf('c', 'bloom'), chartOf('b', 'c', 'd', 'sentinel')];
  const styles = stylesFor(charts);
  for (const { series } of charts) {
    expect(new Set(series.map(({ name }) => styles.get(name))).size).toBe(series.length);
  }
});

test('more names than styles all have one, and names of Object have no style of their own', () => {
  const names = ['constructor', '__proto__', ...Array.from({ length: 20 }, (_, i) => `s${i}`)];
  const styles = stylesFor([chartOf(...names)]);
  for (const name of names) expect(styles.get(name)?.color).toMatch(/^#[0-9a-f]{6}$/);
});

test('every colour has a contrast of 3:1 on white and on the dark surface', () => {
  const names = Array.from({ length: 7 }, (_, i) => `s${i}`);
  for (const { color } of stylesFor([chartOf(...names)]).values()) {
    expect(1.05 / (luminance(color) + 0.05)).toBeGreaterThan(3);
    expect((luminance(color) + 0.05) / (luminance('#171c23') + 0.05)).toBeGreaterThan(3);
  }
});

test('fourteen series of one chart are told apart', () => {
  const names = Array.from({ length: 14 }, (_, i) => `s${i}`);
  const looks = [...stylesFor([chartOf(...names)]).values()].map((style) => JSON.stringify(style));
  expect(new Set(looks).size).toBe(14);
});
