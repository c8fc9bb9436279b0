import type { Chart, Point } from '../../src/lab/chart.ts';
import type { Row } from '../../src/lab/experiment.ts';
import { clopperPearson } from '../../src/stats/clopper-pearson.ts';
import { num, where } from '../rows.ts';

/** S4's seven polynomial hashes. */
export function letterCharts(rows: readonly Row[]): Chart[] {
  return [lettersChart(rows), eachHashChart(rows)];
}

function lettersChart(rows: readonly Row[]): Chart {
  const letters = where(rows, { pass: 'letters' }).filter((row) => row.rate !== undefined);
  const loads = [...new Set(letters.map((row) => num(row, 'n')))];
  return {
    id: 'letters',
    title: 'S4’s filter (2^25 bits, k = 7) under strings of several kinds',
    lesson:
      'Numbered keys pass as rarely as theory says, as far as can be seen; random strings of four ' +
      'letters pass thousands to millions of times too often: their hashes crowd at the low end.',
    x: { title: 'keys', unit: '', scale: 'category' },
    y: { title: 'false-positive rate', unit: '', scale: 'log' },
    series: loads.flatMap((n) => {
      const ofLoad = where(letters, { n });
      return [
        { name: `${n} keys`, mark: 'points' as const, points: ofLoad.map(measured) },
        {
          name: `theory for ${n} keys`,
          mark: 'line' as const,
          points: ofLoad.map((row) => ({ x: String(row.text), y: num(row, 'theory') })),
        },
      ];
    }),
    claims: ['S4-11', 'S4-12', 'S4-16', 'S4-17'],
  };
}

function measured(row: Row): Point {
  const [x, low, high] = [String(row.text), num(row, 'rateLow'), num(row, 'rateHigh')];
  if (row.falsePositives === 0) return { x, y: high, bound: 'upper', note: 'none passes' };
  return { x, y: num(row, 'rate'), low, high };
}

function eachHashChart(rows: readonly Row[]): Chart {
  const each = where(rows, { text: 'decimals below 10^6' });
  return {
    id: 'each-hash',
    title: 'How often the bit of each hash is set for an absent decimal (200,000 of 10^6)',
    lesson:
      'The hash with multiplier 3 says yes to everything and that with 7 to most: of seven hashes ' +
      'about five work.',
    x: { title: 'multiplier', unit: '', scale: 'category' },
    y: { title: 'share of absent keys', unit: '', scale: 'linear' },
    series: [
      {
        name: 'bit set',
        mark: 'bars',
        points: each.map(hitPoint),
      },
    ],
    claims: ['S4-14', 'S4-15'],
  };
}

/** Clopper–Pearson (95 %) of this filter: the whole count comes back from the rounded share. */
function hitPoint(row: Row): Point {
  const [y, probes] = [num(row, 'hitShare'), num(row, 'probes')];
  return { x: String(row.multiplier), y, ...clopperPearson(Math.round(y * probes), probes) };
}
