import { fileURLToPath } from 'node:url';
import type { Drive, DriveOptions, Service } from '../funnel/driver.ts';
import type { Answer, FunnelStats } from '../funnel/funnel.ts';
import type { OpenLoop } from '../funnel/open-loop.ts';
import type { Sku } from '../funnel/sku.ts';
import { Samples } from '../stats/samples.ts';
import { unlessAborted } from './abort.ts';
import type { FunnelCalls, ProcessOpenLoop, ProcessSetup } from './funnel-calls.ts';
import type { Addresses } from './open-funnel.ts';
import type { ProcessUsage } from './process-usage.ts';
import { Remote } from './remote.ts';

// The compiled module, also where this one is run from its source, as tests do.
const program = fileURLToPath(import.meta.resolve('#dist/src/lab/funnel-child.js'));

/**
 * A funnel in an operating-system process of its own, on the same servers. It ends with
 * {@link stop} and with this process, whatever ends this. A call on one that has ended rejects.
 */
export class FunnelProcess implements Service {
  readonly #remote: Remote<FunnelCalls>;

  private constructor(log: (line: string) => void) {
    this.#remote = new Remote(program, 'a funnel', log);
  }

  /** Resolves when its filter is built. @throws what the process threw; it has ended by then */
  static async open(
    addresses: Addresses,
    setup: ProcessSetup,
    log: (line: string) => void,
  ): Promise<FunnelProcess> {
    const funnel = new FunnelProcess(log);
    try {
      await funnel.#remote.call('open', addresses, setup);
      return funnel;
    } catch (error) {
      await funnel.stop();
      throw error;
    }
  }

  get pid(): number {
    return this.#remote.pid;
  }

  detail(id: unknown): Promise<Answer> {
    return this.#remote.call('detail', id);
  }

  insertSku(sku: Sku): ReturnType<FunnelCalls['insertSku']> {
    return this.#remote.call('insertSku', sku);
  }

  deleteSku(id: string): ReturnType<FunnelCalls['deleteSku']> {
    return this.#remote.call('deleteSku', id);
  }

  rebuild(): Promise<void> {
    return this.#remote.call('rebuild');
  }

  stats(): Promise<FunnelStats> {
    return this.#remote.call('stats');
  }

  /** Serves it over HTTP too, on a free port of loopback, with `x-outcome`. @returns the URL */
  serve(): Promise<string> {
    return this.#remote.call('serve');
  }

  /** What its process has used since the last call; the first one begins to watch. */
  usage(): Promise<ProcessUsage> {
    return this.#remote.call('usage');
  }

  /** As `drive` of the funnel, in that process and by its clock; aborted, it goes on until `stop`. */
  async drive(
    ids: Float64Array,
    { concurrency, signal }: Omit<DriveOptions, 'now'>,
  ): Promise<Drive> {
    const driven = await unlessAborted(this.#remote.call('drive', ids, concurrency), signal);
    return { ...driven, latencyNs: Samples.of(driven.latencyNs) };
  }

  /** As `openLoop` of the funnel, likewise. */
  async openLoop(
    ids: Float64Array,
    { signal, ...options }: ProcessOpenLoop & { readonly signal: AbortSignal },
  ): Promise<OpenLoop> {
    const run = await unlessAborted(this.#remote.call('openLoop', ids, options), signal);
    return {
      ...run,
      latencyNs: Samples.of(run.latencyNs),
      serviceNs: Samples.of(run.serviceNs),
      startLagNs: Samples.of(run.startLagNs),
    };
  }

  /** Ends the process, in the middle of what it does; safe to call again. */
  stop(): Promise<void> {
    return this.#remote.stop();
  }
}
