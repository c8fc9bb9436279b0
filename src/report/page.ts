import { createHash } from 'node:crypto';
import { chartKey } from './chart-figure.ts';
import { type Figure, figure, plotlyConfig } from './charts.ts';
import { document } from './document.ts';
import { type Html, html, json, trusted } from './html.ts';
import type { RunReport } from './run-report.ts';
import { experimentSection } from './section.ts';
import { stylesFor } from './styles.ts';
import { notices, stamp, summaryTable } from './summary.ts';
import { verdictTable } from './verdicts.ts';

/** What a page needs beside the report. */
export interface PageAssets {
  readonly css: string;
  readonly bootScript: string;
  /** Relative to the page. */
  readonly plotlyUrl: string;
}

/** The page of one run. It asks for nothing but plotly, which lies beside it. */
export function page(report: RunReport, assets: PageAssets): string {
  const figures = figuresOf(report);
  const drawn = new Set(Object.keys(figures));
  const data = json({ config: plotlyConfig, figures });
  const nonce = createHash('sha256').update(data.toString()).digest('base64');
  return document({
    title: `funnel-lab report · ${report.runId}`,
    allowed: scriptPolicy(nonce),
    css: assets.css,
    head: html`<meta name="created" content="${report.createdAt}">`,
    body: html`<a class="skip" href="#summary">Skip to the summary</a>
${navigation(report)}
<main>
${header(report)}
${report.experiments.map((experiment) => experimentSection(experiment, drawn))}
<section id="verdicts"><h2>Verdicts</h2>
<p><a href="claims.html">All claims of the articles</a>, also those that this run does not settle.</p>
${verdictTable(report.experiments)}</section>
${provenance(report)}
</main>
<script type="application/json" id="figures">${data}</script>
<script nonce="${nonce}" src="${assets.plotlyUrl}"></script>
<script nonce="${nonce}">${trusted(assets.bootScript)}</script>`,
  });
}

/**
 * Only the two scripts of the page may run and nothing may be fetched. No data can name the nonce,
 * since it is the hash of the data; plotly styles its drawings with inline styles.
 */
function scriptPolicy(nonce: string): readonly string[] {
  return [
    `script-src 'nonce-${nonce}'`,
    'img-src data: blob:',
    "base-uri 'none'",
    "form-action 'none'",
  ];
}

/** The figures of the page by `chartKey`; a chart without anything to draw has none. */
function figuresOf(report: RunReport): Readonly<Record<string, Figure>> {
  const charts = report.experiments.flatMap((experiment) =>
    experiment.charts.map((chart) => ({ key: chartKey(experiment, chart), chart })),
  );
  const styles = stylesFor(charts.map(({ chart }) => chart));
  return Object.fromEntries(
    charts
      .map(({ key, chart }) => [key, figure(chart, styles, stamp(report))] as const)
      .filter(([, { data }]) => data.length > 0),
  );
}

function navigation({ experiments }: RunReport): Html {
  return html`<nav aria-label="Sections"><ul>
<li><a href="#summary">Summary</a></li>
${experiments.map(({ id, title }) => html`<li><a href="#${id}">${title}</a></li>\n`)}
<li><a href="#verdicts">Verdicts</a></li>
<li><a href="claims.html">Claims</a></li>
<li><a href="#environment">Environment</a></li>
<li class="apart"><a href="../index.html">All runs</a></li>
</ul></nav>`;
}

function header(report: RunReport): Html {
  return html`<header id="summary">
<h1>funnel-lab report</h1>
<p class="quiet">Run <code>${report.runId}</code> · <time datetime="${report.createdAt}">${
    report.createdAt
  }</time> · preset <code>${report.preset}</code> · seed <code>${report.seed}</code></p>
<div id="fault" class="notice bad" role="alert" hidden></div>
<noscript><p class="notice bad">The charts need JavaScript; their numbers are in the tables.</p>
</noscript>
${notices(report)}
${summaryTable(report.experiments)}
</header>`;
}

function provenance({ environment, command }: RunReport): Html {
  const facts = Object.entries(environment);
  return html`<section id="environment"><h2>Environment</h2>
${
  facts.length === 0
    ? html`<p class="empty">No data.</p>`
    : html`<dl class="facts">${facts.map(
        ([name, value]) => html`<dt>${name}</dt><dd dir="auto">${value}</dd>\n`,
      )}</dl>`
}
<h3>Repeat this run</h3>
<pre><code>${command}</code></pre>
</section>`;
}
