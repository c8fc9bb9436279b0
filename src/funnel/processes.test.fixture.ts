import { readdirSync, readFileSync } from 'node:fs';
import { expect, vi } from 'vitest';

/** Stops a process, and waits until each of its threads stands still. */
export async function stopProcess(pid: number): Promise<void> {
  process.kill(pid, 'SIGSTOP');
  const states = () =>
    readdirSync(`/proc/${pid}/task`).map((thread) =>
      readFileSync(`/proc/${pid}/task/${thread}/stat`, 'utf8').replace(/^.*\) (.).*$/s, '$1'),
    );
  await vi.waitFor(() => expect(new Set(states())).toEqual(new Set(['T'])));
}
