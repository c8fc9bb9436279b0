/**
 * Filters of the ids 1 … n, counted beforehand by independent programs in C++ and in BigInt
 * JavaScript. `passing` are the first absent ids that pass, `counts` how many of (n, to] pass.
 */
export const goldenRows = [
  {
    n: 1000,
    filter: { n: 1000, p: 0.01, bits: 9586, hashes: 7, bitsSet: 5011 },
    fnv: '2a3cfa84b80bc2c2',
    passing: [1089, 1310, 1351, 1439, 1572],
    counts: { 1001000: 10564, 10001000: 106982 },
  },
  {
    n: 10000,
    filter: { n: 10000, p: 0.01, bits: 95851, hashes: 7, bitsSet: 49604 },
    fnv: 'ee892cc4bb1fc4d1',
    passing: [10002, 10248, 10492, 11176, 11408],
    counts: { 1010000: 10058, 10010000: 99826 },
  },
  {
    n: 200000,
    filter: { n: 200000, p: 0.1, bits: 958506, hashes: 3, bitsSet: 446246 },
    fnv: 'b1e2b799727b9ddb',
    passing: [200014, 200015, 200034, 200048, 200052],
    counts: { 1200000: 100839, 10200000: 1011376 },
  },
  {
    n: 200000,
    filter: { n: 200000, p: 0.01, bits: 1917012, hashes: 7, bitsSet: 993787 },
    fnv: 'f84df290ac91133d',
    passing: [200014, 200098, 200239, 200270, 200334],
    counts: { 1200000: 10205, 10200000: 101066 },
  },
  {
    n: 200000,
    filter: { n: 200000, p: 0.001, bits: 2875518, hashes: 10, bitsSet: 1440383 },
    fnv: '7a70edd48cd79abb',
    passing: [200854, 200909, 201672, 202322, 202397],
    counts: { 1200000: 1038, 10200000: 9941 },
  },
  {
    n: 200000,
    filter: { n: 200000, p: 0.0001, bits: 3834024, hashes: 13, bitsSet: 1887889 },
    fnv: 'd05faac6bd63a13c',
    passing: [213721, 222049, 223617, 243583, 245028],
    counts: { 1200000: 85, 10200000: 954 },
  },
  {
    n: 1000000,
    filter: { n: 1000000, p: 0.01, bits: 9585059, hashes: 7, bitsSet: 4966534 },
    fnv: 'e3391a8843909c5d',
    passing: [1000281, 1000442, 1000487, 1000546, 1000629],
    counts: { 2000000: 9883, 11000000: 99925 },
  },
  {
    n: 200000,
    filter: { n: 500000, p: 0.001, bits: 7188794, hashes: 10, bitsSet: 1746341 },
    fnv: 'd826cc29b8a6e6b9',
    passing: [3703687, 4500719, 8778062, 9130835, 11723339],
    counts: { 1000000: 0, 10000000: 4 },
  },
  {
    n: 500000,
    filter: { n: 500000, p: 0.001, bits: 7188794, hashes: 10, bitsSet: 3602934 },
    fnv: '854bb3788c6f827f',
    passing: [501279, 502218, 503141, 503255, 504389],
    counts: { 1000000: 522, 10000000: 9549 },
  },
];

/** One more, beyond the caches, where another kernel works. Counted in C++ and in 32-bit limbs. */
export const largeRow = {
  n: 3600000,
  filter: { n: 3600000, p: 0.001, bits: 51759316, hashes: 10, bitsSet: 25938980 },
  fnv: 'e2d39b613e45191e',
  passing: [3600720, 3601044, 3602012, 3602742, 3605762],
  counts: { 4600000: 1022, 13600000: 10002 },
};
