import type { Expectation } from '../lab/experiment.ts';
import { chartFigure } from './chart-figure.ts';
import { formatNumber, formatSeconds } from './format-number.ts';
import { type Html, html } from './html.ts';
import type { ExperimentReport } from './run-report.ts';
import { statusBadge } from './summary.ts';
import { rowTable, table } from './tables.ts';

/** One experiment: its question, charts, expectations, parameters and rows. */
export function experimentSection(experiment: ExperimentReport, drawn: ReadonlySet<string>): Html {
  const { id, title, question, status, seconds, note, rows, charts } = experiment;
  return html`<section id="${id}" class="experiment">
<h2 dir="auto">${title}</h2>
<p class="question" dir="auto">${question}</p>
<p class="quiet">${statusBadge(status)} <code>${id}</code> · ${formatNumber(rows.length)} rows ·
${formatSeconds(seconds)}</p>
${note !== undefined && html`<p class="note" dir="auto">${note}</p>`}
${charts.map((chart) => chartFigure(experiment, chart, drawn))}
${rows.length === 0 && charts.length === 0 && html`<p class="empty">No data.</p>`}
${expectationTable(experiment.expectations)}
${parameterList(experiment.parameters)}
${
  rows.length > 0 &&
  html`<details><summary>All ${formatNumber(rows.length)} rows</summary>
${rowTable(`Rows of ${id}`, experiment.columns, rows)}</details>`
}
</section>\n`;
}

function expectationTable(expectations: readonly Expectation[]): Html | false {
  if (expectations.length === 0) return false;
  const heads = ['Expectation', 'Holds', 'Measured', 'Expected'];
  const rows = expectations.map(({ name, holds, measured, expected }) => [
    html`<th scope="row" dir="auto">${name}</th>`,
    html`<td class="${holds ? 'holds' : 'broken'}">${holds ? '✓ holds' : '✗ broken'}</td>`,
    html`<td class="words" dir="auto">${measured}</td>`,
    html`<td class="words" dir="auto">${expected}</td>`,
  ]);
  return table('What must hold for the software to be right', heads, rows);
}

function parameterList(parameters: ExperimentReport['parameters']): Html | false {
  const entries = Object.entries(parameters);
  if (entries.length === 0) return false;
  const shown = (value: unknown) => (typeof value === 'string' ? value : JSON.stringify(value));
  return html`<details><summary>Parameters</summary>
<dl class="facts">${entries.map(
    ([name, value]) => html`<dt>${name}</dt><dd dir="auto">${shown(value)}</dd>\n`,
  )}</dl></details>`;
}
