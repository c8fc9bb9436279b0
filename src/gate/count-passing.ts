import { forEachBlock, type IdStream } from '../hashing/streams.ts';

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
  const whole = new BigUint64Array(8192);
  const answers = new Uint8Array(whole.length);
  let passing = 0;
  const ask = (block: BigUint64Array) => {
    filter.hasMany(block, answers);
    for (let i = 0; i < block.length; i++) {
      if (answers[i] !== 0) {
        passing++;
        onPassing(block[i]!);
      }
    }
  };
  forEachBlock(ids, count, ask, whole);
  return passing;
}
