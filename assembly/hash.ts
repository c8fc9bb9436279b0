/**
 * Sebastiano Vigna's splitmix64: adds the golden gamma, then mixes. A bijection of the 64-bit
 * integers, neither keyed nor resistant to crafted input.
 */
export function splitmix64(x: u64): u64 {
  x += 0x9e3779b97f4a7c15;
  x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9;
  x = (x ^ (x >> 27)) * 0x94d049bb133111eb;
  return x ^ (x >> 31);
}
