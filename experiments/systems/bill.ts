import { brokenLaws, type Law } from '../../src/funnel/conservation.ts';
import type { OutcomeCounts } from '../../src/funnel/outcomes.ts';
import { requestsOf } from '../../src/funnel/outcomes.ts';
import { beginAudit, notComparable } from '../../src/lab/audit.ts';
import type { Scene } from '../../src/lab/scene.ts';
import { callsBetween, readCommandCalls } from '../../src/servers/meters.ts';
import type { OpenSystem, Price } from './open-system.ts';

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
  { funnel, price }: OpenSystem,
): Promise<(outcomes: OutcomeCounts) => Promise<Bill>> {
  const endAudit = await beginAudit(scene, funnel === undefined ? [] : [funnel]);
  const before = await spent(scene);
  return async (outcomes) => {
    const after = await spent(scene);
    const calls = callsBetween(before, after);
    const audit = await endAudit(requestsOf(outcomes));
    const own = funnel === undefined ? '' : audit.lawsBroken;
    const othersSeen = audit.lawsBroken === notComparable;
    return {
      calls,
      expired: audit.expired,
      lawsBroken: othersSeen
        ? notComparable
        : [own, brokenLaws(laws(calls, price(outcomes)))].filter(Boolean).join('; '),
    };
  };
}

async function spent(scene: Scene): Promise<ReadonlyMap<string, number>> {
  const { selects } = await scene.counts();
  return new Map([...(await readCommandCalls(scene.redis)), ['select', selects]]);
}

/** A law for each command that was seen or is due. */
function laws(calls: Price, price: Price): Law[] {
  const names = [...new Set([...Object.keys(calls), ...Object.keys(price)])];
  return names.map((name) => ({ name, measured: calls[name] ?? 0, expected: price[name] ?? 0 }));
}
