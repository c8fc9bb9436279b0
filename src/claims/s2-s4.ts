import { claimsOf } from './claim.ts';

/** S2: shop reviews with Redisson's Bloom filter. */
export const articleS2 = claimsOf('S2', 'A Redisson Bloom filter for shops (Java)', [
  [
    '02',
    'A missing shop is cached as "" for two minutes and repeats stop at Redis.',
    'reproduced; "" saves nothing over `__nil__` under our prefix',
  ],
  [
    '03',
    'Random ids fill Redis with null entries, which is very wasteful.',
    'reproduced: rate x 120 s of live keys',
  ],
  ['06', 'A Bloom filter says “surely not” or “maybe”.', 'reproduced'],
  [
    '10',
    'The false-positive rate can be kept below 1 %.',
    'refuted by a hair at full load: 10,000 ids in 95,850 bits with k = 7 give 1.0040 %',
  ],
  [
    '13',
    'The filter is made for 10,000 ids at 0.01.',
    'reproduced: m = 95,850 (truncated), k = 7, 11,982 B',
  ],
  [
    '16',
    'Nothing is said about more shops than the filter was made for.',
    'conditional: 5.79 % at 1.5 times the capacity, 15.7 % at twice, 43.6 % at three times',
  ],
]);

/** S3: a Bloom filter from scratch. */
export const articleS3 = claimsOf('S3', 'A Bloom filter from scratch (C++)', [
  [
    '07',
    'm = -n ln p / ln² 2 is the smallest number of bits.',
    'conditional: for real k; k = 7 at n = 10^6, p = 0.01 needs 0.08 % more, and the information limit is 44 % lower',
  ],
  ['08', 'k = (m/n) ln 2, rounded.', 'reproduced'],
  [
    '09',
    'n = 10^6 and p = 0.01 give m ≈ 9,585,059.',
    'reproduced as the ceiling; the article’s own code truncates and aligns to 9,585,088',
  ],
  ['10', '… which is 1,198,132 bytes.', 'reproduced to the byte below: 1,198,133 are needed'],
  ['11', '… or 1.14 MB.', 'reproduced, with MB read as MiB'],
  [
    '12',
    '… and k ≈ 6.64, so 7.',
    'reproduced; with k = 7 the rate is 1.0039 %, above the 1 % asked for',
  ],
  [
    '16',
    'A filter of 10^6 bits takes about 125 KB and works with k = 3.',
    'reproduced: 125,000 B; best for 231,000 ids, 46.9 % at 500,000',
  ],
  ['28', 'The share of set bits to the power of k estimates the rate.', 'reproduced within noise'],
  [
    '29',
    '… but not when far fewer ids were inserted than planned.',
    'refuted: right at any load; only small filters miss it, through double hashing',
  ],
  [
    '41',
    'k is rounded up (S0 rounds to the nearest).',
    'refuted as a rule: ceil is worse than round at p = 0.1, 0.05 and 0.03, equal at 0.02, 0.01, 0.001',
  ],
  [
    '47',
    'A test takes a million keys and a million others.',
    'conditional: it shows 1 % to ± 1.95 %, cannot tell 1.0039 % from 1 % and does not see 7e-7',
  ],
  [
    '51',
    'The rate soars when more ids are inserted than planned.',
    'reproduced: 15.7 % in place of 1 % at twice the ids',
  ],
]);

/** S4: a tutorial with a filter on java.util.BitSet. */
export const articleS4 = claimsOf('S4', 'A tutorial filter on BitSet (Java)', [
  ['13', '2<<24 is about 33.55 million bits.', 'reproduced: 33,554,432 bits, 4 MiB'],
  [
    '20',
    'The filter suits its purpose (its capacity is not stated).',
    'k = 7 in 33,554,432 bits is best for 3.32 million ids, at 0.78 %',
  ],
]);
