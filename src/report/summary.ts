import type { Status } from '../lab/run-record.ts';
import { formatNumber, formatSeconds } from './format-number.ts';
import { type Html, html, type Part } from './html.ts';
import type { ExperimentReport, RunReport } from './run-report.ts';
import { table } from './tables.ts';
import { verdictCounts } from './verdicts.ts';

const statusSigns: Readonly<Record<Status, string>> = {
  done: '✓',
  failed: '✗',
  interrupted: '■',
  skipped: '○',
};

/** The word with its sign; colour is never the only signal. */
export function statusBadge(status: Status): Html {
  return html`<span class="badge ${status}"><span aria-hidden="true">${
    statusSigns[status]
  }</span> ${status}</span>`;
}

/** What must be seen before any number: how the run ended and what it is good for. */
export function notices(report: RunReport): Html {
  const broken = report.experiments.flatMap(({ id, expectations }) =>
    expectations.filter(({ holds }) => !holds).map(({ name }) => ({ id, name })),
  );
  const unfinished = report.experiments.filter(({ status }) => status !== 'done');
  return html`${
    report.status !== 'done' &&
    notice(
      'bad',
      html`<strong>This run is not whole: it was ${report.status}.</strong> What was
finished is shown.`,
    )
  }${
    unfinished.length > 0 &&
    notice(
      'bad',
      html`<strong>Not finished:</strong> ${list(
        unfinished.map(({ id, status }) => html`<a href="#${id}">${id}</a> (${status})`),
      )}.`,
    )
  }${
    broken.length > 0 &&
    notice(
      'bad',
      html`<strong>Broken expectations:</strong> ${list(
        broken.map(({ id, name }) => html`${name} (<a href="#${id}">${id}</a>)`),
      )}. The numbers below must not be trusted.`,
    )
  }${
    report.preset !== 'full' &&
    notice(
      'caution',
      html`<strong>${report.preset === 'smoke' ? 'Not for conclusions.' : 'A quick run.'}</strong> What
the preset <code>${report.preset}</code> counts is exact, but its times come from few rounds: look
at their intervals, and use <code>--preset full</code> for a judgement.`,
    )
  }`;
}

/** What marks every picture of a run that is less than full. */
export function stamp({ preset }: RunReport): string | undefined {
  if (preset === 'full') return undefined;
  return preset === 'smoke' ? 'smoke run: not for conclusions' : 'quick run';
}

function notice(kind: 'bad' | 'caution', text: Html): Html {
  const sign = kind === 'bad' ? '✗' : '!';
  return html`<p class="notice ${kind}"><span class="sign" aria-hidden="true">${sign}</span>
<span>${text}</span></p>\n`;
}

function list(items: readonly Html[]): Part {
  return items.map((item, index) => [index > 0 && ', ', item]);
}

/** One line an experiment, each a link to its section. */
export function summaryTable(experiments: readonly ExperimentReport[]): Html {
  if (experiments.length === 0) return html`<p class="empty">No data: nothing was run.</p>`;
  const heads = ['Experiment', 'Status', 'Rows', 'Time', 'Expectations held', 'Verdicts'];
  const rows = experiments.map((experiment) => [
    html`<th scope="row"><a href="#${experiment.id}">${experiment.title}</a>
<small dir="auto">${experiment.question}</small></th>`,
    html`<td>${statusBadge(experiment.status)}</td>`,
    html`<td class="number">${formatNumber(experiment.rows.length)}</td>`,
    html`<td class="number">${formatSeconds(experiment.seconds)}</td>`,
    html`<td class="number">${held(experiment)}</td>`,
    html`<td>${verdictCounts(experiment.verdicts)}</td>`,
  ]);
  return table('The experiments of this run', heads, rows);
}

function held({ expectations }: ExperimentReport): Html {
  if (expectations.length === 0) return html`–`;
  const count = expectations.filter(({ holds }) => holds).length;
  const sign = count === expectations.length ? '✓' : '✗';
  return html`<span class="${sign === '✓' ? 'holds' : 'broken'}">${count} of ${
    expectations.length
  } ${sign}</span>`;
}
