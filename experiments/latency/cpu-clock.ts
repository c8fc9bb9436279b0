import type { Scene } from '../../src/lab/scene.ts';
import { processCpuSeconds, redisCpuSeconds } from '../../src/servers/cpu.ts';

/** CPU seconds that were used while something was measured; `null` where nothing tells them. */
export interface CpuSeconds {
  readonly client: number;
  readonly redis: number;
  readonly mysql: number | null;
}

/** Begins to count the CPU seconds of this process and of both servers; the end gives them. */
export async function beginCpu(scene: Scene, mysqlPid: number): Promise<() => Promise<CpuSeconds>> {
  const read = async () => ({
    redis: await redisCpuSeconds(scene.redis),
    mysql: processCpuSeconds(mysqlPid),
    own: process.cpuUsage(),
  });
  const before = await read();
  return async () => {
    const after = await read();
    const ownMicros = after.own.user - before.own.user + after.own.system - before.own.system;
    return {
      client: ownMicros / 1e6,
      redis: after.redis - before.redis,
      mysql:
        before.mysql === undefined || after.mysql === undefined ? null : after.mysql - before.mysql,
    };
  };
}
