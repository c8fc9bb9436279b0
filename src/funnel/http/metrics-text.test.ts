import { expect, test } from 'vitest';
import { serveMemory } from './service.test.fixture.ts';

/** By the grammar of Prometheus's text format: comment lines, then samples of that family. */
function parse(text: string): Map<string, { type: string; samples: Map<string, number> }> {
  const families = new Map<string, { type: string; samples: Map<string, number> }>();
  expect(text.endsWith('\n')).toBe(true);
  let name = '';
  for (const line of text.trimEnd().split('\n')) {
    const help = /^# HELP ([a-z_]+) \S.*[.]$/.exec(line);
    const type = /^# TYPE ([a-z_]+) (counter|gauge)$/.exec(line);
    const sample = /^([a-z_]+)(\{[a-z]+="[^"\\\n]*"\})? (\S+)$/.exec(line);
    if (help !== null) {
      name = help[1]!;
      expect(families.has(name), 'each family once').toBe(false);
    } else if (type !== null) {
      expect(type[1]).toBe(name);
      families.set(name, { type: type[2]!, samples: new Map() });
    } else {
      expect(sample?.[1], line).toBe(name);
      families.get(name)!.samples.set(sample![2] ?? '', Number(sample![3]));
    }
  }
  return families;
}

async function scrape(get: (path: string) => Promise<Response>) {
  const answer = await get('/metrics');
  expect(answer.headers.get('content-type')).toBe('text/plain; version=0.0.4; charset=utf-8');
  return parse(await answer.text());
}

test('every sample is a finite number of a family with HELP and TYPE, counters end in _total', async () => {
  const { get, post } = await serveMemory();
  await post('/api/cache/warm', '{"rebuild_bloom":true}');
  for (const [name, { type, samples }] of await scrape(get)) {
    expect(name.endsWith('_total')).toBe(type === 'counter');
    for (const value of samples.values()) expect(Number.isFinite(value), name).toBe(true);
  }
});

test('requests by outcome, joined loads, write-backs and answers by status are counted', async () => {
  const { get, post } = await serveMemory();
  for (const id of ['1', '1', '9', '9', 'x']) await get(`/api/seckill/${id}`);
  await post('/api/cache/warm', '{"limit":1,"rebuild_bloom":true}');
  await get('/api/seckill/10');
  const families = await scrape(get);
  const samples = (name: string) => Object.fromEntries(families.get(name)!.samples);
  expect(samples('funnel_requests_total')).toEqual({
    '{outcome="invalid"}': 1,
    '{outcome="filter-reject"}': 1,
    '{outcome="sentinel-hit"}': 1,
    '{outcome="cache-hit"}': 1,
    '{outcome="db-hit"}': 1,
    '{outcome="db-miss"}': 1,
    '{outcome="error"}': 0,
  });
  expect(samples('funnel_write_backs_total')).toEqual({
    '{kind="value"}': 1,
    '{kind="sentinel"}': 1,
  });
  expect(samples('funnel_http_responses_total')).toEqual({
    '{code="200"}': 3,
    '{code="400"}': 1,
    '{code="404"}': 3,
  });
  expect(samples('funnel_joined_total')).toEqual({ '': 0 });
});

test('the filter tells size, fill and estimated rate once it has been built', async () => {
  const { get, post } = await serveMemory();
  const value = async (name: string) => (await scrape(get)).get(name)?.samples.get('');
  expect(await value('funnel_filter_ready')).toBe(0);
  expect(await value('funnel_filter_bits')).toBeUndefined();
  await post('/api/cache/warm', '{"rebuild_bloom":true}');
  expect(await value('funnel_filter_ready')).toBe(1);
  expect(await value('funnel_filter_ids')).toBe(3);
  // 3 ids set at most 60 of 28,756 bits; the estimate is the fill to the power of 20 probes.
  const fill = (await value('funnel_filter_fill_ratio'))!;
  expect(fill * 28_756).toBeGreaterThan(50);
  expect(fill * 28_756).toBeLessThanOrEqual(60);
  expect(await value('funnel_filter_estimated_false_positive_rate')).toBeCloseTo(fill ** 20, 60);
});
