import { expect, test } from 'vitest';
import { junitXml } from './junit.ts';
import { markdown } from './markdown.ts';
import type { GateReport } from './report.ts';

const report: GateReport = {
  seed: 's',
  command: 'npm run check -- --seed s',
  alpha: 1e-6,
  seconds: 1.5,
  reference: 'golden.json',
  updated: false,
  checks: [
    { cell: 'a|b', test: 'golden', holds: false, measured: '1 <changed>', expected: '"0" & \x01' },
    { cell: 'c', test: 'rate', holds: true, measured: 'm', expected: 'e' },
    { cell: 'c', test: 'members', holds: true, measured: 'm', expected: 'e' },
  ],
  changes: [{ of: 'a|b', field: 'm', before: '1', after: '2' }],
  cause: 'sizing: m',
  exitCode: 5,
};

test('JUnit has a suite for each part, and a failure that tells change, cause and repetition', () => {
  expect(junitXml(report)).toBe(`<?xml version="1.0" encoding="UTF-8"?>
<testsuites name="funnel-lab check" tests="3" failures="1" errors="0" skipped="0" time="1.500">
  <testsuite name="golden" tests="1" failures="1" errors="0" skipped="0">
    <testcase classname="check.golden" name="a|b: golden">
      <failure message="1 &lt;changed&gt;; expected &quot;0&quot; &amp; \uFFFD">repeat: npm run check -- --seed s
sizing: m
m: 1 -&gt; 2</failure>
    </testcase>
  </testsuite>
  <testsuite name="statistical" tests="1" failures="0" errors="0" skipped="0">
    <testcase classname="check.statistical" name="c: rate"/>
  </testsuite>
  <testsuite name="exhaustive" tests="1" failures="0" errors="0" skipped="0">
    <testcase classname="check.exhaustive" name="c: members"/>
  </testsuite>
</testsuites>
`);
});

test('Markdown has a row for each check and each change', () => {
  const text = markdown(report);
  expect(text).toContain('## False-positive gate: 2 passed, 1 failed');
  expect(text).toContain('| ✗ | golden | a\\|b | golden | 1 <changed> |');
  expect(text).toContain('| ✓ | statistical | c | rate | m | e |');
  expect(text).toContain('Against the reference — sizing: m');
  expect(text).toContain('| a\\|b | m | 1 | 2 |');
  expect(markdown({ ...report, changes: [] })).not.toContain('Against the reference');
});
