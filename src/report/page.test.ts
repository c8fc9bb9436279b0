import { afterEach, expect, test, vi } from 'vitest';
import { page } from './page.ts';
import type { RunReport } from './run-report.ts';
import { experiment, report, sweep } from './sample.test.fixture.ts';

const assets = { css: '', bootScript: '/* boot */', plotlyUrl: '../assets/plotly.js' };
const draw = (changes: Partial<RunReport> = {}) => page({ ...report, ...changes }, assets);

afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

function dataBlock(text: string) {
  const block = /<script type="application\/json" id="figures">(.*?)<\/script>/s.exec(text)?.[1];
  return JSON.parse(block!) as { figures: Record<string, unknown> };
}

test('a page has chart, numbers, verdict, expectation, environment and command', () => {
  const text = draw();
  expect(Object.keys(dataBlock(text).figures)).toEqual(['fpr.sweep']);
  expect(text).toContain('data-figure="fpr.sweep"');
  expect(text).toMatch(/<aside.*S0-20.*refuted.*0\.010 … 0\.0125.*<\/aside>/s);
  expect(text).toContain('✓ holds');
  expect(text).toContain('Redis 7.0.15, installed');
  expect(text).toContain('npm run experiment -- --seed funnel-lab');
  expect(text).not.toMatch(/NaN|Infinity|undefined|\[object/);
  expect(text).not.toContain('class="sign"');
});

test('nothing is fetched from anywhere and only the two scripts of the page may run', () => {
  const text = draw();
  expect(text).not.toMatch(/(src|href)="(https?:)?\/\//);
  const nonce = /script-src &#39;nonce-([^&]+)&#39;/.exec(text)?.[1];
  const scripts = [...text.matchAll(/<script nonce="([^"]+)"/g)].map(([, value]) => value);
  expect(scripts).toEqual([nonce, nonce]);
  expect(text).toContain('default-src &#39;none&#39;');
});

test('no text of the data becomes mark-up', () => {
  const evil = `</script><script>alert("BaNaNa")</script>`;
  const series = [{ name: evil, mark: 'points' as const, points: [{ x: 1, y: 1, note: evil }] }];
  const verdict = { ...experiment.verdicts[0]!, measured: evil, expected: evil, statement: evil };
  const text = draw({
    seed: evil,
    command: evil,
    environment: { [evil]: evil },
    experiments: [
      {
        ...experiment,
        title: evil,
        question: evil,
        note: evil,
        parameters: { [evil]: evil },
        rows: [{ row: { p: evil } }],
        charts: [{ ...sweep, title: evil, lesson: evil, series }],
        expectations: [{ name: evil, holds: false, measured: evil, expected: evil }],
        verdicts: [verdict],
      },
    ],
  });
  expect(text.match(/<script/g)).toHaveLength(3);
  expect(text).not.toContain('alert("');
  expect(text).toContain('&lt;script&gt;alert(&quot;BaNaNa&quot;)');
});

test('an empty run and an experiment without rows say that there is no data', () => {
  expect(draw({ experiments: [], environment: {} })).toContain('No data: nothing was run.');
  const bare = { ...experiment, rows: [], charts: [], expectations: [], verdicts: [] };
  expect(draw({ experiments: [bare] })).toContain('No data.');
  const charts = [{ ...sweep, series: [] }];
  const text = draw({ experiments: [{ ...bare, charts }] });
  expect(text).toContain('No data to draw.');
  expect(dataBlock(text).figures).toEqual({});
});

test('what a chart cannot show is told under it, without a click', () => {
  const text = draw();
  const visible = text.replace(/<details.*?<\/details>/gs, '');
  expect(visible).toContain('only an upper bound is known');
  expect(visible).toContain('bloom at 1e-9: interrupted');
  const points = Array.from({ length: 7 }, (_, x) => ({ x: x + 1, y: null }));
  const charts = [{ ...sweep, series: [{ name: 'bloom', mark: 'points' as const, points }] }];
  expect(draw({ experiments: [{ ...experiment, charts }] })).toContain('2 more, see the numbers');
});

test('what went wrong stands on top', () => {
  const broken = { name: 'counters agree', holds: false, measured: '1', expected: '2' };
  const failed = { ...experiment, status: 'failed' as const, expectations: [broken] };
  const text = draw({ status: 'interrupted', experiments: [failed] });
  const top = text.slice(0, text.indexOf('<table'));
  expect(top).toContain('it was interrupted');
  expect(top).toMatch(/Not finished:.*fpr.*\(failed\)/s);
  expect(top).toMatch(/Broken expectations:.*counters agree/s);
  expect(text).toContain('✗ broken');
});

test.each([
  ['smoke', 'Not for conclusions.', 'smoke run: not for conclusions'],
  ['quick', 'A quick run.', 'quick run'],
] as const)('a %s run says on top and in every picture what it is', (preset, notice, stamp) => {
  const text = draw({ preset });
  expect(text).toContain(notice);
  expect(JSON.stringify(dataBlock(text))).toContain(stamp);
});

test('the page is the same on a machine that writes numbers in another way', async () => {
  class Elsewhere extends Intl.NumberFormat {
    constructor(locales?: string, options?: Intl.NumberFormatOptions) {
      super(locales ?? 'ar-EG', options);
    }
  }
  vi.stubGlobal('Intl', { NumberFormat: Elsewhere });
  vi.spyOn(Number.prototype, 'toLocaleString').mockReturnValue('١٬٠٠٠');
  vi.resetModules();
  const there = await import('./page.ts');
  expect(there.page(report, assets)).toBe(draw());
});
