import { describe, expect, it } from 'vitest';
import { LabError } from '../errors.ts';
import { random } from '../workload/random.ts';
import { FakeTime } from './fake-time.test.fixture.ts';
import { type Answered, type OpenLoopOptions, openLoop } from './open-loop.ts';

const ms = 1e6;
const ids = (count: number) => Float64Array.from({ length: count }, (_, index) => 100 + index);

/** One request a millisecond, on a clock of its own. */
function options(time: FakeTime, changes: Partial<OpenLoopOptions> = {}): OpenLoopOptions {
  return {
    ratePerSecond: 1_000,
    arrivals: 'fixed',
    inFlightLimit: 1_000,
    now: time.now,
    wait: time.sleep,
    signal: new AbortController().signal,
    ...changes,
  } as OpenLoopOptions;
}

const miss = { outcome: 'db-miss' } as const;

/** Answers after so many milliseconds. */
const slow = (time: FakeTime, tookMs: number) => ({
  detail: async () => {
    await time.sleep(tookMs * ms);
    return miss;
  },
});

describe('openLoop', () => {
  it('sends each id when it is due, whatever the answers do', async () => {
    const time = new FakeTime();
    const asked: unknown[] = [];
    const detail = async (id: unknown) => {
      asked.push([id, Number(time.now()) / ms]);
      await time.sleep(50 * ms);
      return miss;
    };
    const run = await time.run(openLoop({ detail }, ids(5), options(time)));
    expect(asked).toEqual([100, 101, 102, 103, 104].map((id, index) => [id, index]));
    expect([run.offered, run.sent, run.dropped, run.keptSchedule]).toEqual([5, 5, 0, true]);
    expect([run.outcomes['db-miss'], run.elapsedNs]).toEqual([5, 54_000_000n]);
    expect([run.latencyNs.percentile(50), run.serviceNs.max]).toEqual([50 * ms, 50 * ms]);
  });

  it('a stall of the service is in the latency of all who came meanwhile', async () => {
    const time = new FakeTime();
    // From 0.1 s to 1.1 s nothing is answered.
    const detail = async () => {
      const now = Number(time.now());
      if (now >= 100 * ms && now < 1_100 * ms) await time.until(1_100 * ms);
      return miss;
    };
    const run = await time.run(openLoop({ detail }, ids(2_000), options(time)));
    const waited = run.latencyNs.toArray().filter((latencyNs) => latencyNs > 0);
    expect(waited.length).toBe(1_000);
    expect(run.latencyNs.percentile(50 + 25)).toBe(500 * ms);
    expect(run.latencyNs.max).toBe(1_000 * ms);
    expect(run.keptSchedule).toBe(true);
  });

  it('a stall of the generator’s own process is in latencyNs, not in serviceNs', async () => {
    const time = new FakeTime();
    let turns = 0;
    const wait = async (ns: number) => {
      await time.sleep(ns);
      if (++turns === 10) time.block(500 * ms);
    };
    const run = await time.run(openLoop(slow(time, 0), ids(1_000), options(time, { wait })));
    expect(run.serviceNs.percentile(99)).toBe(0);
    expect(run.latencyNs.percentile(99)).toBe(490 * ms);
    expect(run.startLagNs.percentile(99)).toBe(490 * ms);
    expect([run.sent, run.keptSchedule]).toEqual([1_000, false]);
  });

  it('drops what would exceed the limit, counts it, and has not kept its schedule', async () => {
    const time = new FakeTime();
    const indices: number[] = [];
    const onAnswer = ({ index }: Answered) => indices.push(index);
    const limits = options(time, { inFlightLimit: 3, onAnswer });
    const run = await time.run(openLoop(slow(time, 100), ids(200), limits));
    // Three at 0 … 2 ms, and three more at 100 … 102 ms, when those have just been answered.
    expect(indices).toEqual([0, 1, 2, 100, 101, 102]);
    expect([run.offered, run.sent, run.dropped]).toEqual([200, 6, 194]);
    expect([run.latencyNs.count, run.startLagNs.count]).toEqual([6, 200]);
    expect(run.keptSchedule).toBe(false);
  });

  it('tells each answer with the moment its request was due', async () => {
    const time = new FakeTime();
    const answered: Answered[] = [];
    const onAnswer = (one: Answered) => answered.push(one);
    await time.run(openLoop(slow(time, 7), ids(2), options(time, { onAnswer })));
    expect(answered).toEqual([
      { index: 0, answer: miss, intendedNs: 0, latencyNs: 7 * ms },
      { index: 1, answer: miss, intendedNs: 1 * ms, latencyNs: 7 * ms },
    ]);
  });

  it('comes at the same moments for the same seed', async () => {
    const moments = async (seed: string) => {
      const time = new FakeTime();
      const due: number[] = [];
      const onAnswer = ({ intendedNs }: Answered) => due.push(intendedNs);
      const poisson = { arrivals: 'poisson', random: random(seed), onAnswer } as const;
      await time.run(openLoop(slow(time, 1), ids(100), options(time, poisson)));
      return due;
    };
    expect(await moments('a')).toEqual(await moments('a'));
    expect(await moments('a')).not.toEqual(await moments('b'));
  });

  it('ends when it is aborted, after the requests under way, and says why', async () => {
    const time = new FakeTime();
    const abort = new AbortController();
    let [asked, ended] = [0, 0];
    const detail = async () => {
      if (++asked === 10) abort.abort(new Error('interrupted'));
      await time.sleep(5 * ms);
      ended++;
      return miss;
    };
    const run = openLoop({ detail }, ids(100), options(time, { signal: abort.signal }));
    await expect(time.run(run)).rejects.toThrow('interrupted');
    expect([asked, ended]).toEqual([10, 10]);
  });

  it('an abort ends a long wait of the real clock at once', async () => {
    const abort = new AbortController();
    const detail = async () => {
      setImmediate(() => abort.abort(new Error('interrupted')));
      return miss;
    };
    const now = () => process.hrtime.bigint();
    const { wait: _, ...real } = options(new FakeTime(), { signal: abort.signal, now });
    const run = openLoop({ detail }, ids(2), { ...real, ratePerSecond: 1e-3 });
    await expect(run).rejects.toThrow('interrupted');
  });

  it('throws what the service threw, and sends no more', async () => {
    const time = new FakeTime();
    let asked = 0;
    const detail = async () => {
      asked++;
      throw new Error('broken');
    };
    await expect(time.run(openLoop({ detail }, ids(9), options(time)))).rejects.toThrow('broken');
    expect(asked).toBe(1);
  });

  it('has nothing to say of no requests', async () => {
    const time = new FakeTime();
    const run = await time.run(openLoop(slow(time, 1), [], options(time)));
    expect([run.offered, run.latencyNs.percentile(99), run.keptSchedule]).toEqual([0, null, true]);
  });

  it('refuses a limit below 1 by name', async () => {
    const time = new FakeTime();
    const none = openLoop(slow(time, 1), ids(1), options(time, { inFlightLimit: 0 }));
    await expect(none).rejects.toThrow(LabError);
    await expect(none).rejects.toThrow('inFlightLimit is 0');
  });
});
