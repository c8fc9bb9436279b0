import { type ChildProcess, fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type { Drive, DriveOptions, Service } from '../funnel/driver.ts';
import type { Answer, FunnelStats } from '../funnel/funnel.ts';
import type { OpenLoop } from '../funnel/open-loop.ts';
import type { Sku } from '../funnel/sku.ts';
import { Samples } from '../stats/samples.ts';
import { unlessAborted } from './abort.ts';
import type { Counted } from './audit.ts';
import type {
  CallMessage,
  FunnelCalls,
  ProcessMessage,
  ProcessOpenLoop,
  ProcessSetup,
} from './funnel-calls.ts';
import type { Addresses } from './open-funnel.ts';
import type { ProcessUsage } from './process-usage.ts';

// The compiled module, also where this one is run from its source, as tests do.
const program = fileURLToPath(import.meta.resolve('#dist/src/lab/funnel-child.js'));

/** How long a process that was told to end may take before it is killed. */
const graceMs = 2_000;

interface Caller {
  resolve(value: unknown): void;
  reject(error: unknown): void;
}

/**
 * A funnel in an operating-system process of its own, on the same servers. It ends with
 * {@link stop} and with this process, whatever ends this. A call on one that has ended rejects.
 */
export class FunnelProcess implements Service, Counted {
  readonly #child: ChildProcess;
  readonly #callers = new Map<number, Caller>();
  readonly #ended: Promise<void>;
  #calls = 0;

  private constructor(log: (line: string) => void) {
    // A group of its own: Ctrl-C reaches us alone, and we stop it in order.
    this.#child = fork(program, { serialization: 'advanced', execArgv: [], detached: true });
    this.#child.on('message', (message: ProcessMessage) => {
      if ('line' in message) log(message.line);
      else this.#answered(message);
    });
    this.#ended = new Promise((resolve) => {
      const end = (reason: unknown) => {
        for (const { reject } of this.#callers.values()) {
          reject(new Error(`the process of a funnel has ended (${reason})`));
        }
        this.#callers.clear();
        resolve();
      };
      this.#child.once('exit', (code, signal) => end(signal ?? code));
      this.#child.once('error', end);
    });
  }

  /** Resolves when its filter is built. @throws what the process threw; it has ended by then */
  static async open(
    addresses: Addresses,
    setup: ProcessSetup,
    log: (line: string) => void,
  ): Promise<FunnelProcess> {
    const funnel = new FunnelProcess(log);
    try {
      await funnel.#call('open', addresses, setup);
      return funnel;
    } catch (error) {
      await funnel.stop();
      throw error;
    }
  }

  get pid(): number {
    return this.#child.pid!;
  }

  detail(id: unknown): Promise<Answer> {
    return this.#call('detail', id);
  }

  insertSku(sku: Sku): ReturnType<FunnelCalls['insertSku']> {
    return this.#call('insertSku', sku);
  }

  deleteSku(id: string): ReturnType<FunnelCalls['deleteSku']> {
    return this.#call('deleteSku', id);
  }

  rebuild(): Promise<void> {
    return this.#call('rebuild');
  }

  stats(): Promise<FunnelStats> {
    return this.#call('stats');
  }

  /** Serves it over HTTP too, on a free port of loopback, with `x-outcome`. @returns the URL */
  serve(): Promise<string> {
    return this.#call('serve');
  }

  /** What its process has used since the last call; the first one begins to watch. */
  usage(): Promise<ProcessUsage> {
    return this.#call('usage');
  }

  /** As `drive` of the funnel, in that process and by its clock; aborted, it goes on until `stop`. */
  async drive(
    ids: Float64Array,
    { concurrency, signal }: Omit<DriveOptions, 'now'>,
  ): Promise<Drive> {
    const driven = await unlessAborted(this.#call('drive', ids, concurrency), signal);
    return { ...driven, latencyNs: Samples.of(driven.latencyNs) };
  }

  /** As `openLoop` of the funnel, likewise. */
  async openLoop(
    ids: Float64Array,
    { signal, ...options }: ProcessOpenLoop & { readonly signal: AbortSignal },
  ): Promise<OpenLoop> {
    const run = await unlessAborted(this.#call('openLoop', ids, options), signal);
    return {
      ...run,
      latencyNs: Samples.of(run.latencyNs),
      serviceNs: Samples.of(run.serviceNs),
      startLagNs: Samples.of(run.startLagNs),
    };
  }

  /** Ends the process, in the middle of what it does; safe to call again. */
  async stop(): Promise<void> {
    if (this.#child.connected) this.#child.disconnect();
    const timer = setTimeout(() => this.#child.kill('SIGKILL'), graceMs);
    await this.#ended;
    clearTimeout(timer);
  }

  #call<N extends keyof FunnelCalls>(
    name: N,
    ...args: Parameters<FunnelCalls[N]>
  ): ReturnType<FunnelCalls[N]> {
    const call = this.#calls++;
    const message: CallMessage = { call, name, args };
    const answer = new Promise((resolve, reject) => {
      this.#callers.set(call, { resolve, reject });
      this.#child.send(message, (error) => error && this.#answered({ call, error }));
    });
    return answer as ReturnType<FunnelCalls[N]>;
  }

  #answered(message: Exclude<ProcessMessage, { line: string }>): void {
    const caller = this.#callers.get(message.call);
    this.#callers.delete(message.call);
    if ('error' in message) caller?.reject(message.error);
    else caller?.resolve(message.value);
  }
}
