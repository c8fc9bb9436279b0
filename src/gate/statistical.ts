import { fillBounds } from '../filters/fill-bounds.ts';
import type { Shape } from '../filters/sizing.ts';
import { rateFromFill } from '../filters/theory.ts';
import { forEachBlock, type IdStream, randomIds } from '../hashing/streams.ts';
import { clopperPearson, type Interval } from '../stats/clopper-pearson.ts';
import { random } from '../workload/random.ts';
import { changeSeen, type RateTest, rateBounds } from './bounds.ts';
import { articleShape, type StatisticalCell } from './cells.ts';
import { type Check, count, type Finding, memberFinding, type Test } from './check.ts';
import { countPassing } from './count-passing.ts';
import { excessMax } from './excess.ts';
import { countFalsePositives } from './false-positives.ts';
import type { GateFilter, Subject } from './subject.ts';

export interface StatisticalOptions {
  readonly subject: Subject;
  readonly seed: string;
  readonly tests: ReadonlySet<Test>;
  /** Of each of the tests `fill` and `rate`. */
  readonly alpha: number;
}

/** What the tests of a cell look at. */
interface Scene extends StatisticalOptions {
  readonly cell: StatisticalCell;
  readonly shape: Shape;
  readonly filter: GateFilter;
  /** The members once more, or the probes, from their start. */
  ids(side: 'members' | 'probes'): IdStream;
}

/** Fills a filter with random members and does the chosen tests; bounds.ts tells why they are. */
export function checkStatistical(cell: StatisticalCell, options: StatisticalOptions): Check[] {
  const { subject, seed, tests } = options;
  const filter = subject.forCapacity(cell.n, cell.p);
  // Filled after the filter, to see whether two filters share their bits.
  const neighbour = subject.forCapacity(cell.n, cell.p);
  const ids = (side: string) => randomIds(random('gate', seed, cell.key, side));
  forEachBlock(ids('members'), cell.n, (block) => filter.addMany(block));
  forEachBlock(ids('neighbours'), cell.n, (block) => neighbour.addMany(block));
  const scene = { ...options, cell, shape: articleShape(cell.n, cell.p), filter, ids };
  return statisticalTests
    .filter(([test]) => tests.has(test))
    .map(([test, check]) => ({ cell: cell.key, test, ...check(scene) }));
}

const statisticalTests: readonly (readonly [Test, (scene: Scene) => Finding])[] = [
  ['shape', checkShape],
  ['fill', checkFill],
  ['rate', checkRate],
  ['members', checkMembers],
];

function checkShape({ filter: { bits, hashes }, shape }: Scene): Finding {
  const text = (of: Shape) => `m = ${count(of.bits)}, k = ${of.hashes}`;
  return {
    holds: bits === shape.bits && hashes === shape.hashes,
    measured: text({ bits, hashes }),
    expected: text(shape),
    values: { bits, hashes },
  };
}

function checkFill({ filter: { bitsSet }, shape, cell, alpha }: Scene): Finding {
  const { low, high } = fillBounds(shape, cell.n, { alpha });
  return {
    holds: bitsSet >= low && bitsSet <= high,
    measured: `${count(bitsSet)} bits set`,
    expected: `${count(low)} … ${count(high)}`,
    values: { bitsSet, low, high, alpha },
  };
}

function checkRate({ filter, shape, cell, ids, alpha }: Scene): Finding {
  const { falsePositives, absentProbes } = countFalsePositives(filter, {
    members: ids('members'),
    memberCount: cell.n,
    probes: ids('probes'),
    probeCount: cell.probes,
  });
  const { bitsSet } = filter;
  const excess = excessMax(shape, cell.n);
  const test: RateTest = { shape, bitsSet, probes: absentProbes, excessMax: excess, alpha };
  const { low, high } = rateBounds(test);
  const rate = falsePositives / absentProbes;
  const interval = clopperPearson(falsePositives, absentProbes);
  return {
    holds: falsePositives >= low && falsePositives <= high,
    measured: `${count(falsePositives)} of ${count(absentProbes)} = ${rateText(rate, interval)}`,
    expected: `${count(low)} … ${count(high)}; sees ${changeText(changeSeen(test))}`,
    values: {
      ...{ falsePositives, probes: absentProbes, rate },
      ...{ intervalLow: interval.low, intervalHigh: interval.high, low, high, alpha },
      ...{ fillRate: rateFromFill(shape, bitsSet), excessMax: excess },
    },
  };
}

/** Nothing seen is an upper bound, not a rate of 0. */
function rateText(rate: number, { low, high }: Interval): string {
  if (rate === 0) return `at most ${percent(high)}`;
  return `${percent(rate)} (${percent(low)} … ${percent(high)})`;
}

function changeText(change: number): string {
  return Number.isFinite(change) ? `+${(100 * change).toPrecision(2)} %` : 'no change';
}

function checkMembers({ filter, cell, ids }: Scene): Finding {
  return memberFinding(countPassing(filter, ids('members'), cell.n), cell.n);
}

function percent(share: number): string {
  return `${(100 * share).toPrecision(4)} %`;
}
