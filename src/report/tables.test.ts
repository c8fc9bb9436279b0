import { expect, test } from 'vitest';
import { html } from './html.ts';
import { experiment, sweep } from './sample.test.fixture.ts';
import { chartTable, rowTable, table } from './tables.ts';

const rows = (text: string) => text.split('<tr>').slice(2);

test('a row shows numbers for people and keeps the exact value, a null its reason', () => {
  const text = rowTable('Rows', experiment.columns, experiment.rows).toString();
  expect(text).toContain('<data value="0.011234567">0.01123</data>');
  expect(text).toContain('–<small dir="auto">no probes</small>'.replace('<', ' <'));
  expect(text).toContain('FP / asked, exact');
});

test('booleans are words, strings are text, a missing column is no value', () => {
  const columns = ['flag', 'id', 'gone'].map((name) => ({
    name,
    unit: '',
    kind: 'exact' as const,
  }));
  const row = { flag: false, id: '18446744073709551615' };
  const text = rowTable('Rows', columns, [{ row }]).toString();
  expect(text).toContain('>no</td>');
  expect(text).toContain('>18446744073709551615</td>');
  expect(text).toContain('<td class="none">–</td>');
});

test('the table of a chart tells what is a bound and what is not drawn', () => {
  const [, , , measured, zero, missing] = rows(chartTable(sweep).toString());
  expect(measured).toMatch(/0\.011<.*0\.01<.* … .*0\.0125</);
  expect(zero).toContain('drawn at the upper end of its interval; 0 hits in 10,000,000 probes');
  expect(zero).toContain('<data value="0">0</data>');
  expect(missing).toContain('not drawn: interrupted');
});

test('a value that is only a bound is written with its sign', () => {
  const points = [{ x: 1, y: 3e-7, bound: 'upper' as const }];
  const chart = { ...sweep, series: [{ name: 'bloom', mark: 'points' as const, points }] };
  expect(chartTable(chart).toString()).toContain('≤ <data value="3e-7">3e-7</data>');
  const none = {
    ...chart.series[0]!,
    points: [{ x: 1, y: 0, high: 3e-7, bound: 'upper' as const }],
  };
  expect(chartTable({ ...chart, series: [none] }).toString()).not.toContain('≤');
});

test('columns for interval and remark stand only where there are any', () => {
  const text = chartTable({ ...sweep, series: sweep.series.slice(0, 1) }).toString();
  expect(text).not.toMatch(/Interval|Remark/);
});

test('a long table says how many rows it leaves out', () => {
  const many = Array.from({ length: 501 }, (_, index) => [html`<td>${index}</td>`]);
  const text = table('Many', [html`<th>n</th>`], many).toString();
  expect(rows(text)).toHaveLength(500);
  expect(text).toMatch(/first 500 of\s+501 rows/);
  expect(table('Few', [], many.slice(1)).toString()).not.toContain('first 500');
});
