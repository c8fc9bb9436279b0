import { expect, test } from 'vitest';
import type { Chart, Series } from '../lab/chart.ts';
import { axisTitle, figure, plotlyConfig } from './charts.ts';
import { sweep } from './sample.test.fixture.ts';
import { stylesFor } from './styles.ts';

const draw = (chart: Chart, stamp?: string) => figure(chart, stylesFor([chart]), stamp);

const bars = (mark: Series['mark']): Chart => ({
  ...sweep,
  x: { title: 'Defence', unit: '', scale: 'category' },
  y: { title: 'Requests', unit: 'count', scale: 'linear' },
  series: [
    { name: 'db-miss', mark, points: [{ x: '10', y: 5 }] },
    {
      name: 'other',
      mark,
      points: [
        { x: '9', y: 0 },
        { x: '10', y: 2, bound: 'upper' },
      ],
    },
  ],
});

test('nothing can be sent to a server of plotly', () => {
  expect(plotlyConfig).toMatchObject({
    showSendToCloud: false,
    plotlyServerURL: '',
    displaylogo: false,
    responsive: true,
  });
});

test('an axis names its unit where it has one', () => {
  expect(axisTitle(sweep.y)).toBe('Rate (FP / asked)');
  expect(axisTitle(sweep.x)).toBe('Target');
  expect(draw(sweep).layout).toMatchObject({
    xaxis: { type: 'log', title: { text: 'Target' } },
    yaxis: { type: 'log', title: { text: 'Rate (FP / asked)' } },
  });
});

test('measured points carry their interval, zeros become a bound with a mark of its own', () => {
  const { data } = draw(sweep);
  expect(data).toHaveLength(3);
  expect(data[0]).toMatchObject({ name: 'target', mode: 'lines+markers', y: [1e-2, 1e-3, 1e-9] });
  expect(data[1]).toMatchObject({ name: 'bloom', mode: 'markers', y: [0.011, null] });
  expect(data[1]!.error_y).toMatchObject({ symmetric: false });
  const { array, arrayminus } = data[1]!.error_y as { array: number[]; arrayminus: number[] };
  expect(array[0]).toBeCloseTo(0.0015, 12);
  expect(arrayminus[0]).toBeCloseTo(0.001, 12);
  expect(data[2]).toMatchObject({
    name: 'bloom, upper bound',
    x: [1e-3],
    y: [3.7e-7],
    marker: { symbol: 'triangle-down-open' },
  });
});

test('a line has a gap where there is no value', () => {
  const points = [
    { x: 1, y: 2 },
    { x: 2, y: null, note: 'no probes' },
    { x: 3, y: 4 },
  ];
  const { data } = draw({ ...sweep, series: [{ name: 'a', mark: 'line', points }] });
  expect(data).toMatchObject([{ x: [1, 2, 3], y: [2, null, 4] }]);
});

test('bars stand side by side or on each other, categories in the order of their appearance', () => {
  expect(draw(bars('bars')).layout).toMatchObject({
    barmode: 'group',
    xaxis: { type: 'category', categoryarray: ['10', '9'] },
  });
  const { data, layout } = draw(bars('stacked-bars'));
  expect(layout).toMatchObject({ barmode: 'stack' });
  expect(data[1]).toMatchObject({
    type: 'bar',
    x: ['9', '10'],
    y: [0, 2],
    text: ['', '≤'],
    marker: { pattern: { shape: ['', '/'] } },
  });
});

test('a bar with an interval lets its lower half shine through', () => {
  const plain = bars('bars');
  const series: Series = {
    name: 'kept',
    mark: 'bars',
    points: [{ x: '9', y: 5, low: 3, high: 6 }],
  };
  const [miss, , kept] = draw({ ...plain, series: [...plain.series, series] }).data;
  expect(miss!.marker).not.toHaveProperty('opacity');
  expect(kept!.marker).toMatchObject({ opacity: 0.7 });
});

test('a chart without anything to draw has no traces', () => {
  expect(draw({ ...sweep, series: [] }).data).toEqual([]);
  const points = [{ x: 1, y: 0 }];
  expect(draw({ ...sweep, series: [{ name: 'a', mark: 'points', points }] }).data).toEqual([]);
});

test('labels are text for plotly, which would read HTML and links in them', () => {
  const name = '<a href="javascript:x">BaNaNa</a> & %{x}';
  const shown = '&lt;a href="javascript:x"&gt;BaNaNa&lt;/a&gt; &amp; %{x}';
  const points = [{ x: name, y: 1, note: '<b>' }];
  const x = { title: name, unit: '', scale: 'category' } as const;
  const { data, layout } = draw({ ...sweep, x, series: [{ name, mark: 'bars', points }] });
  expect(data[0]).toMatchObject({ name: shown, x: [shown] });
  expect(data[0]!.hovertext).toEqual([expect.stringMatching(/^&lt;a [^<]*(<br>[^<]*)+&lt;b&gt;$/)]);
  expect(layout).toMatchObject({ xaxis: { title: { text: shown }, categoryarray: [shown] } });
});

test('the stamp stands in the picture itself', () => {
  const text = expect.stringContaining('quick run: not for conclusions');
  expect(draw(sweep, 'quick run: not for conclusions').layout).toMatchObject({
    xaxis: { title: { text } },
  });
});

test('a figure is plain JSON', () => {
  const text = JSON.stringify(draw(sweep));
  expect(text).not.toMatch(/NaN|Infinity|undefined|\[object/);
});
