// Many ids at once: all of them take the same probe, and those whose bit is set go on to the next.
// Where a loop for each id would end cannot be predicted; asking this way there is nothing to
// predict. Each probe is three loops, for positions, bits and survivors: the bits are loaded where
// nothing depends on a load before, so that many are under way when they are not in the cache.

import { biased, extraOf, firstHashes, pairAt, remainder, stepped, stridesOf } from './lanes';
import { AFTER_FIRST, AFTER_SECOND, FOUND, POSITIONS, RESTS, STRIDES, SUMS } from './memory';
import { wordAt } from './probe';
import { bits, hashes } from './shape';

/** How many of the `count` ids at `ids` are maybe present. */
export function countBatch(ids: usize, count: usize): usize {
  const asked = askBatch(ids, count);
  let present: usize = 0;
  for (let i: usize = 0; i < asked; i++) present += load<u8>(FOUND + i);
  return present;
}

/** Writes 0 or 1 to `answers` for each of the `count` ids at `ids`. */
export function answerBatch(ids: usize, count: usize, answers: usize): void {
  const asked = askBatch(ids, count);
  memory.fill(answers, 0, count);
  for (let i: usize = 0; i < asked; i++) {
    store<u8>(answers + load<u8>(AFTER_FIRST + load<u8>(AFTER_SECOND + i)), load<u8>(FOUND + i));
  }
}

/** @returns for how many ids, those of `AFTER_SECOND`, all other probes were asked: see `FOUND` */
function askBatch(ids: usize, count: usize): usize {
  firstProbes(ids, count);
  findBits(count);
  const first = keepFound(AFTER_FIRST, count);
  secondProbes(ids, first);
  findBits(first);
  const second = keepFound(AFTER_SECOND, first);
  otherProbes(second);
  return second;
}

/** Four ids a turn: what lies beyond the last one is not looked at. */
function firstProbes(ids: usize, count: usize): void {
  for (let i: usize = 0; i < count; i += 4) {
    const at = ids + (i << 3);
    const sums = firstHashes(load<u64>(at), load<u64>(at, 8));
    const others = firstHashes(load<u64>(at, 16), load<u64>(at, 24));
    v128.store(SUMS + (i << 3), sums);
    v128.store(SUMS + (i << 3), others, 16);
    v128.store(POSITIONS + (i << 3), remainder(sums));
    v128.store(POSITIONS + (i << 3), remainder(others), 16);
  }
}

/** Eight bits a turn, so that a turn has one store. */
function findBits(count: usize): void {
  for (let i: usize = 0; i < count; i += 8) {
    const at = POSITIONS + (i << 3);
    store<u64>(FOUND + i, fourBits(at) | (fourBits(at + 32) << 32));
  }
}

function fourBits(at: usize): u64 {
  return (
    (wordAt(load<u64>(at)) & 1) |
    ((wordAt(load<u64>(at, 8)) & 1) << 8) |
    ((wordAt(load<u64>(at, 16)) & 1) << 16) |
    ((wordAt(load<u64>(at, 24)) & 1) << 24)
  );
}

/** Writes the places where `FOUND` is 1 to `places`, four a turn. @returns how many they are */
function keepFound(places: usize, count: usize): usize {
  // None of those with which the last turn is filled up.
  store<u32>(FOUND + count, 0);
  let end = places;
  for (let i: usize = 0; i < count; i += 4) {
    store<u8>(end, <u8>i);
    end += load<u8>(FOUND + i);
    store<u8>(end, <u8>(i + 1));
    end += load<u8>(FOUND + i, 1);
    store<u8>(end, <u8>(i + 2));
    end += load<u8>(FOUND + i, 2);
    store<u8>(end, <u8>(i + 3));
    end += load<u8>(FOUND + i, 3);
  }
  // A partner for the last one, where they are odd in number.
  store<u8>(end, 0);
  return end - places;
}

/** Takes the ids of `AFTER_FIRST` one probe on; what belongs to them moves to the front. */
function secondProbes(ids: usize, count: usize): void {
  const m = i64x2.splat(bits);
  for (let i: usize = 0; i < count; i += 2) {
    const place0 = <usize>load<u8>(AFTER_FIRST + i);
    const place1 = <usize>load<u8>(AFTER_FIRST + i, 1);
    const id0 = load<u64>(ids + (place0 << 3));
    const id1 = load<u64>(ids + (place1 << 3));
    const strides = stridesOf(id0, id1);
    const rests = remainder(strides);
    const within = i64x2.sub(rests, m);
    const sums = i64x2.add(biased(pairAt(SUMS, place0, place1)), strides);
    const firsts = pairAt(POSITIONS, place0, place1);
    const seconds = stepped(firsts, within, extraOf(rests), sums, biased(strides));
    v128.store(SUMS + (i << 3), sums);
    v128.store(POSITIONS + (i << 3), seconds);
    v128.store(STRIDES + (i << 3), strides);
    v128.store(RESTS + (i << 3), rests);
  }
}

/**
 * Nearly all that are left are members, so all other probes are asked in one loop, and only after
 * four of them whether to go on.
 */
function otherProbes(count: usize): void {
  const k = hashes;
  const m = i64x2.splat(bits);
  for (let i: usize = 0; i < count; i += 2) {
    const place0 = <usize>load<u8>(AFTER_SECOND + i);
    const place1 = <usize>load<u8>(AFTER_SECOND + i, 1);
    const strides = pairAt(STRIDES, place0, place1);
    const rests = pairAt(RESTS, place0, place1);
    const within = i64x2.sub(rests, m);
    const extra = extraOf(rests);
    const bound = biased(strides);
    let sums = pairAt(SUMS, place0, place1);
    let positions = pairAt(POSITIONS, place0, place1);
    let words0: u64 = 1;
    let words1: u64 = 1;
    let probe: u32 = 2;
    while (probe < k && ((words0 | words1) & 1) != 0) {
      const end = min(probe + 4, k);
      for (; probe < end; probe++) {
        sums = i64x2.add(sums, strides);
        positions = stepped(positions, within, extra, sums, bound);
        words0 &= wordAt(i64x2.extract_lane(positions, 0));
        words1 &= wordAt(i64x2.extract_lane(positions, 1));
      }
    }
    store<u8>(FOUND + i, <u8>(words0 & 1));
    store<u8>(FOUND + i, <u8>(words1 & 1), 1);
  }
}
