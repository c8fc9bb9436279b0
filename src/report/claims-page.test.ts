import { expect, test } from 'vitest';
import { claimsPage } from './claims-page.ts';
import type { RunReport } from './run-report.ts';
import { experiment, report } from './sample.test.fixture.ts';

const draw = (changes: Partial<RunReport> = {}) => claimsPage({ ...report, ...changes }, '');

/** The element of one claim. */
function entry(text: string, id: string): string {
  return new RegExp(`<article [^>]*id="${id}".*?</article>`, 's').exec(text)![0];
}

test('a claim stands in both languages with its verdict in words, figures and links', () => {
  const claim = entry(draw(), 'S0-20');
  expect(claim).toContain('class="claim refuted"');
  expect(claim).toContain('</span> refuted</span>');
  expect(claim).toContain('<p>The rate is the target.</p>');
  expect(claim).toContain('<p lang="zh">误判率就是目标。</p>');
  expect(claim).toMatch(/0\.011 of 10,000.*0\.010 … 0\.0125.*0\.001.*measure it/s);
  expect(claim).toContain('run, by <a href="index.html#fpr">fpr</a>');
  expect(claim).toContain('<a href="index.html#fpr.sweep">Measured against target</a>');
});

test('a claim that the run does not settle says so, one that nothing can settles why', () => {
  const text = draw();
  expect(entry(text, 'S0-21')).toMatch(/not run.*no experiment of this run settles it/s);
  expect(entry(text, 'S0-22')).toMatch(/not testable.*a matter of taste/s);
  expect(entry(text, 'S0-22')).not.toContain('Evidence');
});

test('a claim that two experiments settle has the verdict of each', () => {
  const [verdict] = experiment.verdicts;
  const other = {
    ...experiment,
    id: 'other',
    charts: [],
    verdicts: [{ ...verdict!, verdict: 'conditional' as const, measured: 'sometimes' }],
  };
  const claim = entry(draw({ experiments: [experiment, other] }), 'S0-20');
  expect(claim).toContain('class="claim refuted conditional"');
  expect(claim).toMatch(/0\.011 of 10,000.*#fpr.*sometimes.*#other/s);
});

test('a choice for each verdict that occurs, with its count, hides the others without a script', () => {
  const text = draw();
  expect(text).not.toContain('<script');
  const choices = [...text.matchAll(/id="show-([a-z-]+)"/g)].map(([, name]) => name);
  expect(choices).toEqual(['all', 'refuted', 'not-testable', 'not-run']);
  expect(text).toContain('</span> 1 refuted</span>');
  expect(text).toContain('body:has(#show-refuted:checked) .claim:not(.refuted) { display: none; }');
});

test('no text of a claim or a verdict becomes mark-up', () => {
  const evil = '<script>alert("x")</script>';
  const ledger = report.ledger.map((claim) => ({ ...claim, statement: evil, statementZh: evil }));
  const verdicts = experiment.verdicts.map((verdict) => ({ ...verdict, measured: evil }));
  const text = draw({ ledger, experiments: [{ ...experiment, verdicts }] });
  expect(text).not.toContain('<script');
  expect(text).toContain('&lt;script&gt;alert');
});
