import type { Axis, Chart, Point, Series } from '../lab/chart.ts';
import { formatNumber } from './format-number.ts';
import { type Placed, place } from './points.ts';
import type { Style } from './styles.ts';

type Plain = Readonly<Record<string, unknown>>;

/** What plotly draws, as data: the boot script adds the colours of the page and nothing else. */
export interface Figure {
  readonly data: readonly Plain[];
  readonly layout: Plain;
}

/** Nothing leaves the page: plotly's button that sends the data to a server is off. */
export const plotlyConfig: Plain = {
  displaylogo: false,
  plotlyServerURL: '',
  responsive: true,
  showSendToCloud: false,
  modeBarButtonsToRemove: ['lasso2d', 'select2d', 'autoScale2d'],
};

/** The title of an axis with its unit: `Redis memory (bytes)`. */
export function axisTitle(axis: Axis): string {
  return axis.unit === '' ? axis.title : `${axis.title} (${axis.unit})`;
}

/** A chart for plotly. `stamp` is written into the plot, so that a copied picture keeps it. */
export function figure(
  chart: Chart,
  styles: ReadonlyMap<string, Style>,
  stamp: string | undefined,
): Figure {
  const data = chart.series.flatMap((series) => {
    const style = styles.get(series.name)!;
    const points = series.points
      .map((point) => ({ point, placed: place(point, chart) }))
      .filter(({ placed }) => placed.y !== null || series.mark === 'line');
    if (points.every(({ placed }) => placed.y === null)) return [];
    const drawn = { series, style, points, chart };
    return isBars(series) ? [bars(drawn)] : scatter(drawn);
  });
  return { data, layout: layout(chart, stamp) };
}

interface Drawn {
  readonly series: Series;
  readonly style: Style;
  readonly points: readonly { readonly point: Point; readonly placed: Placed }[];
  readonly chart: Chart;
}

function bars(drawn: Drawn): Plain {
  const { style, points } = drawn;
  const shared = common(drawn, points);
  return {
    ...shared,
    type: 'bar',
    marker: {
      color: style.color,
      // The interval has the bar's colour, and half of it lies on the bar.
      ...(shared.error_y === undefined ? {} : { opacity: 0.7 }),
      pattern: { shape: points.map(({ placed }) => (placed.bound ? '/' : '')) },
    },
    text: points.map(({ placed }) => (placed.bound ? '≤' : '')),
  };
}

function scatter(drawn: Drawn): Plain[] {
  const { series, style, points } = drawn;
  // A line must not lead to a mere bound, nor over a gap.
  const values = points.map(({ point, placed }) => ({
    point,
    placed: placed.bound ? { ...placed, y: null } : placed,
  }));
  const bounds = points.filter(({ placed }) => placed.bound);
  const value = {
    ...common(drawn, values),
    type: 'scatter',
    mode: series.mark === 'line' ? 'lines+markers' : 'markers',
    zorder: series.mark === 'line' ? 0 : 1,
    line: { color: style.color, width: 2, dash: style.dash },
    marker: { color: style.color, symbol: style.symbol, size: markerSize(series) },
  };
  const bound = {
    ...common(drawn, bounds),
    type: 'scatter',
    name: `${label(series.name)}, upper bound`,
    mode: 'markers',
    zorder: 1,
    marker: { color: style.color, symbol: 'triangle-down-open', size: 11, line: { width: 2 } },
  };
  return [
    ...(values.some(({ placed }) => placed.y !== null) ? [value] : []),
    ...(bounds.length > 0 ? [bound] : []),
  ];
}

/** Markers stay on long lines too, if small: a point between two gaps would else be invisible. */
function markerSize({ mark, points }: Series): number {
  if (mark === 'points') return 9;
  return points.length <= 40 ? 6 : 2;
}

function common({ series, style, chart }: Drawn, points: Drawn['points']): Plain {
  return {
    name: label(series.name),
    x: points.map(({ point }) => position(point.x, chart.x)),
    y: points.map(({ placed }) => placed.y),
    hoverinfo: 'text',
    hovertext: points.map(({ point, placed }) => hover(series, point, placed, chart)),
    error_y: intervals(points, style),
  };
}

function intervals(points: Drawn['points'], style: Style): Plain | undefined {
  const reach = (end: number | undefined, { y, bound }: Placed) =>
    end === undefined || y === null || bound ? null : Math.abs(end - y);
  const array = points.map(({ point, placed }) => reach(point.high, placed));
  const arrayminus = points.map(({ point, placed }) => reach(point.low, placed));
  if ([...array, ...arrayminus].every((length) => length === null)) return undefined;
  return { type: 'data', symmetric: false, array, arrayminus, color: style.color, thickness: 1.5 };
}

function hover(series: Series, point: Point, placed: Placed, chart: Chart): string {
  const x = typeof point.x === 'number' ? formatNumber(point.x) : point.x;
  const y = placed.y === null ? '–' : formatNumber(placed.y);
  const lines = [
    series.name,
    `${axisTitle(chart.x)}: ${x}`,
    `${axisTitle(chart.y)}: ${placed.bound ? '≤ ' : ''}${y}`,
    ...(point.low === undefined || point.high === undefined || placed.bound
      ? []
      : [`interval ${formatNumber(point.low)} … ${formatNumber(point.high)}`]),
    ...(point.note === undefined ? [] : [point.note]),
  ];
  return lines.map(label).join('<br>');
}

function layout(chart: Chart, stamp: string | undefined): Plain {
  const stacked = chart.series.some(({ mark }) => mark === 'stacked-bars');
  return {
    xaxis: axis(chart.x, chart.series, stamp),
    yaxis: { ...axis(chart.y, [], undefined), rangemode: 'tozero' },
    barmode: stacked ? 'stack' : 'group',
    hovermode: 'closest',
    showlegend: true,
    legend: { orientation: 'h', x: 0, y: 1.02, yanchor: 'bottom' },
    margin: { l: 60, r: 16, t: 30, b: 50 },
  };
}

function axis(axis: Axis, series: readonly Series[], stamp: string | undefined): Plain {
  const small =
    stamp === undefined ? '' : `<br><span style="font-size:11px">${label(stamp)}</span>`;
  const title = { text: label(axisTitle(axis)) + small, font: { size: 13 }, standoff: 8 };
  const shown = { title, automargin: true, type: axis.scale };
  if (axis.scale === 'linear') return { ...shown, exponentformat: 'SI' };
  if (axis.scale === 'log') return { ...shown, exponentformat: 'power', tickfont: { size: 11 } };
  // Plotly orders categories trace by trace; ours stand in the order in which they first appear.
  const names = series.flatMap(({ points }) => points.map(({ x }) => label(String(x))));
  return { ...shown, categoryorder: 'array', categoryarray: [...new Set(names)] };
}

function position(x: number | string, axis: Axis): number | string {
  return axis.scale === 'category' ? label(String(x)) : x;
}

/** Plotly reads a little HTML in its labels, links included: data must stay text. */
function label(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}

function isBars({ mark }: Series): boolean {
  return mark === 'bars' || mark === 'stacked-bars';
}
