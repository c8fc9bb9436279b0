import { contender, plainContender, plainName, type Work } from '../../src/bench/contender.ts';
import { noCompiler } from '../../src/bench/cpp.ts';
import { Expected } from '../../src/bench/expected.ts';
import { manyVariant } from '../../src/bench/own-variants.ts';
import { PlainFilter } from '../../src/bench/plain-program.ts';
import { type Measured, measureRounds, timing } from '../../src/bench/rounds.ts';
import { type Pass, timePasses } from '../../src/bench/time-passes.ts';
import type { Step } from '../../src/bench/variant.ts';
import { BloomFilter } from '../../src/filters/bloom.ts';
import type { Shape } from '../../src/filters/sizing.ts';
import { approximateRate } from '../../src/filters/theory.ts';
import type { Result, Row } from '../../src/lab/experiment.ts';
import { type Random, random } from '../../src/workload/random.ts';
import type { Job } from './job.ts';

/** One filter of ours and, where there is a compiler, the same in plain C++, with the ids 1 … n. */
export interface PairSpec extends Shape {
  readonly n: number;
  readonly rounds: number;
  /** Ids that C++ adds at most; it takes over our bits where there are more. Without it, all. */
  readonly plainAdds?: number;
}

/** A small filter is built until that many times the asked ids were added; the fastest counts. */
const builtTimes = 10;
/** Ids that are added by one call. */
const chunk = 2 ** 20;
/** Small filters with double hashing let more ids pass than the formula says. */
const slack = 3;
const u32End = 2 ** 32;

/**
 * Builds both, and asks both for absent and for present ids, in turns; every round has ids of its
 * own, so that no cache remembers the answer to one. A row for the absent and one for the present.
 */
export async function pairRows(spec: PairSpec, job: Job): Promise<Result[]> {
  const { n, rounds, plainAdds = n } = spec;
  // This process is killed when it is to end.
  const { signal } = new AbortController();
  const plain = job.plain && new PlainFilter(job.plain, spec, { signal });
  try {
    const filter = new BloomFilter(spec);
    const times = Math.ceil((builtTimes * job.params.asked) / n);
    const passes = Array.from({ length: times }, () => building(filter, n));
    const { ns: buildNs } = await timePasses(passes, { before: () => {} });
    let plainBuildNs = Number.POSITIVE_INFINITY;
    for (let time = 0; plain && time < times; time++) {
      plainBuildNs = Math.min(plainBuildNs, (await plain.fill(1, Math.min(n, plainAdds))).ns);
    }
    if (plain && plainAdds < n) await plain.copy(filter);
    const ours = contender(manyVariant(filter));
    const both = plain ? [{ ...plainContender(plain, spec), answers: 'rate' } as const] : [];
    const draw = random(job.seed, 'speed', 'pair', `${spec.bits}`, `${spec.hashes}`);
    const rate = slack * approximateRate(spec, n);
    const measured = await measureRounds(
      [ours, ...both],
      () => absentAndPresent(n, job.params.asked, draw),
      { rounds, random: draw, signal, expected: new Expected({ shape: spec, members: n, rate }) },
    );
    const built = {
      ...{ memoryBytes: filter.byteLength, buildNs },
      plainBuildNs: plain ? plainBuildNs : null,
    };
    return [0, 1].map((presentShare) => {
      const side = measured.filter(
        ({ work }) => work.operation === 'ask' && work.presentShare === presentShare,
      );
      const own = side.find((one) => one.contender === ours)!;
      const reference = side.find((one) => one.contender.name === plainName);
      const row = { bits: spec.bits, hashes: spec.hashes, n, presentShare, rounds, ...built };
      return comparisonRow(row, own, reference);
    });
  } finally {
    if (plain) plain.stop();
  }
}

function comparisonRow(row: Row, own: Measured, reference: Measured | undefined): Result {
  const { ns } = timing(own, own);
  const times = { ns: ns.median, nsLow: ns.low, nsHigh: ns.high };
  if (reference === undefined) {
    const nothing = { plainBuildNs: null, plainNs: null, ratio: null };
    const reasons = Object.fromEntries(Object.keys(nothing).map((name) => [name, noCompiler]));
    return { row: { ...row, ...times, ...nothing }, reasons };
  }
  if (own.visits.some(({ count }, round) => count !== reference.visits[round]!.count)) {
    throw new Error(`${plainName} finds other ids in a filter of ${row.bits} bits`);
  }
  const { ratio } = timing(own, reference);
  const plainNs = timing(reference, reference).ns.median;
  const ratios = { ratio: ratio.median, ratioLow: ratio.low, ratioHigh: ratio.high };
  return { row: { ...row, ...times, plainNs, ...ratios } };
}

/** The ids 1 … n, made where they are added, as those of C++ are. */
function building(filter: BloomFilter, n: number): Pass {
  const ids = new Uint32Array(Math.min(n, chunk));
  const steps: Step[] = [];
  for (let first = 1; first <= n; first += chunk) {
    const some = ids.subarray(0, Math.min(chunk, n - first + 1));
    const run = () => {
      for (let i = 0; i < some.length; i++) some[i] = first + i;
      filter.addMany(some);
    };
    steps.push({ run, count: () => some.length });
  }
  return { ids: n, steps };
}

function absentAndPresent(n: number, asked: number, { below }: Random): Work[] {
  const absent = Uint32Array.from({ length: asked }, () => n + 1 + below(u32End - n - 1));
  const present = Uint32Array.from({ length: asked }, () => 1 + below(n));
  return [
    { operation: 'ask', presentShare: 0, ids: absent },
    { operation: 'ask', presentShare: 1, ids: present },
  ];
}
