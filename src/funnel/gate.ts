/** Thrown to a request for which there was no place in time; HTTP answers 503. */
export class OverloadedError extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'OverloadedError';
  }
}

/** The bounds of a gate. */
export interface GateOptions {
  /** Tasks that may run at once, >= 1. */
  readonly places: number;
  /** Tasks that may wait for a place; one more is refused at once. */
  readonly queueLimit: number;
  /** Longest wait for a place, in milliseconds. */
  readonly waitMs: number;
}

/** What a gate holds now. */
export interface GateLoad {
  readonly running: number;
  readonly waiting: number;
}

interface Waiter {
  readonly enter: () => void;
  readonly timer: NodeJS.Timeout;
}

/**
 * Bounds what reaches MySQL when the cache in front of it is gone: a bounded number of loads at
 * once, a bounded queue behind them, a bounded wait in it. Waiting is first come, first served.
 */
export class Gate {
  readonly #options: GateOptions;
  // A Set keeps the order of arrival and lets a waiter whose time is up leave from the middle.
  readonly #waiting = new Set<Waiter>();
  #running = 0;

  constructor(options: GateOptions) {
    this.#options = options;
  }

  get load(): GateLoad {
    return { running: this.#running, waiting: this.#waiting.size };
  }

  /**
   * Runs `task` when a place is free.
   * @throws OverloadedError when the queue is full or the wait was too long; `task` did not run.
   */
  async run<T>(task: () => Promise<T>): Promise<T> {
    if (this.#running < this.#options.places) this.#running++;
    else await this.#place();
    try {
      return await task();
    } finally {
      this.#leave();
    }
  }

  #place(): Promise<void> {
    const { queueLimit, waitMs } = this.#options;
    if (this.#waiting.size >= queueLimit) {
      throw new OverloadedError(`${queueLimit} are waiting for a place already`);
    }
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => {
        this.#waiting.delete(waiter);
        reject(new OverloadedError(`no place within ${waitMs} ms`));
      }, waitMs);
      const waiter: Waiter = { enter: resolve, timer };
      this.#waiting.add(waiter);
    });
  }

  /** Hands the place to the one who waited longest, so that `#running` never exceeds `places`. */
  #leave(): void {
    const [next] = this.#waiting;
    if (next === undefined) {
      this.#running--;
      return;
    }
    this.#waiting.delete(next);
    clearTimeout(next.timer);
    next.enter();
  }
}
