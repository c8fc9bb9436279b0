import { setTimeout as delay } from 'node:timers/promises';
import type { Service } from '../../src/funnel/driver.ts';
import type { Lab } from '../../src/lab/experiment.ts';
import { Samples } from '../../src/stats/samples.ts';
import type { Random } from '../../src/workload/random.ts';
import { found } from './common.ts';

const clients = 4;

/** Between an answer and the client's next request; without it refusals would let nothing run. */
const pauseMs = 1;

interface Asked {
  /** The largest id of the table, whose ids have no holes. */
  readonly skus: number;
  /** Present ids are drawn from this many, so that most of them are in the cache soon. */
  readonly hot: number;
  readonly random: Random;
}

export interface Traffic {
  readonly requests: number;
  /** Requests for present ids that were not found. */
  readonly wrong404: number;
  /** Requests for absent ids that MySQL was asked for. */
  readonly absentToMysql: number;
  readonly elapsedNs: number;
  /** From the moment a request was due, so that what holds up the client counts too. */
  readonly latencyNs: Samples;
}

/** Clients that ask for present and absent ids, half and half, until `task` has ended. */
export async function trafficDuring(
  task: () => Promise<unknown>,
  service: Service,
  { skus, hot, random }: Asked,
  { now, signal }: Lab,
): Promise<Traffic> {
  const latencyNs = new Samples();
  const seen = { requests: 0, wrong404: 0, absentToMysql: 0 };
  let ended = false;
  const client = async () => {
    while (!ended && !signal.aborted) {
      const present = random.below(2) === 0;
      const id = present ? 1 + random.below(hot) : skus + 1 + random.below(9 * skus);
      const due = now() + BigInt(pauseMs * 1_000_000);
      await delay(pauseMs);
      const answer = await service.detail(id);
      latencyNs.record(Math.max(0, Number(now() - due)));
      seen.requests++;
      if (present && !found(answer)) seen.wrong404++;
      if (answer.outcome === 'db-miss') seen.absentToMysql++;
    }
  };
  const start = now();
  const running = Array.from({ length: clients }, client);
  try {
    await task();
  } finally {
    ended = true;
    await Promise.all(running);
  }
  signal.throwIfAborted();
  return { ...seen, elapsedNs: Number(now() - start), latencyNs };
}
