// Other people's ways from a key to k positions, with their faults. A scheme is a hash, which
// makes two numbers of a key, and a rule, which makes position i of the two.

import { splitmix64 } from '../hash';
import { entry, FIRSTS, IDS, SECONDS } from './block';
import { multiplierOf, polynomial, stdHash } from './string-hashes';
import { SALT, TEXT, textLength, writeText } from './text';

const XOR: u64 = 0x94d049bb133111eb;

let bits: u64 = 1;
let hash: u32 = 0;
let rule: u32 = 0;
let secret: u64 = 0;
let saltLength: u32 = 0;

let first: u64 = 0;
let second: u64 = 0;

export function setScheme(bitCount: u64, hashCode: u32, ruleCode: u32): void {
  bits = bitCount;
  hash = hashCode;
  rule = ruleCode;
}

export function setSecret(key: u64): void {
  secret = key;
}

export function setSaltLength(characters: u32): void {
  saltLength = characters;
}

function neverZero(x: u64): u64 {
  return select<u64>(1, x, x == 0);
}

function hashPair(id: u64): void {
  first = splitmix64(id);
  second = neverZero(splitmix64(id ^ XOR));
}

function hashText(): void {
  const length = textLength();
  first = stdHash(TEXT, length);
  memory.copy(TEXT + length, SALT, saltLength);
  // Without a salt the same function of the same text: both hashes are one.
  second = stdHash(TEXT, length + saltLength);
}

/** Makes key number `i` of the block the one in hand. */
export function takeKey(i: u32): void {
  const id = load<u64>(entry(IDS, i));
  switch (hash) {
    case 0: // made by the host
      first = load<u64>(entry(FIRSTS, i));
      second = load<u64>(entry(SECONDS, i));
      break;
    case 1:
      hashPair(id);
      break;
    case 2: // the second forced to 0
      first = splitmix64(id);
      second = 0;
      break;
    case 3: // no mixer
      first = id;
      second = neverZero(id ^ XOR);
      break;
    case 4: // cut to 32 bits
      first = splitmix64(id) & 0xffffffff;
      second = neverZero(splitmix64(id ^ XOR) & 0xffffffff);
      break;
    case 5: // std::hash of an integer, twice
      first = id;
      second = id;
      break;
    case 6:
      hashPair(id ^ secret);
      break;
    case 7:
      hashPair(splitmix64(id ^ secret));
      break;
    case 8:
      writeText(id);
      hashText();
      break;
    case 9: // S4 hashes the text anew for each position
      writeText(id);
      break;
  }
}

/** The first hash of the key in hand. */
export function firstHash(): u64 {
  return first;
}

/** Position `i` of the key in hand. */
export function positionOf(i: u64): u64 {
  switch (rule) {
    case 0: // S0
      return (first + i * second) % bits;
    case 1: // the same in unbounded arithmetic
      return ((first % bits) + i * (second % bits)) % bits;
    case 2: // S3
      return (first + i * second + i * i) % bits;
    case 3: // bits is a power of two
      return (first + i * second) & (bits - 1);
    case 4: // enhanced double hashing
      return (first + i * second + (i * i * i - i) / 6) % bits;
    case 5: // triple hashing; the third hash is one of the second
      return (first + i * second + i * i * splitmix64(second)) % bits;
    case 6: // k hashes, each with a seed of its own
      return splitmix64(first ^ splitmix64(i)) % bits;
    default: // S4
      return <u64>polynomial(TEXT, textLength(), multiplierOf(<u32>i)) & (bits - 1);
  }
}
