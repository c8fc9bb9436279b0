// What the articles hash strings with.

const factor: u64 = 0xc6a4a7935bd1e995;

function folded(x: u64): u64 {
  return x ^ (x >> 47);
}

/**
 * Austin Appleby's MurmurHash64A with the seed of libstdc++: what `std::hash<std::string>` is
 * there on 64-bit machines.
 */
export function stdHash(at: usize, length: u32): u64 {
  let hash: u64 = <u64>0xc70f6907 ^ (<u64>length * factor);
  const whole = at + (length & ~7);
  for (; at < whole; at += 8) hash = (hash ^ (folded(load<u64>(at) * factor) * factor)) * factor;
  const rest = length & 7;
  if (rest != 0) {
    let tail: u64 = 0;
    for (let i: u32 = 0; i < rest; i++) tail |= (<u64>load<u8>(at + i)) << (i << 3);
    hash = (hash ^ tail) * factor;
  }
  return folded(folded(hash) * factor);
}

/** Java's polynomial string hash with another multiplier, wrapping as `int` does. */
export function polynomial(at: usize, length: u32, multiplier: u32): u32 {
  let hash: u32 = 0;
  for (let i: u32 = 0; i < length; i++) hash = multiplier * hash + <u32>load<u8>(at + i);
  return hash;
}

const MULTIPLIERS: usize = memory.data<u8>([3, 7, 11, 13, 31, 37, 61]);

/** The multiplier of S4's hash number `i`, 0 … 6. */
export function multiplierOf(i: u32): u32 {
  return load<u8>(MULTIPLIERS + i);
}
