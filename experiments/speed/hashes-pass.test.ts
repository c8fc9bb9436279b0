import { expect, test } from 'vitest';
import { BloomModel } from '../../src/filters/bloom-model.test.fixture.ts';
import { probesPerRejection } from './hashes-pass.ts';

test('the probes of a rejection are those up to the first bit that is not set', () => {
  const [bits, hashes, n, asked] = [997, 4, 120, 1_000];
  const model = new BloomModel(bits, hashes);
  for (let id = 1; id <= n; id++) model.add(BigInt(id));
  const probes = Array.from({ length: asked }, (_, index) => {
    const met = model.positions(BigInt(n + 1 + index)).findIndex((at) => !model.set.has(at));
    return met + 1;
  }).filter((probe) => probe > 0);
  expect(probes.length).toBeLessThan(asked);
  const mean = probes.reduce((sum, probe) => sum + probe, 0) / probes.length;
  expect(probesPerRejection({ bits, hashes }, n, asked)).toBeCloseTo(mean, 10);
});
