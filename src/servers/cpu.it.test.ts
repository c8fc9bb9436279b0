import { afterAll, beforeAll, expect, test } from 'vitest';
import { processCpuSeconds, redisCpuSeconds } from './cpu.ts';
import { observe, startRedis } from './redis.ts';
import type { RedisServer } from './server.ts';

let server: RedisServer;
beforeAll(async () => {
  server = await startRedis({ private: true, log: () => {} });
});
afterAll(() => server?.stop());

test.runIf(process.platform === 'linux')(
  'what Linux says of a Redis that has worked is what Redis says of itself',
  async () => {
    const redis = observe(server.options);
    await redis.eval('for i = 1, 5000000 do end', 0);
    const [system, own] = [processCpuSeconds(server.pid!)!, await redisCpuSeconds(redis)];
    redis.disconnect();
    expect(own).toBeGreaterThan(0.01);
    // Two readings, each cut to 10 ms by Linux.
    expect(Math.abs(own - system)).toBeLessThan(0.03);
  },
);

test('of a process that is not there nothing is said', () => {
  expect(processCpuSeconds(2 ** 30)).toBeUndefined();
});
