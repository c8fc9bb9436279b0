import { plainDefences } from '../../src/funnel/defences.ts';
import { drive } from '../../src/funnel/driver.ts';
import type { Funnel } from '../../src/funnel/funnel.ts';
import { openLoop } from '../../src/funnel/open-loop.ts';
import { cacheKey } from '../../src/funnel/sku-cache.ts';
import { beginAudit } from '../../src/lab/audit.ts';
import type { Lab, Result } from '../../src/lab/experiment.ts';
import type { Scene } from '../../src/lab/scene.ts';
import { contiguous } from '../../src/workload/population.ts';
import { type Parameters, shortTtlSeconds } from './plan.ts';

const jitters = [0, 0.5] as const;
const binMs = 100;
const concurrency = 8;
const inFlightLimit = 512;

/** Values that are loaded together, as after a restart, and then asked for evenly. */
export async function bulkPass(lab: Lab, params: Parameters): Promise<Result[]> {
  const scene = await lab.stage.scene(contiguous(params.skus));
  try {
    const shelves = await Promise.all(
      jitters.map(async (jitter, place) => ({
        ...{ jitter, firstId: 1 + place * params.bulk },
        funnel: await scene.funnel({
          defence: plainDefences.sentinel,
          random: lab.random('ttl', String(jitter)),
          cache: { valueTtlSeconds: shortTtlSeconds, jitter },
        }),
      })),
    );
    const endAudit = await beginAudit(
      scene,
      shelves.map(({ funnel }) => funnel),
    );
    await Promise.all(shelves.map((shelf) => load(shelf, lab, params)));
    const startNs = lab.now();
    const ends = await Promise.all(
      shelves.map((shelf) => endsOf(shelf, scene, startNs, lab, params)),
    );
    const asked = await Promise.all(shelves.map((shelf) => ask(shelf, lab, params)));
    const sent = asked.reduce((sum, { driven }) => sum + driven.sent, shelves.length * params.bulk);
    const { lawsBroken } = await endAudit(sent);
    return shelves.flatMap(({ jitter }, place) => {
      const { queries, driven } = asked[place]!;
      return [
        {
          row: {
            ...{ pass: 'bulk', jitter, baseSeconds: shortTtlSeconds, loaded: params.bulk },
            ...{ sent: driven.sent, dropped: driven.dropped, lawsBroken },
            peakQueriesPer100Ms: Math.max(...queries),
            peakPer100Ms: Math.max(...ends[place]!),
          },
        },
        ...queries.map((count, bin) => ({
          row: {
            ...{ pass: 'bulk over time', jitter, atSecond: (bin * binMs) / 1_000 },
            ...{ queries: count, ended: ends[place]![bin] ?? 0 },
          },
        })),
      ];
    });
  } finally {
    await scene.close();
  }
}

interface Shelf {
  readonly funnel: Funnel;
  readonly firstId: number;
}

async function load({ funnel, firstId }: Shelf, lab: Lab, { bulk }: Parameters): Promise<void> {
  const ids = Float64Array.from({ length: bulk }, (_, index) => firstId + index);
  await drive(funnel, ids, { concurrency, now: lab.now, signal: lab.signal });
}

/** How many entries end in each tenth of a second, as Redis tells it. */
async function endsOf(
  { firstId }: Shelf,
  scene: Scene,
  startNs: bigint,
  lab: Lab,
  { bulk, bulkSeconds }: Parameters,
): Promise<number[]> {
  const pipeline = scene.redis.pipeline();
  for (let index = 0; index < bulk; index++) pipeline.pttl(cacheKey(String(firstId + index)));
  const replies = await pipeline.exec();
  const nowMs = Number(lab.now() - startNs) / 1e6;
  const bins = new Array<number>(binsOf(bulkSeconds)).fill(0);
  for (const [, reply] of replies!) {
    // One that has ended already gives -2.
    const bin = Math.max(0, Math.floor((nowMs + Number(reply)) / binMs));
    if (bin < bins.length) bins[bin]!++;
  }
  return bins;
}

function binsOf(seconds: number): number {
  return Math.ceil((seconds * 1_000) / binMs);
}

/** How many requests went to MySQL in each tenth of a second, by when they were due. */
async function ask({ funnel, firstId }: Shelf, lab: Lab, params: Parameters) {
  const random = lab.random('requests', String(firstId));
  const count = Math.round(params.bulkRate * params.bulkSeconds);
  const ids = new Float64Array(count).map(() => firstId + random.below(params.bulk));
  const queries = new Array<number>(binsOf(params.bulkSeconds)).fill(0);
  const driven = await openLoop(funnel, ids, {
    ...{ arrivals: 'poisson', random, ratePerSecond: params.bulkRate, inFlightLimit },
    ...{ now: lab.now, signal: lab.signal },
    onAnswer: ({ answer, intendedNs }) => {
      const bin = Math.floor(intendedNs / 1e6 / binMs);
      if (answer.outcome === 'db-hit' && bin < queries.length) queries[bin]!++;
    },
  });
  return { queries, driven };
}
