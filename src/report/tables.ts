import type { Chart, Point } from '../lab/chart.ts';
import type { Column, Result, Value } from '../lab/experiment.ts';
import { axisTitle } from './charts.ts';
import { formatNumber } from './format-number.ts';
import { type Html, html, type Part } from './html.ts';
import { place } from './points.ts';

/** Rows that a page shows of one table; more would make it heavy, and the files have them all. */
const shownRows = 500;

/** A number as people read it, with the exact value in the mark-up for machines. */
function number(value: number): Html {
  return html`<data value="${value}">${formatNumber(value)}</data>`;
}

function cell(value: Value, reason: string | undefined): Html {
  if (typeof value === 'number') return html`<td class="number">${number(value)}</td>`;
  if (value === null) {
    const why = reason === undefined ? undefined : html` <small dir="auto">${reason}</small>`;
    return html`<td class="none">–${why}</td>`;
  }
  return html`<td dir="auto">${typeof value === 'boolean' ? (value ? 'yes' : 'no') : value}</td>`;
}

/** The rows of an experiment with unit and kind of each column. */
export function rowTable(
  caption: string,
  columns: readonly Column[],
  rows: readonly Result[],
): Html {
  const heads = columns.map(({ name, unit, kind }) => {
    const small = unit === '' ? kind : `${unit}, ${kind}`;
    return html`${name}<small>${small}</small>`;
  });
  const cells = ({ row, reasons }: Result) =>
    columns.map(({ name }) => cell(row[name] ?? null, reasons?.[name]));
  return table(caption, heads, rows.map(cells));
}

/** The numbers of a chart: also those that could not be drawn, with the reason. */
export function chartTable(chart: Chart): Html {
  const points = chart.series.flatMap(({ name, points }) =>
    points.map((point) => ({ name, point })),
  );
  const withInterval = points.some(({ point }) => hasInterval(point));
  const remarks = points.map(({ point }) => remark(point, chart));
  const withRemark = remarks.some((text) => text !== '');
  const heads = [
    'Series',
    axisTitle(chart.x),
    axisTitle(chart.y),
    ...(withInterval ? ['Interval'] : []),
    ...(withRemark ? ['Remark'] : []),
  ];
  const cells = points.map(({ name, point }, index) => [
    html`<th scope="row" dir="auto">${name}</th>`,
    cell(point.x, undefined),
    point.y === null ? cell(null, undefined) : valueCell(point.y, point.bound),
    withInterval && html`<td class="number">${interval(point)}</td>`,
    withRemark && html`<td class="words" dir="auto">${remarks[index]}</td>`,
  ]);
  return table(`The numbers of “${chart.title}”`, heads, cells);
}

function valueCell(y: number, bound: Point['bound']): Html {
  return html`<td class="number">${bound === 'upper' && y > 0 && '≤ '}${number(y)}</td>`;
}

function hasInterval({ low, high }: Point): boolean {
  return low !== undefined || high !== undefined;
}

function interval(point: Point): Part {
  if (!hasInterval(point)) return '–';
  const end = (value: number | undefined) => (value === undefined ? '–' : number(value));
  return [end(point.low), ' … ', end(point.high)];
}

function remark(point: Point, chart: Chart): string {
  const placed = place(point, chart);
  const own = placed.y === null ? `not drawn: ${placed.remark}` : placed.remark;
  const parts = point.y === null ? [own] : [own, point.note];
  return parts.filter((part) => part !== undefined).join('; ');
}

/** A table that scrolls within itself on a narrow screen and can be reached by keyboard. */
export function table(
  caption: string,
  heads: readonly Part[],
  rows: readonly (readonly Part[])[],
): Html {
  const left = rows.length - shownRows;
  const more = html`<p class="quiet">The first ${formatNumber(shownRows)} of
${formatNumber(rows.length)} rows; all of them are in the results of the run.</p>`;
  return html`<div class="scroll" role="region" tabindex="0" aria-label="${caption}">
<table><caption dir="auto">${caption}</caption>
<thead><tr>${heads.map((head) => html`<th scope="col">${head}</th>`)}</tr></thead>
<tbody>${rows.slice(0, shownRows).map((cells) => html`<tr>${cells}</tr>\n`)}</tbody>
</table></div>
${left > 0 && more}`;
}
