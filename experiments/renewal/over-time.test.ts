import { expect, it } from 'vitest';
import type { Lab } from '../../src/lab/experiment.ts';
import type { Scene } from '../../src/lab/scene.ts';
import { sampled } from './over-time.ts';

/** A Redis that says how often it was asked, and a clock that is far ahead of the machine's. */
function stub() {
  let [looks, nowNs] = [0, 0n];
  const info = async (section: string) => {
    if (section === 'all') looks++;
    return `db0:keys=${looks},expires=0\r\nused_memory:${100 + looks}\r\nexpired_stale_perc:2.5`;
  };
  const now = () => {
    nowNs += 10_000_000_000n;
    return nowNs;
  };
  return {
    scene: { redis: { info, options: {} } } as unknown as Scene,
    lab: { now, signal: new AbortController().signal } as unknown as Lab,
    looks: () => looks,
  };
}

it.each([Promise.resolve('early'), new Promise((resolve) => setImmediate(resolve, 'late'))])(
  'looks as often as the seconds say, however long the work takes',
  async (work) => {
    const { scene, lab } = stub();
    const { rows } = await sampled(work, [], scene, lab, 1.2);
    expect(rows.map(({ keys }) => keys)).toEqual([0, 1, 2]);
    expect(rows.map(({ usedMemoryBytes }) => usedMemoryBytes)).toEqual([0, 1, 2]);
  },
);

it('gives up with the work, whatever is still to be looked at', async () => {
  const { scene, lab, looks } = stub();
  const slow = { ...lab, now: () => 0n };
  await expect(sampled(Promise.reject(new Error('no')), [], scene, slow, 3_600)).rejects.toThrow(
    'no',
  );
  expect(looks()).toBeLessThan(2);
});
