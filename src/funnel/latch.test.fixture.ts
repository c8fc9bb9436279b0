import type { EventEmitter } from 'node:events';

/** A point that a test reaches when it wants: interleavings are forced, not hoped for. */
export interface Latch {
  readonly reached: Promise<void>;
  reach(): void;
}

export function latch(): Latch {
  let reach = () => {};
  const reached = new Promise<void>((resolve) => {
    reach = resolve;
  });
  return { reached, reach: () => reach() };
}

/** The next event of that name; unlike `once` of node:events it does not fail on an error event. */
export function heard(emitter: EventEmitter, name: string): Promise<void> {
  return new Promise((resolve) => {
    emitter.once(name, () => resolve());
  });
}
