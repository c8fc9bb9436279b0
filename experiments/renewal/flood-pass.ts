import { type OpenLoop, openLoop } from '../../src/funnel/open-loop.ts';
import { beginAudit } from '../../src/lab/audit.ts';
import type { Lab, Result } from '../../src/lab/experiment.ts';
import type { Scene } from '../../src/lab/scene.ts';
import { contiguous } from '../../src/workload/population.ts';
import { variantRow } from './flood-rows.ts';
import { floodIds, type Line, openLines, totalRate } from './lines.ts';
import type { Lives } from './lives.ts';
import { sampled } from './over-time.ts';
import type { Parameters } from './plan.ts';
import { placeOf } from './variants.ts';

/** What may be under way at once; one more request is dropped, and counted. */
const inFlightLimit = 512;

/** Redis goes by a clock of its own, of whole milliseconds. */
const clocksNs = 20_000_000n;

/**
 * A flood of random ids that lasts, Poisson arrivals in an open loop: groups of ids that differ by
 * their number and by the lives of their entries, all at once on one Redis and one MySQL.
 */
export async function floodPass(lab: Lab, params: Parameters): Promise<Result[]> {
  const scene = await lab.stage.scene(contiguous(params.skus));
  try {
    const lines = await openLines(scene, lab, params);
    const funnels = [...new Set(lines.map(({ funnel }) => funnel))];
    const lives = [...new Set(lines.map((line) => line.lives))];
    const ids = floodIds(lines, lab, params);
    const endAudit = await beginAudit(scene, funnels);
    const work = flood(ids, lines, lab);
    const { result: driven, rows } = await sampled(work, lives, scene, lab, params.seconds);
    const alive = await aliveByBoth(scene, lives, lab, longestOfLate(driven, lines));
    const audit = await endAudit(driven.sent);
    const whole = {
      ...{ pass: 'flood', offered: ids.length, sent: driven.sent, dropped: driven.dropped },
      requestsPerSecond: (driven.sent * 1e9) / Number(driven.elapsedNs),
      ...{ joined: audit.joined, errors: audit.outcomes.error, lawsBroken: audit.lawsBroken },
      writeFailures: funnels.reduce((sum, funnel) => sum + funnel.stats().writeFailures, 0),
      ...alive,
    };
    const groups = lines.map((line) => ({ row: variantRow(line, params) }));
    return [{ row: whole }, ...groups, ...rows.map((row) => ({ row }))];
  } finally {
    await scene.close();
  }
}

async function flood(ids: Float64Array, lines: readonly Line[], lab: Lab): Promise<OpenLoop> {
  const lineOf = (id: number) => lines[placeOf(id)]!;
  const service = { detail: (id: unknown) => lineOf(Number(id)).funnel.detail(id) };
  return openLoop(service, ids, {
    ...{ arrivals: 'poisson', random: lab.random('arrivals') },
    ...{ ratePerSecond: totalRate(lines), inFlightLimit, now: lab.now, signal: lab.signal },
    onAnswer: (answered) => {
      const id = ids[answered.index]!;
      lineOf(id).tally.record(id, answered);
    },
  });
}

/** The longest of the requests that may have written what is alive at the end, in nanoseconds. */
function longestOfLate({ latencyNs }: OpenLoop, lines: readonly Line[]): number {
  const lives = lines.map(({ variant }) => variant.baseSeconds * (1 + variant.jitter));
  // A second more than the longest life, for those that were under way before.
  const requests = Math.ceil(totalRate(lines) * (Math.max(...lives) + 1));
  return latencyNs
    .toArray()
    .subarray(-requests)
    .reduce((longest, ns) => Math.max(longest, ns), 0);
}

/**
 * The entries that Redis finds when all its keys are looked at, which removes the expired ones,
 * between what the lives of all that was written say: an entry was applied when it was sent or up
 * to `longestNs` later, and the look takes its time.
 */
async function aliveByBoth(scene: Scene, lives: readonly Lives[], lab: Lab, longestNs: number) {
  const aliveAt = (atNs: bigint, lateNs: bigint) =>
    lives.reduce((sum, written) => sum + written.aliveAt(atNs, lateNs), 0);
  const beforeNs = lab.now();
  const aliveFound = (await scene.keys()).length;
  return {
    aliveFound,
    aliveLeast: aliveAt(lab.now(), -clocksNs),
    aliveMost: aliveAt(beforeNs, BigInt(Math.ceil(longestNs)) + clocksNs),
  };
}
