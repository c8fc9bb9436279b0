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
    '09',
    'One zero bit proves that an id was never stored.',
    'reproduced: no member is ever missed',
  ],
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
  [
    '18',
    'Nothing can be deleted, since bits are shared.',
    'reproduced: each deletion loses about three other ids at a quarter fill',
  ],
]);
