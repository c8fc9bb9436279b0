import type { OutcomeCounts } from '../../src/funnel/outcomes.ts';
import { requestsOf } from '../../src/funnel/outcomes.ts';
import { beginAudit, notComparable } from '../../src/lab/audit.ts';
import type { Scene } from '../../src/lab/scene.ts';
import { readCommandCalls } from '../../src/servers/meters.ts';
import type { Price, Subject } from './subjects.ts';

/** What the servers counted, and whether it is what the requests must have cost. */
export interface Bill {
  readonly calls: Price;
  /** Keys that Redis removed because their life had ended. */
  readonly expired: number;
  readonly lawsBroken: string;
}

/**
 * Begins to count every command at Redis and every SELECT. Our own funnel is audited as everywhere;
 * a foreign system is held to its own law, and no command may be seen that the law does not name.
 */
export async function beginBill(
  scene: Scene,
  { funnel, price }: Subject,
): Promise<(outcomes: OutcomeCounts) => Promise<Bill>> {
  const endAudit = await beginAudit(scene, funnel === undefined ? [] : [funnel]);
  const before = await spent(scene);
  return async (outcomes) => {
    const after = await spent(scene);
    const calls = difference(before, after);
    const audit = await endAudit(requestsOf(outcomes));
    const own = funnel === undefined ? '' : audit.lawsBroken;
    const othersSeen = audit.lawsBroken === notComparable;
    return {
      calls,
      expired: audit.expired,
      lawsBroken: othersSeen
        ? notComparable
        : [own, ...broken(calls, price(outcomes))].filter(Boolean).join('; '),
    };
  };
}

async function spent(scene: Scene): Promise<ReadonlyMap<string, number>> {
  const { selects } = await scene.counts();
  return new Map([...(await readCommandCalls(scene.redis)), ['select', selects]]);
}

function difference(before: ReadonlyMap<string, number>, after: ReadonlyMap<string, number>) {
  const calls = [...after].map(([name, count]) => [name, count - (before.get(name) ?? 0)] as const);
  return Object.fromEntries(calls.filter(([, count]) => count !== 0));
}

function broken(calls: Price, price: Price): string[] {
  const names = [...new Set([...Object.keys(calls), ...Object.keys(price)])];
  return names
    .filter((name) => (calls[name] ?? 0) !== (price[name] ?? 0))
    .map((name) => `${name}: ${calls[name] ?? 0}, not ${price[name] ?? 0}`);
}
