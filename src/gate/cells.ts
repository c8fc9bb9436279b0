import { usageError } from '../errors.ts';
import type { Shape } from '../filters/sizing.ts';
import { excessMax } from './excess.ts';

/** A filter of ids 1 … `members` whose every count is known beforehand. */
export interface GoldenCell {
  readonly key: string;
  readonly members: number;
  readonly capacity: number;
  readonly p: number;
  /** Up to which ids false positives are counted, from the first absent one on; ascending. */
  readonly scanEnds: readonly [number, number];
}

/** A filter of `n` random ids at its capacity, asked for `probes` other random ids. */
export interface StatisticalCell {
  readonly key: string;
  readonly n: number;
  readonly p: number;
  readonly probes: number;
}

/** What one run of the gate does. */
export interface GatePlan {
  readonly golden: readonly GoldenCell[];
  readonly statistical: readonly StatisticalCell[];
}

/** Parameters of a project's own, as typed; `probes` follows from the others by default. */
export interface OwnParameters {
  readonly n: number;
  readonly p: number;
  readonly probes?: number | undefined;
}

/** Below these the excess of double hashing is too large and uncertain beside what is looked for. */
const nMin = 100_000;
const pMin = 1e-4;
/** Above these a run takes longer than a gate should, and a filter is of no use. */
const nMax = 10_000_000;
const pMax = 0.5;

/** So many false positives tell a change of 2 %; so many probes take about a second. */
const falsePositivesWanted = 180_000;
const probesWantedMax = 40_000_000;
/** Ids that pass are kept until all members have been looked up among them: half a gigabyte. */
const falsePositivesMax = 10_000_000;

/** The gate of this package's filter. */
export function defaultPlan(): GatePlan {
  const article = { members: 200_000, capacity: 500_000, p: 0.001 };
  return {
    golden: [
      goldenCell(1000, 0.01),
      goldenCell(10_000, 0.01),
      goldenCell(200_000, 0.1),
      goldenCell(200_000, 0.01),
      goldenCell(200_000, 0.001),
      goldenCell(200_000, 0.0001),
      goldenCell(1_000_000, 0.01),
      { ...article, key: 'n=200000 in (500000, 0.001)', scanEnds: [1e6, 1e7] },
      { ...goldenCell(500_000, 0.001), scanEnds: [1e6, 1e7] },
      // Beyond the caches, where other kernels work.
      goldenCell(3_600_000, 0.001),
    ],
    statistical: [
      statisticalCell({ n: 200_000, p: 0.1 }),
      statisticalCell({ n: 200_000, p: 0.01 }),
      statisticalCell({ n: 200_000, p: 0.001 }),
      statisticalCell({ n: 200_000, p: 0.0001 }),
      statisticalCell({ n: 1_000_000, p: 0.01 }),
    ],
  };
}

/**
 * The gate of a project's own parameters; its golden cell takes part when there is a reference.
 * @throws LabError (exit 2) for a value outside its range, which is named.
 */
export function ownPlan(own: OwnParameters, hasReference: boolean): GatePlan {
  const { n, p } = own;
  if (!Number.isInteger(n) || n < nMin || n > nMax) {
    throw usageError(`--set n=${n}: n must be an integer ${nMin} … ${nMax}`);
  }
  if (!(p >= pMin && p <= pMax)) {
    throw usageError(`--set p=${p}: p must lie between ${pMin} and ${pMax} (0.01 = 1 %)`);
  }
  return {
    golden: hasReference ? [goldenCell(n, p)] : [],
    statistical: [statisticalCell(own)],
  };
}

/**
 * The article's sizing, written here once more and not taken from the filter, so that a change of
 * the filter's is seen.
 */
export function articleShape(n: number, p: number): Shape {
  const bits = Math.ceil(-(n * Math.log(p)) / Math.LN2 ** 2);
  return { bits, hashes: Math.max(1, Math.round((bits / n) * Math.LN2)) };
}

function goldenCell(n: number, p: number): GoldenCell {
  const key = `n=${n} p=${p}`;
  return { key, members: n, capacity: n, p, scanEnds: [n + 1e6, n + 1e7] };
}

function statisticalCell({ n, p, probes }: OwnParameters): StatisticalCell {
  const most = probesMax(n, p);
  if (probes !== undefined && (!Number.isInteger(probes) || probes < 1 || probes > most)) {
    const why = 'more would take too much memory or a finer knowledge of double hashing';
    throw usageError(`--set probes=${probes}: probes must be an integer 1 … ${most}; ${why}`);
  }
  const wanted = Math.min(Math.ceil(falsePositivesWanted / p), probesWantedMax, most);
  return { key: `random n=${n} p=${p}`, n, p, probes: probes ?? wanted };
}

/** N·p·δ² <= 0.01: the excess moves FP by at most a tenth of its standard deviation; and memory. */
function probesMax(n: number, p: number): number {
  const hitsMax = 0.01 / excessMax(articleShape(n, p), n) ** 2;
  return Math.floor(Math.min(hitsMax, falsePositivesMax) / p);
}
