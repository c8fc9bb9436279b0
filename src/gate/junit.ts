import { type Check, partOf } from './check.ts';
import { type GateReport, tally } from './report.ts';

/** The report as JUnit's XML: a suite for each part of the gate, a case for each check. */
export function junitXml(report: GateReport): string {
  const parts = [...new Set(report.checks.map(({ test }) => partOf[test]))];
  const suites = parts.map((part) => {
    const checks = report.checks.filter(({ test }) => partOf[test] === part);
    const name = attributes({ name: part, ...counts(checks) });
    return [`  <testsuite ${name}>`, ...checks.map((check) => testCase(check, report))]
      .concat('  </testsuite>')
      .join('\n');
  });
  const root = attributes({
    name: 'funnel-lab check',
    ...counts(report.checks),
    time: report.seconds.toFixed(3),
  });
  const lines = ['<?xml version="1.0" encoding="UTF-8"?>', `<testsuites ${root}>`, ...suites];
  return `${lines.join('\n')}\n</testsuites>\n`;
}

function testCase({ cell, test, holds, measured, expected }: Check, report: GateReport): string {
  const name = attributes({ classname: `check.${partOf[test]}`, name: `${cell}: ${test}` });
  if (holds) return `    <testcase ${name}/>`;
  const message = attributes({ message: `${measured}; expected ${expected}` });
  const changes = report.changes
    .filter(({ of }) => test === 'golden' && of === cell)
    .map(({ field, before, after }) => `\n${field}: ${before} -> ${after}`);
  const cause = test === 'golden' && report.cause !== null ? `\n${report.cause}` : '';
  const text = escaped(`repeat: ${report.command}${cause}${changes.join('')}`);
  return `    <testcase ${name}>\n      <failure ${message}>${text}</failure>\n    </testcase>`;
}

function counts(checks: readonly Check[]) {
  return { tests: checks.length, failures: tally(checks).failed, errors: 0, skipped: 0 };
}

function attributes(values: Readonly<Record<string, string | number>>): string {
  return Object.entries(values)
    .map(([name, value]) => `${name}="${escaped(String(value))}"`)
    .join(' ');
}

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
};

/** XML 1.0 has no way to write most control characters; they become U+FFFD. */
function escaped(text: string): string {
  return text
    .replace(/[&<>"]/g, (character) => entities[character]!)
    .replace(/[^\P{Cc}\t\n\r]/gu, '\uFFFD');
}
