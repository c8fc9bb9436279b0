// Streams of ids. None of them uses splitmix64, which is the mixer under test: a filter would be
// asked for images of its own hash.

import { entry, IDS } from './block';

let s0: u64 = 0;
let s1: u64 = 0;
let s2: u64 = 0;
let s3: u64 = 0;
let kept: u64 = u64.MAX_VALUE;
let added: u64 = 0;

export function startRandom(a: u64, b: u64, c: u64, d: u64): void {
  s0 = a;
  s1 = b;
  s2 = c;
  s3 = d;
}

/** Of every random id keeps the bits of `mask` and then sets those of `label`. */
export function keepBits(mask: u64, label: u64): void {
  kept = mask;
  added = label;
}

/** xoshiro256** 1.0 of Blackman and Vigna. */
function xoshiro256(): u64 {
  const result = rotl<u64>(s1 * 5, 7) * 9;
  const t = s1 << 17;
  s2 ^= s0;
  s3 ^= s1;
  s1 ^= s2;
  s0 ^= s3;
  s2 ^= t;
  s3 = rotl<u64>(s3, 45);
  return result;
}

export function fillRandom(count: u32): void {
  for (let i: u32 = 0; i < count; i++) {
    store<u64>(entry(IDS, i), (xoshiro256() & kept) | added);
  }
}

let next: u64 = 0;
let step: u64 = 1;
let form: u32 = 0;

/** Counts `first`, `first + by`, … mod 2^64; `as` is the form in which fillCounter writes it. */
export function startCounter(first: u64, by: u64, as: u32): void {
  next = first;
  step = by;
  form = as;
}

function reversed(x: u64): u64 {
  x = ((x >> 1) & 0x5555555555555555) | ((x & 0x5555555555555555) << 1);
  x = ((x >> 2) & 0x3333333333333333) | ((x & 0x3333333333333333) << 2);
  x = ((x >> 4) & 0x0f0f0f0f0f0f0f0f) | ((x & 0x0f0f0f0f0f0f0f0f) << 4);
  return bswap<u64>(x);
}

/** Four ids a millisecond: 42 bits of time, 10 of the machine (1), 12 of the sequence. */
function snowflake(x: u64): u64 {
  return ((1_700_000_000_000 - 1_288_834_974_657 + (x >> 2)) << 22) | (1 << 12) | (x & 3);
}

/** Forms: 0 the number itself, 1 its bits in reverse order, 2 a snowflake. */
export function fillCounter(count: u32): void {
  for (let i: u32 = 0; i < count; i++) {
    let id = next;
    if (form == 1) id = reversed(id);
    if (form == 2) id = snowflake(id);
    store<u64>(entry(IDS, i), id);
    next += step;
  }
}
