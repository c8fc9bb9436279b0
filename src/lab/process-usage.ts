import { monitorEventLoopDelay, PerformanceObserver, performance } from 'node:perf_hooks';

/** What a process used, and how long it stood still, between two looks at it. */
export interface ProcessUsage {
  readonly seconds: number;
  /** User and system time of all its threads. */
  readonly cpuSeconds: number;
  /** How late a timer of 1 ms was, in nanoseconds; all three 0 where none fired. */
  readonly loopDelayNsP50: number;
  readonly loopDelayNsP99: number;
  readonly loopDelayNsMax: number;
  /** Pauses for the collection of garbage. */
  readonly gcPauses: number;
  readonly gcPauseNsTotal: number;
  readonly gcPauseNsMax: number;
  /** Resident memory at the second look. */
  readonly residentBytes: number;
}

const resolutionMs = 1;

/** Watches the process it is made in, from then on; it keeps no process alive. */
export class UsageMeter {
  readonly #delays = monitorEventLoopDelay({ resolution: resolutionMs });
  readonly #pauses = new PerformanceObserver((list) => this.#note(list.getEntries()));
  #pausesNs: number[] = [];
  #cpu = process.cpuUsage();
  #sinceMs = performance.now();

  constructor() {
    this.#delays.enable();
    this.#pauses.observe({ entryTypes: ['gc'] });
  }

  #note(entries: readonly { readonly duration: number }[]): void {
    this.#pausesNs.push(...entries.map(({ duration }) => duration * 1e6));
  }

  /** What has been used since the meter was made, or since the last call. */
  take(): ProcessUsage {
    this.#note(this.#pauses.takeRecords());
    const { user, system } = process.cpuUsage(this.#cpu);
    const nowMs = performance.now();
    const usage = {
      seconds: (nowMs - this.#sinceMs) / 1e3,
      cpuSeconds: (user + system) / 1e6,
      loopDelayNsP50: this.#lateness(50),
      loopDelayNsP99: this.#lateness(99),
      loopDelayNsMax: this.#lateness(100),
      gcPauses: this.#pausesNs.length,
      gcPauseNsTotal: this.#pausesNs.reduce((sum, ns) => sum + ns, 0),
      gcPauseNsMax: Math.max(0, ...this.#pausesNs),
      residentBytes: process.memoryUsage.rss(),
    };
    this.#delays.reset();
    this.#pausesNs = [];
    this.#cpu = process.cpuUsage();
    this.#sinceMs = nowMs;
    return usage;
  }

  /** The histogram holds the time from one firing to the next, which is a millisecond at best. */
  #lateness(percentile: number): number {
    return Math.max(0, this.#delays.percentile(percentile) - resolutionMs * 1e6);
  }
}
