import { expect, test } from 'vitest';
import { BloomFilter } from '../filters/bloom.ts';
import type { Visit, Work } from './contender.ts';
import { Expected } from './expected.ts';
import { firstIds } from './workloads.ts';

const shape = { bits: 4_793, hashes: 7 };
const expected = new Expected({ shape, members: 500, rate: 0.01 });
const ids = Uint32Array.from({ length: 10_000 }, (_, index) => index + 1);
const ask: Work = { operation: 'ask', presentShare: 0.05, ids };
const visit = (count: number, asked = ids.length): Visit => {
  return { ids: asked, count, ns: 1, warnings: [] };
};

const filter = new BloomFilter(shape);
filter.addMany(firstIds(500));
const passing = filter.countMany(ids);

test('a filter of the scheme must find what ours finds, and no id more or less', () => {
  expect(passing).toBeGreaterThan(520);
  expect(expected.fault('scheme', ask, visit(passing))).toBeUndefined();
  expect(expected.fault('scheme', ask, visit(passing + 1))).toContain(`instead of ${passing}`);
  expect(expected.fault('scheme', ask, visit(filter.countMany(ids.subarray(0, 600)), 600))).toBe(
    undefined,
  );
});

test('an exact set must find the present ids alone', () => {
  expect(expected.fault('exact', ask, visit(500))).toBeUndefined();
  expect(expected.fault('exact', ask, visit(501))).toContain('instead of 500');
});

test('another filter must find all present ids and no more others than its rate allows', () => {
  expect(expected.fault('rate', ask, visit(595))).toBeUndefined();
  expect(expected.fault('rate', ask, visit(499))).toContain('500 are present');
  expect(expected.fault('rate', ask, visit(700))).toContain('0.01 of the others may pass');
});

test('a build must add what it was given, and what does not ask is not judged', () => {
  const build: Work = { operation: 'build', ids };
  expect(expected.fault('scheme', build, visit(ids.length))).toBeUndefined();
  expect(expected.fault('scheme', build, visit(1))).toContain('added 1 of 10000 ids');
  expect(expected.fault('nothing', ask, visit(0))).toBeUndefined();
});

test('a scan is judged by the ids of its range', () => {
  const scan: Work = { operation: 'scan', from: 401, to: 10_400 };
  const right = filter.countRange(401, 10_400);
  expect(expected.fault('scheme', scan, visit(right))).toBeUndefined();
  expect(expected.fault('scheme', scan, visit(right - 1))).toContain(`instead of ${right}`);
});
