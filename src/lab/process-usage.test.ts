import { setTimeout as delay } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { UsageMeter } from './process-usage.ts';

function block(ms: number): void {
  const end = performance.now() + ms;
  while (performance.now() < end);
}

test('a blocked loop and its CPU time are seen, and the next span begins at zero', async () => {
  const meter = new UsageMeter();
  await delay(5);
  block(200);
  await delay(5);
  const first = meter.take();
  // A busy machine may give us little of the 200 ms.
  expect(first.cpuSeconds).toBeGreaterThan(0);
  expect(first.seconds).toBeGreaterThanOrEqual(0.2);
  expect(first.loopDelayNsMax).toBeGreaterThan(190e6);
  expect(first.loopDelayNsMax).toBeGreaterThanOrEqual(first.loopDelayNsP99);
  expect(first.loopDelayNsP99).toBeGreaterThanOrEqual(first.loopDelayNsP50);
  expect(first.residentBytes).toBeGreaterThan(1e6);
  const second = meter.take();
  expect(second.seconds).toBeLessThan(first.seconds);
  expect([second.loopDelayNsMax, second.gcPauses]).toEqual([0, 0]);
});

test('pauses for garbage are counted', async () => {
  const meter = new UsageMeter();
  let kept: unknown[] = [];
  for (let round = 0; round < 200; round++) {
    kept = Array.from({ length: 10_000 }, (_, index) => ({ round, index }));
  }
  expect(kept).toHaveLength(10_000);
  // Entries are handed out in a turn of the loop of their own.
  await delay(5);
  const usage = meter.take();
  expect(usage.gcPauses).toBeGreaterThan(0);
  expect(usage.gcPauseNsMax).toBeGreaterThan(0);
  expect(usage.gcPauseNsTotal).toBeGreaterThanOrEqual(usage.gcPauseNsMax);
});
