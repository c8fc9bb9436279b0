import { describe, expect, it } from 'vitest';
import { drive } from './driver.ts';
import { latch } from './interleave.ts';

const ids = Float64Array.from({ length: 100 }, (_, index) => index);

/** A clock that goes on by a microsecond each time it is looked at. */
function clock() {
  let ns = 0n;
  return () => {
    ns += 1_000n;
    return ns;
  };
}

const options = () => ({ now: clock(), signal: new AbortController().signal });

describe('drive', () => {
  it('sends every id once, in order at concurrency 1, and times each', async () => {
    const asked: unknown[] = [];
    const detail = async (id: unknown) => {
      asked.push(id);
      return { outcome: 'db-miss' as const };
    };
    const { latencyNs, elapsedNs } = await drive({ detail }, ids, { concurrency: 1, ...options() });
    expect(asked).toEqual([...ids]);
    expect([latencyNs.count, latencyNs.max]).toEqual([100, 1_000]);
    expect(elapsedNs).toBe(201_000n);
  });

  it('keeps as many requests under way as it was told, and no more', async () => {
    const end = latch();
    let [underWay, most] = [0, 0];
    const detail = async () => {
      most = Math.max(most, ++underWay);
      if (underWay === 7) end.reach();
      await end.reached;
      underWay--;
      return { outcome: 'db-miss' as const };
    };
    await drive({ detail }, ids, { concurrency: 7, ...options() });
    expect(most).toBe(7);
  });

  it('stops when it is aborted, after the requests under way, and says why', async () => {
    const abort = new AbortController();
    let [asked, ended] = [0, 0];
    const detail = async () => {
      if (++asked === 10) abort.abort(new Error('interrupted'));
      await Promise.resolve();
      ended++;
      return { outcome: 'db-miss' as const };
    };
    const driven = drive({ detail }, ids, { concurrency: 4, now: clock(), signal: abort.signal });
    await expect(driven).rejects.toThrow('interrupted');
    expect([asked, ended]).toEqual([10, 10]);
  });

  it('has nothing to say of no requests', async () => {
    const detail = () => Promise.reject(new Error('never asked'));
    const { latencyNs } = await drive({ detail }, [], { concurrency: 8, ...options() });
    expect(latencyNs.count).toBe(0);
  });
});
