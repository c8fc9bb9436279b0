import type { Drive } from '../funnel/driver.ts';
import type { Answer, Funnel, FunnelStats } from '../funnel/funnel.ts';
import type { OpenLoop } from '../funnel/open-loop.ts';
import type { Sku } from '../funnel/sku.ts';
import type { Addresses, FunnelSetup } from './open-funnel.ts';
import type { ProcessUsage } from './process-usage.ts';

/** A funnel for another process: what cannot be sent is given by name. */
export interface ProcessSetup
  extends Pick<FunnelSetup, 'cache' | 'singleFlight' | 'table' | 'news'> {
  /** One of `articleDefences`. */
  readonly defence: string;
  /** Path of the generator of the TTLs' jitter. */
  readonly seedPath: readonly string[];
  /** Milliseconds for which every load waits when MySQL has answered. */
  readonly loadDelayMs?: number;
}

/** As for `openLoop` of the funnel; Poisson arrivals come from the generator of a path. */
export interface ProcessOpenLoop {
  readonly ratePerSecond: number;
  readonly inFlightLimit: number;
  readonly arrivals: 'fixed' | { readonly poisson: readonly string[] };
}

/** A result whose samples are plain numbers, and so can be sent. */
export type Sent<T> = { readonly [K in keyof T]: T[K] extends { toArray(): infer A } ? A : T[K] };

/** What the process of a funnel can be asked to do; `open` once, and first. */
export interface FunnelCalls {
  open(addresses: Addresses, setup: ProcessSetup): Promise<void>;
  detail(id: unknown): Promise<Answer>;
  insertSku(sku: Sku): ReturnType<Funnel['insertSku']>;
  deleteSku(id: string): ReturnType<Funnel['deleteSku']>;
  rebuild(): Promise<void>;
  stats(): Promise<FunnelStats>;
  serve(): Promise<string>;
  usage(): Promise<ProcessUsage>;
  drive(ids: Float64Array, concurrency: number): Promise<Sent<Drive>>;
  openLoop(ids: Float64Array, options: ProcessOpenLoop): Promise<Sent<OpenLoop>>;
}
