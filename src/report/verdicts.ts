import { verdictWords } from '../lab/experiment.ts';
import { type Html, html } from './html.ts';
import type { ExperimentReport, StatedVerdict } from './run-report.ts';
import { table } from './tables.ts';

type Word = StatedVerdict['verdict'];

const signs: Readonly<Record<Word, string>> = {
  reproduced: '✓',
  refuted: '✗',
  conditional: '◐',
  unproven: '?',
  'not testable': '∅',
  'not run': '○',
};

/** The word as the name of a class and in ids. */
export function slug(word: Word): string {
  return word.replaceAll(' ', '-');
}

/** The word with its sign; colour is never the only signal. */
export function badge(word: Word, count?: number): Html {
  const text = count === undefined ? word : `${count} ${word}`;
  return html`<span class="badge ${slug(word)}"><span aria-hidden="true">${
    signs[word]
  }</span> ${text}</span>`;
}

/** How many verdicts there are of each word. */
export function verdictCounts(verdicts: readonly StatedVerdict[]): Html {
  const counts = verdictWords.map((word) => {
    const count = verdicts.filter(({ verdict }) => verdict === word).length;
    return count > 0 && badge(word, count);
  });
  return verdicts.length === 0 ? html`–` : html`<span class="badges">${counts}</span>`;
}

/** Leads from the page of a run to the claim among all claims. */
function claimLink(claim: string): Html {
  return html`<a href="claims.html#${claim}">${claim}</a>`;
}

/** The verdicts that stand beside a chart. */
export function verdictCards(verdicts: readonly StatedVerdict[]): Html {
  return html`<ul class="cards">${verdicts.map(
    (verdict) => html`<li class="card ${slug(verdict.verdict)}">
<p><strong>${claimLink(verdict.claim)}</strong> ${badge(verdict.verdict)}</p>
${verdict.statement !== undefined && html`<p dir="auto">${verdict.statement}</p>`}
<dl>
<dt>Measured</dt><dd dir="auto">${verdict.measured}</dd>
${verdict.interval !== undefined && html`<dt>Interval</dt><dd dir="auto">${verdict.interval}</dd>`}
<dt>Expected</dt><dd dir="auto">${verdict.expected}</dd>
<dt>Evidence</dt><dd>${verdict.evidence}</dd>
</dl></li>\n`,
  )}</ul>`;
}

/** All verdicts of the run in one table, in the order of the experiments. */
export function verdictTable(experiments: readonly ExperimentReport[]): Html {
  const heads = ['Claim', 'Verdict', 'Measured', 'Expected', 'Evidence', 'Experiment'];
  const rows = experiments.flatMap(({ id, verdicts }) =>
    verdicts.map((verdict) => [
      html`<th scope="row">${claimLink(verdict.claim)}${
        verdict.statement !== undefined && html`<small dir="auto">${verdict.statement}</small>`
      }</th>`,
      html`<td>${badge(verdict.verdict)}</td>`,
      html`<td class="words" dir="auto">${verdict.measured}${
        verdict.interval !== undefined && html`<small dir="auto">${verdict.interval}</small>`
      }</td>`,
      html`<td class="words" dir="auto">${verdict.expected}</td>`,
      html`<td>${verdict.evidence}</td>`,
      html`<td><a href="#${id}">${id}</a></td>`,
    ]),
  );
  if (rows.length === 0) return html`<p class="empty">No claim was examined in this run.</p>`;
  return table('What the run says about each claim', heads, rows);
}
