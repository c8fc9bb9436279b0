import type { RunEvent, Work } from './events.ts';
import { Pace } from './pace.ts';
import type { ExperimentRecord } from './run-record.ts';
import { isLive, type Output, painter } from './terminal.ts';

const barWidth = 24;
const redrawMs = 1_000;

export interface ProgressOptions {
  /** Where it is written: stderr, so that stdout is free for results. */
  readonly output: Output;
  readonly env: NodeJS.ProcessEnv;
  /** Monotonic nanoseconds. */
  now(): bigint;
}

interface RunningCell {
  readonly expectedSeconds: number;
  readonly lanes: number;
  readonly startedNs: bigint;
}

/**
 * Shows a run as it goes: one line that is drawn again and again, with a bar and the remaining
 * time, on a terminal; elsewhere, in CI and where `TERM` is `dumb` a line for each cell.
 */
export class Progress {
  readonly #options: ProgressOptions;
  readonly #live: boolean;
  readonly #paint: ReturnType<typeof painter>;
  #pace = new Pace({ cells: 0, seconds: 0 });
  /** Of the experiment at hand. */
  #left: Work = { cells: 0, seconds: 0 };
  /** The cells that are being done, by name; the oldest first. */
  readonly #running = new Map<string, RunningCell>();
  /** Whether the bar stands on the terminal's last line. */
  #drawn = false;
  #timer: NodeJS.Timeout | undefined;

  constructor(options: ProgressOptions) {
    this.#options = options;
    this.#live = isLive(options.output, options.env);
    this.#paint = painter(options.output, options.env);
  }

  /** Bound, so that it can be handed over as a listener. */
  readonly onEvent = (event: RunEvent): void => {
    switch (event.type) {
      case 'run-started':
        this.#pace = new Pace(event.work);
        this.#timer = this.#live ? setInterval(() => this.#draw(), redrawMs).unref() : undefined;
        break;
      case 'experiment-started':
        this.#left = event.work;
        this.#line(this.#paint('bold', startLine(event.title, event.work, event.cellsKept)));
        break;
      case 'cell-started':
        this.#running.set(event.name, { ...event, startedNs: this.#options.now() });
        break;
      case 'cell-done':
        this.#cellDone(event.name, event.seconds);
        break;
      case 'experiment-ended':
        this.#pace.drop(this.#left);
        this.#running.clear();
        this.#line(endLine(event.record));
        break;
      case 'log':
        this.#line(event.line);
    }
    this.#draw();
  };

  /** Leaves the terminal as it was found. */
  close(): void {
    clearInterval(this.#timer);
    this.#running.clear();
    this.#wipe();
  }

  #cellDone(name: string, seconds: number): void {
    const cell = this.#running.get(name);
    if (cell === undefined) {
      return;
    }
    const expectedSeconds = cell.expectedSeconds / cell.lanes;
    this.#running.delete(name);
    this.#pace.cellDone(expectedSeconds, seconds / cell.lanes);
    this.#left = {
      cells: this.#left.cells - 1,
      seconds: this.#left.seconds - expectedSeconds,
    };
    if (!this.#live) {
      this.#line(`${name} done in ${seconds.toFixed(1)} s (${this.#state()})`);
    }
  }

  /** `3/20, about 0:45 left` */
  #state(): string {
    const { cells, cellsDone } = this.#pace;
    const nowNs = this.#options.now();
    const elapsedSeconds = [...this.#running.values()].reduce(
      (sum, { startedNs, lanes }) => sum + Number(nowNs - startedNs) / 1e9 / lanes,
      0,
    );
    return `${cellsDone}/${cells}, about ${clockTime(this.#pace.secondsLeft(elapsedSeconds))} left`;
  }

  #line(text: string): void {
    this.#wipe();
    this.#options.output.write(`${text}\n`);
  }

  #wipe(): void {
    if (this.#drawn) {
      this.#options.output.write('\r\x1b[2K');
      this.#drawn = false;
    }
  }

  #draw(): void {
    const [name] = this.#running.keys();
    if (!this.#live || name === undefined) {
      return;
    }
    const { output } = this.#options;
    const { cells, cellsDone } = this.#pace;
    const filled = Math.floor((barWidth * cellsDone) / Math.max(1, cells));
    const bar = `${'█'.repeat(filled)}${'░'.repeat(barWidth - filled)}`;
    const others = this.#running.size > 1 ? ` and ${this.#running.size - 1} more` : '';
    const text = `${bar} ${this.#state()}  ${name}${others}`;
    // One short of the width: a full line would make the terminal wrap and the bar walk down.
    this.#wipe();
    this.#drawn = true;
    output.write(this.#paint('cyan', text.slice(0, (output.columns ?? 80) - 1)));
  }
}

function startLine(title: string, { cells, seconds }: Work, cellsKept: number): string {
  const kept = cellsKept > 0 ? `, ${cellsKept} kept` : '';
  const count = `${cells} ${cells === 1 ? 'cell' : 'cells'}`;
  return `${title} (${count}${kept}, about ${clockTime(seconds)})`;
}

function endLine({ id, status, seconds, rows }: ExperimentRecord): string {
  return `${id} ${status}: ${rows} rows in ${seconds.toFixed(1)} s`;
}

/** `1:05`, `2:00:00` */
export function clockTime(seconds: number): string {
  const whole = Math.ceil(seconds);
  const pad = (part: number) => String(part).padStart(2, '0');
  const minutes = Math.floor(whole / 60);
  return minutes < 60
    ? `${minutes}:${pad(whole % 60)}`
    : `${Math.floor(minutes / 60)}:${pad(minutes % 60)}:${pad(whole % 60)}`;
}
