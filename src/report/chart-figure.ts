import type { Chart } from '../lab/chart.ts';
import { formatNumber } from './format-number.ts';
import { type Html, html } from './html.ts';
import { place } from './points.ts';
import type { ExperimentReport } from './run-report.ts';
import { chartTable } from './tables.ts';
import { verdictCards } from './verdicts.ts';

/** Points named under a chart because they could not be drawn; the table has all. */
const namedPoints = 5;

/** Names a chart within the page: in the data block and as the id of its element. */
export function chartKey(experiment: ExperimentReport, chart: Chart): string {
  return `${experiment.id}.${chart.id}`;
}

/** A chart with its lesson above, its numbers below and the verdicts it shows beside it. */
export function chartFigure(
  experiment: ExperimentReport,
  chart: Chart,
  drawn: ReadonlySet<string>,
): Html {
  const key = chartKey(experiment, chart);
  const claims = experiment.verdicts.filter(({ claim }) => chart.claims?.includes(claim));
  const points = chart.series.reduce((sum, { points }) => sum + points.length, 0);
  // The text inside is seen only where the script did not run or could not draw.
  const plot = html`<div class="plot" data-figure="${key}" role="img"
aria-label="${chart.title}. ${chart.lesson} The numbers are in the table below."><p>This chart was
not drawn. Its numbers are in the table below.</p></div>`;
  return html`<figure id="${key}" class="chart">
<div class="picture">
<figcaption><h3 dir="auto">${chart.title}</h3><p dir="auto">${chart.lesson}</p></figcaption>
${drawn.has(key) ? plot : html`<p class="empty">No data to draw.</p>`}
${remarks(chart)}
${
  points > 0 &&
  html`<details class="numbers"><summary>Numbers of this chart</summary>
${chartTable(chart)}</details>`
}
</div>
${claims.length > 0 && html`<aside aria-label="Verdicts">${verdictCards(claims)}</aside>`}
</figure>\n`;
}

/** Says without a click what the picture cannot show. */
function remarks(chart: Chart): Html {
  const points = chart.series.flatMap(({ name, points }) =>
    points.map((point) => ({ name, x: point.x, ...place(point, chart) })),
  );
  const missing = points.filter(({ y }) => y === null);
  const more = missing.length - namedPoints;
  const named = missing.slice(0, namedPoints).map(({ name, x, remark }) => {
    const at = typeof x === 'number' ? formatNumber(x) : x;
    return html`<li dir="auto">${name} at ${at}: ${remark}</li>`;
  });
  const bound = points.some(({ bound }) => bound);
  return html`${
    bound && html`<div class="remarks">▽ or hatched: only an upper bound is known.</div>`
  }${
    missing.length > 0 &&
    html`<div class="remarks">Not drawn:<ul>${named}${
      more > 0 && html`<li>${formatNumber(more)} more, see the numbers</li>`
    }</ul></div>`
  }`;
}
