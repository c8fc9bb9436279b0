import { setTimeout as delay } from 'node:timers/promises';
import type { Service } from '../../src/funnel/driver.ts';
import type { FaultName } from './plan.ts';

/** What a fault makes the funnel say of one of its stores; nothing of MySQL, which only is slow. */
export const toldOf: Readonly<Record<FaultName, string | undefined>> = {
  'Redis killed': 'Redis',
  'Redis refuses writes': 'Redis writes',
  'MySQL stopped': undefined,
  'MySQL busy': undefined,
};

/** Whether these lines of the funnel's log say that it fails. */
export function tellOf(lines: readonly string[], name: string): boolean {
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
 * Asks for one of the ids after the other until it is told: a process that is held up may send
 * nothing while a short fault lasts, or nothing after it. What is never told breaks an expectation.
 */
export async function askUntil(
  told: () => boolean,
  service: Service,
  ids: readonly number[],
  signal: AbortSignal,
): Promise<void> {
  for (const id of ids) {
    if (told()) return;
    await service.detail(id);
    await delay(pollMs, undefined, { signal });
  }
}
