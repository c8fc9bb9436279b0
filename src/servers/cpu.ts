import { readFileSync } from 'node:fs';
import type { Redis } from 'ioredis';
import { parseInfo } from './redis-info.ts';

/** Linux tells programs the CPU time of a process in hundredths of a second, whatever its clock. */
const ticksPerSecond = 100;

/** CPU seconds of a process and all its threads, 10 ms exact; undefined without a Linux `/proc`. */
export function processCpuSeconds(pid: number): number | undefined {
  try {
    // The name, in parentheses, may hold anything; user and system time are fields 14 and 15.
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8')
      .replace(/^.*\) /s, '')
      .split(' ');
    return (Number(fields[11]) + Number(fields[12])) / ticksPerSecond;
  } catch {
    return undefined;
  }
}

/** CPU seconds of a Redis, as it says itself, to the microsecond. */
export async function redisCpuSeconds(redis: Redis): Promise<number> {
  const info = parseInfo(await redis.info('cpu'));
  return Number(info.get('used_cpu_user')) + Number(info.get('used_cpu_sys'));
}
