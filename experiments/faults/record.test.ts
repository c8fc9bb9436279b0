import { expect, test } from 'vitest';
import type { Answer } from '../../src/funnel/funnel.ts';
import { exampleSku } from '../../src/funnel/sku.test.fixture.ts';
import { contiguous } from '../../src/workload/population.ts';
import { where } from '../rows.ts';
import { AnswerRecord } from './record.ts';

const fault = { beginMs: 100, endMs: 200 };
const found = (id: number): Answer => ({ outcome: 'db-hit', sku: exampleSku({ id: String(id) }) });
const missing: Answer = { outcome: 'db-miss' };

/** A record of answers, each `[id, due at ms, took ms, answer]`; the SKUs 1 … 9 exist. */
function recordOf(...answers: readonly (readonly [number, number, number, Answer])[]) {
  const ids = Float64Array.from(answers, ([id]) => id);
  const record = new AnswerRecord({ population: contiguous(9), ids, hot: [], spare: [] });
  answers.forEach(([, dueMs, tookMs, answer], index) => {
    record.add({ index, answer, intendedNs: dueMs * 1e6, latencyNs: tookMs * 1e6 });
  });
  return record;
}

test('requests are told by when they were due, not by when they were answered', () => {
  const record = recordOf([1, 99, 150, found(1)], [2, 100, 1, found(2)], [3, 200, 1, found(3)]);
  const rows = record.windows(fault).map(({ row }) => row);
  expect(rows.map(({ window, answered, slow }) => [window, answered, slow])).toEqual([
    ['before', 1, 1],
    ['during', 1, 0],
    ['after', 1, 0],
  ]);
  const bins = record.bins(300).map(({ row }) => row);
  expect(bins.map(({ atMs, latencyNsMax }) => [atMs, latencyNsMax])).toEqual([
    [0, 150e6],
    [100, 1e6],
    [200, 1e6],
  ]);
});

test('a window of a few requests has no p99, an empty one no latency, and both say why', () => {
  const [before, during] = recordOf([1, 0, 1, found(1)]).windows(fault);
  expect(before!.row).toMatchObject({ latencyNsP99: null, latencyNsMax: 1e6 });
  expect(before!.reasons).toMatchObject({ latencyNsP99: 'n = 1; it takes 100' });
  expect(during!.row).toMatchObject({ latencyNsP50: null, latencyNsMax: null });
});

test('a 404 for what exists, an SKU for what does not, and another SKU are wrong answers', () => {
  const right = [[1, 0, 1, found(1)] as const, [10, 0, 1, missing] as const];
  expect(recordOf(...right).wrongAnswers).toBe(0);
  const failed: Answer = { outcome: 'error', error: 'overloaded' };
  expect(recordOf([1, 0, 1, failed]).wrongAnswers).toBe(0);
  const wrong = recordOf([1, 0, 1, missing], [10, 0, 1, found(10)], [2, 0, 1, found(3)]);
  expect(wrong.wrongAnswers).toBe(3);
});

test('errors are counted, and refusals among them', () => {
  const refused: Answer = { outcome: 'error', error: 'overloaded' };
  const broken: Answer = { outcome: 'error', error: 'database' };
  const record = recordOf([1, 100, 1, refused], [2, 110, 1, broken]);
  const [during] = where(
    record.windows(fault).map(({ row }) => row),
    { window: 'during' },
  );
  expect(during).toMatchObject({ answered: 2, error: 2, refused: 1 });
});

test('trouble lasts to the last answer that was slow or an error', () => {
  expect(recordOf([1, 150, 20, found(1)]).troubleMs(fault)).toBe(0);
  expect(recordOf([1, 150, 120, found(1)], [2, 290, 1, found(2)]).troubleMs(fault)).toBe(70);
  expect(recordOf([1, 290, 1, { outcome: 'error' }]).troubleMs(fault)).toBe(91);
});

test('the first hit after a fault counts from its end', () => {
  const hit: Answer = { outcome: 'cache-hit', sku: exampleSku({ id: '1' }) };
  expect(recordOf([1, 150, 20, hit]).firstHitMs(fault)).toBeUndefined();
  expect(recordOf([1, 150, 20, hit], [1, 220, 5, hit], [1, 210, 1, hit]).firstHitMs(fault)).toBe(
    11,
  );
});

test('what was due while MySQL stood still and was answered then is seen', () => {
  expect(recordOf([1, 105, 1, found(1)], [2, 150, 60, found(2)]).answeredWithin(fault)).toBe(0);
  expect(recordOf([2, 150, 40, found(2)]).answeredWithin(fault)).toBe(1);
});
