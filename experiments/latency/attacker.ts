import { openLoop } from '../../src/funnel/open-loop.ts';
import { noOutcomes } from '../../src/funnel/outcomes.ts';
import { HttpTarget } from '../../src/lab/http-target.ts';
import { answerCalls } from '../../src/lab/remote-child.ts';
import type { Attack, AttackCalls, Order } from './processes.ts';
import { restOnTimers } from './rest.ts';

const inFlightLimit = 512;
const now = process.hrtime.bigint;
// An interruption ends the process.
const { signal } = new AbortController();

async function attack({ url, ids, how }: Order): Promise<Omit<Attack, 'cpuSeconds'>> {
  const target = new HttpTarget(url, inFlightLimit);
  try {
    if ('clients' in how) return await flood(target, ids, how);
    const { ratePerSecond } = how;
    const loop = await openLoop(target, ids, {
      arrivals: 'fixed',
      ratePerSecond,
      inFlightLimit,
      now,
      signal,
      wait: restOnTimers,
    });
    const { sent: requests, outcomes, dropped, elapsedNs } = loop;
    return { requests, outcomes, dropped, seconds: Number(elapsedNs) / 1e9 };
  } finally {
    target.close();
  }
}

async function flood(
  target: HttpTarget,
  ids: Float64Array,
  { clients, ms }: { readonly clients: number; readonly ms: number },
): Promise<Omit<Attack, 'cpuSeconds'>> {
  const outcomes = noOutcomes();
  const startNs = now();
  const endNs = startNs + BigInt(Math.round(ms * 1e6));
  let requests = 0;
  const client = async () => {
    while (requests < ids.length && now() < endNs) {
      const { outcome } = await target.detail(ids[requests++]);
      outcomes[outcome]++;
    }
  };
  await Promise.all(Array.from({ length: clients }, client));
  return { requests, outcomes, dropped: 0, seconds: Number(now() - startNs) / 1e9 };
}

// A process of its own for the experiment `latency`: attacks as it is told.
answerCalls<AttackCalls>({
  attack: async (order) => {
    const before = process.cpuUsage();
    const done = await attack(order);
    const { user, system } = process.cpuUsage(before);
    return { ...done, cpuSeconds: (user + system) / 1e6 };
  },
});
