import type { EventEmitter } from 'node:events';

/** The next event of that name; unlike `once` of node:events it does not fail on an error event. */
export function heard(emitter: EventEmitter, name: string): Promise<void> {
  return new Promise((resolve) => {
    emitter.once(name, () => resolve());
  });
}
