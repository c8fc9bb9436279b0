import type { IdStream } from '../hashing/streams.ts';

/** Large enough that a call costs nothing beside its ids, small enough for the cache. */
const blockLength = 8192;

/** Hands the next `count` ids of a stream on, in blocks; a block is only valid during its call. */
export function forEachBlock(
  ids: IdStream,
  count: number,
  use: (block: BigUint64Array) => void,
): void {
  const block = new BigUint64Array(Math.min(blockLength, count));
  for (let left = count; left > 0; left -= block.length) {
    const part = block.subarray(0, Math.min(left, block.length));
    ids.fill(part);
    use(part);
  }
}

/** Anything that answers 1 (maybe) or 0 (no) for many ids. */
export interface Answers {
  hasMany(ids: BigUint64Array, out: Uint8Array): Uint8Array;
}

/** How many of the next `count` ids of a stream pass; `onPassing` is told each of them. */
export function countPassing(
  filter: Answers,
  ids: IdStream,
  count: number,
  onPassing: (id: bigint) => void = () => {},
): number {
  const answers = new Uint8Array(blockLength);
  let passing = 0;
  forEachBlock(ids, count, (block) => {
    filter.hasMany(block, answers);
    for (let i = 0; i < block.length; i++) {
      if (answers[i] !== 0) {
        passing++;
        onPassing(block[i]!);
      }
    }
  });
  return passing;
}
