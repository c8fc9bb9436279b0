// One id a call, one probe after the other, for filters of any size.

import { splitmix64 } from '../hash';
import { moveAcross, moved, setBit, strideOf, wordAt } from './probe';
import { bits, hashes, wrap } from './shape';

export function addPlain(id: u64): void {
  const m = bits;
  const k = hashes;
  const stride = strideOf(id);
  const rest = stride % m;
  const within = rest - m;
  const across = moveAcross(rest, m, wrap);
  let sum = splitmix64(id);
  let position = sum % m;
  setBit(position);
  for (let probe: u32 = 1; probe < k; probe++) {
    sum += stride;
    position = moved(position, select<u64>(across, within, sum < stride), m);
    setBit(position);
  }
}

export function hasPlain(id: u64): bool {
  const m = bits;
  const k = hashes;
  const stride = strideOf(id);
  const rest = stride % m;
  const within = rest - m;
  const across = moveAcross(rest, m, wrap);
  let sum = splitmix64(id);
  let position = sum % m;
  for (let probe: u32 = 1; (wordAt(position) & 1) != 0; probe++) {
    if (probe == k) return true;
    sum += stride;
    position = moved(position, select<u64>(across, within, sum < stride), m);
  }
  return false;
}

/** Writes the position of every probe of `id` to `to`, eight bytes each. */
export function writePositions(id: u64, to: usize): void {
  const m = bits;
  const k = hashes;
  const stride = strideOf(id);
  const rest = stride % m;
  const within = rest - m;
  const across = moveAcross(rest, m, wrap);
  let sum = splitmix64(id);
  let position = sum % m;
  for (let probe: usize = 0; probe < k; probe++) {
    store<u64>(to + (probe << 3), position);
    sum += stride;
    position = moved(position, select<u64>(across, within, sum < stride), m);
  }
}
