import { BloomFilter } from '../filters/bloom.ts';
import { articleFilter } from '../funnel/defences.ts';
import type { Result } from '../lab/experiment.ts';
import { random } from '../workload/random.ts';
import { allocatedBytes, ownHeap } from './allocation.ts';
import { contender, plainContender, type Work } from './contender.ts';
import { Expected } from './expected.ts';
import { limbVariant } from './js-variants.ts';
import { articleShape, type VariantsOptions } from './measure-variants.ts';
import { PlainFilter } from './plain-program.ts';
import { rejectingVariants } from './rejecting-funnel.ts';
import { measureRounds } from './rounds.ts';
import { timingRows } from './timing-rows.ts';
import type { Variant } from './variant.ts';
import { firstIds, largestId } from './workloads.ts';

/** Calls of one reading of the heap: with 400 bytes each they fit into its youngest part. */
const runCalls = 2_048;
/** A million calls in all. */
const runs = 489;

/**
 * What the funnel takes to reject a request in the process: time, beside the filter in plain C++
 * (where there is no compiler, in JavaScript), and bytes of heap. A row for calls that are awaited
 * one by one, and one for calls that are not.
 */
export async function measureRejections(options: VariantsOptions): Promise<Result[]> {
  const { members, asked, rounds, seed, signal } = options;
  const ids = firstIds(members);
  const comparison = { shape: articleShape, rate: articleFilter.p, members };
  const plain = options.plain && new PlainFilter(options.plain, articleShape, { signal });
  try {
    if (plain) await plain.fill(1, members);
    const reference = plain
      ? plainContender(plain, articleShape)
      : contender(limbVariant(articleShape, ids));
    // One filter for all: V8 calls a WASM function directly only where it has seen no other one.
    const filter = new BloomFilter(articleShape);
    filter.addMany(ids);
    const variants = await rejectingVariants(filter, ids);
    const draw = rejectedIds(filter, members, seed);
    const work = (count: number): Work => ({
      ...{ operation: 'ask', presentShare: 0, ids: draw(count) },
    });
    const measured = await measureRounds(
      [reference, ...variants.map(contender)],
      () => [work(asked)],
      {
        rounds,
        random: random(seed, 'speed', 'rejections', 'order'),
        signal,
        expected: new Expected(comparison),
      },
    );
    const heapBytes = new Map<string, number>();
    for (const variant of variants) heapBytes.set(variant.name, await heapBytesOf(variant, draw));
    const field = { missing: [], reference: reference.name };
    return timingRows(measured, field, members)
      .filter(({ row }) => row.contender !== reference.name)
      .map(({ row, ...rest }) => ({
        row: { ...row, heapBytes: heapBytes.get(`${row.contender}`)! },
        ...rest,
      }));
  } finally {
    if (plain) plain.stop();
  }
}

/** Draws absent ids that the filter rejects: a false positive would ask the stores. */
function rejectedIds(filter: BloomFilter, members: number, seed: string) {
  const { below } = random(seed, 'speed', 'rejections', 'ids');
  const one = (): number => {
    const id = members + 1 + below(largestId - members);
    return filter.has(id) ? one() : id;
  };
  return (count: number) => Uint32Array.from({ length: count }, one);
}

/** Bytes of heap a call, by the medians of the runs and of as many without calls. */
async function heapBytesOf(
  { asker }: Variant,
  draw: (count: number) => Uint32Array,
): Promise<number> {
  const heap = ownHeap();
  const ofRuns = (ids: Uint32Array) => {
    const steps = Array.from({ length: runs }, () => asker!(ids));
    const calls = steps.map((step) => () => step.run());
    return allocatedBytes(calls, heap);
  };
  const ids = draw(runCalls);
  const [calls, none] = [await ofRuns(ids), await ofRuns(ids.subarray(0, 0))];
  return (calls.median - none.median) / runCalls;
}
