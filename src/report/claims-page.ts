import { type Claim, codeOf } from '../claims/claim.ts';
import { unsettled } from '../claims/unsettled.ts';
import { verdictWords } from '../lab/experiment.ts';
import { chartKey } from './chart-figure.ts';
import { document } from './document.ts';
import { type Html, html } from './html.ts';
import type { RunReport, StatedVerdict } from './run-report.ts';
import { badge, slug } from './verdicts.ts';

type Word = StatedVerdict['verdict'];

/** One verdict on a claim, or what stands in its place, and the experiment that gave it. */
interface Settled extends Pick<StatedVerdict, 'interval' | 'expected'> {
  readonly verdict: Word;
  readonly evidence: StatedVerdict['evidence'] | null;
  readonly measured: string | null;
  readonly experiment?: string;
}

interface SettledClaim {
  readonly claim: Claim;
  readonly settled: readonly Settled[];
}

/** Every claim of the articles with what this run says of it; it needs no script. */
export function claimsPage(report: RunReport, css: string): string {
  const claims = report.ledger.map((claim) => ({ claim, settled: settledBy(report, claim) }));
  const articles = [...new Set(report.ledger.map(codeOf))];
  return document({
    title: `funnel-lab claims · ${report.runId}`,
    css: `${css}\n${filterStyles()}`,
    body: html`<a class="skip" href="#summary">Skip to the summary</a>
${navigation(articles)}
<main>
${header(report, claims)}
${articles.map((code) => {
  const own = claims.filter(({ claim }) => codeOf(claim) === code);
  return html`<section id="${code}"><h2>${code}: ${own[0]!.claim.article}</h2>
${own.map((one) => claimEntry(one, report))}</section>\n`;
})}
</main>`,
  });
}

function settledBy({ experiments }: RunReport, claim: Claim): readonly Settled[] {
  const own = experiments.flatMap(({ id, verdicts }) =>
    verdicts
      .filter((verdict) => verdict.claim === claim.id)
      .map((verdict) => ({ ...verdict, experiment: id })),
  );
  return own.length > 0 ? own : [{ ...unsettled(claim), expected: claim.expected }];
}

function navigation(articles: readonly string[]): Html {
  return html`<nav aria-label="Sections"><ul>
<li><a href="#summary">Summary</a></li>
${articles.map((code) => html`<li><a href="#${code}">Article ${code}</a></li>\n`)}
<li class="apart"><a href="index.html">This run</a></li>
<li><a href="../index.html">All runs</a></li>
</ul></nav>`;
}

function header(report: RunReport, claims: readonly SettledClaim[]): Html {
  return html`<header id="summary">
<h1>The claims of the articles</h1>
<p class="quiet">As run <code>${report.runId}</code> settles them · preset
<code>${report.preset}</code> · <a href="index.html">the report of the run</a></p>
<fieldset class="filter"><legend>Show</legend>
${choice('all', html`all ${claims.length} claims`, true)}
${verdictWords.map((word) => {
  const count = claims.filter(({ settled }) => settled.some(has(word))).length;
  return count > 0 && choice(slug(word), badge(word, count));
})}</fieldset>
</header>`;
}

function has(word: Word) {
  return ({ verdict }: Settled) => verdict === word;
}

function choice(name: string, label: Html, checked = false): Html {
  return html`<label><input type="radio" name="show" id="show-${name}"${
    checked && html` checked`
  }> ${label}</label>\n`;
}

/** The choice of a verdict hides the claims that have none of it; no script is needed. */
function filterStyles(): string {
  const rules = verdictWords.map((word) => {
    const name = slug(word);
    return `body:has(#show-${name}:checked) .claim:not(.${name}) { display: none; }`;
  });
  return rules.join('\n');
}

function claimEntry({ claim, settled }: SettledClaim, report: RunReport): Html {
  const words = [...new Set(settled.map(({ verdict }) => verdict))];
  return html`<article class="claim ${words.map(slug).join(' ')}" id="${claim.id}">
<div class="said">
<h3><a href="#${claim.id}">${claim.id}</a> <small>${claim.place}</small>
<span class="badges">${words.map((word) => badge(word))}</span></h3>
<p>${claim.statement}</p>
<p lang="zh">${claim.statementZh}</p>
</div>
<div>${settled.map((one) => facts(claim, one))}${chartLinks(claim, report)}</div>
</article>\n`;
}

function facts(claim: Claim, settled: Settled): Html {
  const { verdict, measured, interval, expected, evidence, experiment } = settled;
  if (verdict === 'not testable') {
    return html`<dl class="facts"><dt>Not testable</dt><dd>${measured ?? ''}</dd></dl>`;
  }
  return html`<dl class="facts">
${measured !== null && html`<dt>Measured</dt><dd dir="auto">${measured}</dd>`}
${interval !== undefined && html`<dt>Interval</dt><dd dir="auto">${interval}</dd>`}
<dt>Expected</dt><dd dir="auto">${expected}</dd>
<dt>Check</dt><dd>${claim.check}</dd>
${
  experiment === undefined
    ? html`<dt>Evidence</dt><dd>none: no experiment of this run settles it</dd>`
    : html`<dt>Evidence</dt><dd>${evidence ?? ''}, by <a href="index.html#${experiment}">${experiment}</a></dd>`
}
</dl>`;
}

function chartLinks({ id }: Claim, { experiments }: RunReport): Html | false {
  const links = experiments.flatMap((experiment) =>
    experiment.charts
      .filter(({ claims }) => claims?.includes(id))
      .map(
        (chart) =>
          html`<dd><a href="index.html#${chartKey(experiment, chart)}">${chart.title}</a></dd>`,
      ),
  );
  return links.length > 0 && html`<dl class="facts charts"><dt>Charts</dt>${links}</dl>`;
}
