import { fileURLToPath } from 'node:url';
import type { FunnelStats } from '../../src/funnel/funnel.ts';
import type { OutcomeCounts } from '../../src/funnel/outcomes.ts';
import type { Addresses } from '../../src/lab/open-funnel.ts';
import type { ProcessUsage } from '../../src/lab/process-usage.ts';
import { Remote } from '../../src/lab/remote.ts';
import type { AttackedDefence } from './plan.ts';

/** An attack: at a rate, or by clients that each ask again at once for so many milliseconds. */
export interface Order {
  readonly url: string;
  readonly ids: Float64Array;
  readonly how:
    | { readonly ratePerSecond: number }
    | { readonly clients: number; readonly ms: number };
}

/** What became of it. */
export interface Attack {
  readonly requests: number;
  readonly seconds: number;
  readonly outcomes: OutcomeCounts;
  readonly dropped: number;
  readonly cpuSeconds: number;
}

/** What the process of the attackers can be asked to do, one attack at a time. */
export interface AttackCalls {
  attack(order: Order): Promise<Attack>;
}

/** What the process of the services can be asked to do; `open` once, and first. */
export interface ServiceCalls {
  /** Opens a funnel with each defence, its filter built. @returns the URL of each, over HTTP */
  open(
    addresses: Addresses,
    defences: readonly AttackedDefence[],
    seedPath: readonly string[],
  ): Promise<Record<AttackedDefence, string>>;
  stats(defence: AttackedDefence): Promise<FunnelStats>;
  usage(): Promise<ProcessUsage>;
  /** Sends ids through one funnel, without HTTP. @returns the seconds that it took */
  drive(defence: AttackedDefence, ids: Float64Array, concurrency: number): Promise<number>;
}

// Compiled, the modules that the processes run stand beside this one.
const path = (name: string) => fileURLToPath(new URL(`./${name}`, import.meta.url));

/** Attackers in a process of their own, so that the clients of normal users do not wait for them. */
export function startAttackers(log: (line: string) => void): Remote<AttackCalls> {
  return new Remote(path('attacker.js'), 'the attackers', log);
}

/**
 * A service with each defence, in one process: only the one that is asked works, and none of them
 * runs code that is colder than that of the others.
 */
export function startServices(log: (line: string) => void): Remote<ServiceCalls> {
  return new Remote(path('services.js'), 'the services', log);
}
