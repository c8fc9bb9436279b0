import { partOf } from './check.ts';
import { type GateReport, tally } from './report.ts';

/** The report as a section of Markdown, for the summary page of a CI job. */
export function markdown(report: GateReport): string {
  const { passed, failed } = tally(report.checks);
  const rows = report.checks.map(({ cell, test, holds, measured, expected }) =>
    row([holds ? '✓' : '✗', partOf[test], cell, test, measured, expected]),
  );
  const changes = report.changes.map(({ of, field, before, after }) =>
    row([of, field, before, after]),
  );
  return [
    `## False-positive gate: ${passed} passed, ${failed} failed`,
    '',
    `Seed \`${report.seed}\`; repeat with \`${report.command}\`.`,
    '',
    row(['', 'part', 'cell', 'test', 'measured', 'accepted']),
    row(Array.from({ length: 6 }, () => '---')),
    ...rows,
    ...(changes.length === 0
      ? []
      : [
          '',
          `Against the reference — ${report.cause ?? 'no cause is known'}`,
          '',
          row(['of', 'value', 'before', 'after']),
          row(Array.from({ length: 4 }, () => '---')),
          ...changes,
        ]),
    '',
  ].join('\n');
}

function row(cells: readonly string[]): string {
  return `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`;
}
