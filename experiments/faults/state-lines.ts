import { setTimeout as delay } from 'node:timers/promises';
import type { Service } from '../../src/funnel/driver.ts';
import type { FaultName } from './plan.ts';

/** What the funnel says is failing under a fault; nothing of MySQL, which is only slow. */
export const failingUnder: Readonly<Record<FaultName, string | undefined>> = {
  'Redis killed': 'Redis',
  'Redis refuses writes': 'Redis writes',
  'MySQL stopped': undefined,
  'MySQL busy': undefined,
};

/** Whether these lines of the funnel's log say anything of `name`. */
export function mention(lines: readonly string[], name: string): boolean {
  return lines.some((line) => line.startsWith(`${name}: `));
}

/** What fails after these lines; `undefined` where one tells again what was told before. */
export function failingAfter(lines: readonly string[]): ReadonlySet<string> | undefined {
  const failing = new Set<string>();
  for (const line of lines) {
    const [name = ''] = line.split(': ', 1);
    const changed = line.endsWith(': works again')
      ? failing.delete(name)
      : failing.size < failing.add(name).size;
    if (!changed) return undefined;
  }
  return failing;
}

const pollMs = 10;

/**
 * Asks for one id after the other until the log has a line that is awaited: a process that is held
 * up may send nothing while a short fault lasts, or nothing after it. Where the line does not come
 * before the ids end, an expectation is broken.
 */
export async function askUntil(
  isLogged: () => boolean,
  service: Service,
  ids: readonly number[],
  signal: AbortSignal,
): Promise<void> {
  for (const id of ids) {
    if (isLogged()) return;
    await service.detail(id);
    await delay(pollMs, undefined, { signal });
  }
}
