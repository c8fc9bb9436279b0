/** SKUs in the article's filter: ids 1 … 200,000. */
export const articleMembers = 200_000;

/**
 * Filters of the ids 1 … n whose bits and false positives in the million ids after n were counted
 * beforehand by independent programs in C++ and in BigInt JavaScript.
 */
export const goldenFilters = [
  { n: 1_000, capacity: 1_000, p: 0.01, bitsSet: 5_011, fp: 10_564 },
  { n: 10_000, capacity: 10_000, p: 0.01, bitsSet: 49_604, fp: 10_058 },
  { n: 200_000, capacity: 200_000, p: 0.1, bitsSet: 446_246, fp: 100_839 },
  { n: 200_000, capacity: 200_000, p: 0.01, bitsSet: 993_787, fp: 10_205 },
  { n: 200_000, capacity: 200_000, p: 0.001, bitsSet: 1_440_383, fp: 1_038 },
  { n: 200_000, capacity: 200_000, p: 1e-4, bitsSet: 1_887_889, fp: 85 },
  { n: 1_000_000, capacity: 1_000_000, p: 0.01, bitsSet: 4_966_534, fp: 9_883 },
] as const;

/** What passes the article's filter from 200,001 on: counted beforehand in C++. */
export const goldenScan = [
  { to: 1_000_000, fp: 0 },
  { to: 10_000_000, fp: 4 },
  { to: 100_000_000, fp: 69 },
  { to: 1_000_000_000, fp: 699 },
] as const;

/** The first of them, counted in C++ and in BigInt JavaScript. */
export const goldenIds = [3_703_687, 4_500_719, 8_778_062, 9_130_835];

/** Bits that the article's filter has set. */
export const articleBitsSet = 1_746_341;

/** 200,001 … `scanTo` in pieces that end at the counted ids and are done beside each other. */
export function scanRanges(scanTo: number): [from: number, to: number][] {
  const ends = [1_000_000, 10_000_000];
  for (let step = 10_000_000; step < scanTo; step *= 10) {
    for (let times = 2; times <= 10; times++) ends.push(times * step);
  }
  const inside = [...ends.filter((end) => end < scanTo), scanTo];
  return inside.map((end, index) => [
    index === 0 ? articleMembers + 1 : inside[index - 1]! + 1,
    end,
  ]);
}
