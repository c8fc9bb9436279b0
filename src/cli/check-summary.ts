import { type GateReport, tally } from '../gate/report.ts';
import { painter } from '../lab/terminal.ts';
import type { Context } from './context.ts';
import { textTable } from './text-table.ts';

/** What `check --json` prints. */
export function jsonCheck(report: GateReport): string {
  return `${JSON.stringify({ ...report, ...tally(report.checks) }, null, 2)}\n`;
}

/** The same for people: a line a check, what has changed, and how to repeat it. */
export function textCheck(report: GateReport, { stdout, env }: Context): string {
  const paint = painter(stdout, env);
  const lines = report.checks.map(({ cell, test, holds, measured, expected }) => {
    return [holds ? '✓' : '✗', cell, test, measured, expected];
  });
  const [head = '', ...rows] = textTable([['', 'cell', 'test', 'measured', 'accepted'], ...lines])
    .trimEnd()
    .split('\n');
  const painted = rows.map((row) => (row.startsWith('✗') ? paint('red', row) : row));
  const { passed, failed } = tally(report.checks);
  return [
    ...[head, ...painted].map((line) => `${line}\n`),
    changeLines(report),
    `\n${passed} passed, ${failed} failed in ${report.seconds.toFixed(1)} s; `,
    `a false alarm has a chance of ${report.alpha} a run\n`,
    `repeat   ${report.command}\n`,
  ].join('');
}

function changeLines({ changes, cause, reference, updated }: GateReport): string {
  if (changes.length === 0) {
    const before = cause === null ? 'nothing in it has changed' : `before: ${cause}`;
    return updated ? `\n${reference} was written; ${before}\n` : '';
  }
  const table = textTable(
    changes.flatMap(({ of, field, before, after }) => [
      [of, field, 'before', before],
      ['', '', 'after', after],
    ]),
  );
  const title = updated ? `${reference} was written anew` : `differs from ${reference}`;
  return `\n${title} — likely cause: ${cause}\n${table}`;
}
