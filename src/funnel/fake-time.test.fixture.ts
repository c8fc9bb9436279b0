import { setImmediate as turn } from 'node:timers/promises';

interface Sleeper {
  readonly wakeNs: number;
  readonly wake: () => void;
}

/** A clock that stands still until everybody sleeps, and then goes to the one to wake first. */
export class FakeTime {
  #ns = 0;
  readonly #sleepers: Sleeper[] = [];

  readonly now = (): bigint => BigInt(this.#ns);

  /** Sleeps until a moment, in nanoseconds from the start. */
  until(ns: number): Promise<void> {
    return new Promise((wake) => {
      // Those who wake at the same moment do so in the order in which they lay down.
      const place = this.#sleepers.findIndex(({ wakeNs }) => wakeNs > ns);
      const sleeper = { wakeNs: ns, wake };
      this.#sleepers.splice(place === -1 ? this.#sleepers.length : place, 0, sleeper);
    });
  }

  readonly sleep = (ns: number): Promise<void> => this.until(this.#ns + Math.ceil(ns));

  /** Nobody runs meanwhile: the event loop is blocked. */
  block(ns: number): void {
    this.#ns += ns;
  }

  /** Lets time pass until `work` has ended. */
  async run<T>(work: Promise<T>): Promise<T> {
    let ended = false;
    const end = () => {
      ended = true;
    };
    work.then(end, end);
    for (;;) {
      await turn();
      const sleeper = ended ? undefined : this.#sleepers.shift();
      if (sleeper === undefined) return work;
      this.#ns = Math.max(this.#ns, sleeper.wakeNs);
      sleeper.wake();
    }
  }
}
