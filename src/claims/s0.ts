import { claimsOf } from './claim.ts';

/** S0: flash sale in C++/Drogon, part 5.7, a Bloom filter of one's own. */
export const articleS0 = claimsOf('S0', 'Flash sale 5.7: a Bloom filter of one’s own (C++)', [
  [
    '01',
    'Sentinels keep repeats of one missing id inside Redis, but ids that all differ cost one key each.',
    'reproduced: one key for each distinct missing id',
  ],
  [
    '02',
    'The memory of sentinels grows linearly with the attack’s traffic.',
    'conditional: linear only while nothing expires; in the long run it follows the rate, not the total',
  ],
  [
    '03',
    'The seed data are 200,000 SKUs with contiguous integer ids.',
    'reproduced, and it makes a range check (16 B) or a bitmap (25,000 B) an exact answer',
  ],
  ['04', 'The filter takes about 1 MB of the process.', 'reproduced: 898,600 B of bits'],
  [
    '05',
    'Ids outside the set are answered with 404 at once, without Redis.',
    'conditional: all but the false positives, 7.2e-7 of the absent ids',
  ],
  ['07', 'The filter answers “surely not” or “maybe”.', 'reproduced: no member is answered “no”'],
  [
    '08',
    'There is never a false negative and sometimes a false positive.',
    'reproduced against the ids that were added',
  ],
  [
    '09',
    'Bits and hashes set the false-positive rate; 0.1 % or less can be had.',
    'conditional: also the number of ids; the same filter runs at 7.1e-7 with 200,000 and at 52.8 % with 2,000,000',
  ],
  [
    '10',
    'The false-positive rate is never 0.',
    'conditional: the probability is not, but exactly 0 of [200001, 10^6] and 4 of [200001, 10^7] pass',
  ],
  [
    '11',
    'Elements cannot be deleted: clearing their bits may clear those of others.',
    'reproduced: each deletion loses about three other ids at a quarter fill',
  ],
  [
    '12',
    'A query costs O(k).',
    'conditional: k = 10 is the bound; an absent id is answered after 1.32 bits at 24.3 % fill',
  ],
  [
    '16',
    'With a few dozen SKUs the memory of sentinels is negligible.',
    'refuted: it depends on the ids asked for; 50 SKUs leave more sentinels than 200,000',
  ],
  [
    '17',
    'Of the ids 1 … 10^7, 99.98 % do not exist when there are 200,000 SKUs.',
    'refuted: 98 %; 99.98 % needs a range of 10^9',
  ],
  [
    '18',
    'Each such request writes one sentinel key.',
    'conditional: one for each distinct absent id; 10^7 random draws repeat and leave about 6.19 million',
  ],
  [
    '19',
    'The filter’s memory depends on the number of SKUs, not on the attack.',
    'reproduced, with the configured capacity in place of the SKUs present',
  ],
  ['20', 'm = ceil(-n ln p / ln² 2).', 'reproduced: 7,188,794 for n = 500,000 and p = 0.001'],
  ['21', 'k = round(m/n ln 2).', 'reproduced: 9.9658 rounds to 10'],
  [
    '22',
    'n = 500,000 and p = 0.001 give 7.19 million bits, 0.86 MB and k ≈ 10.',
    'reproduced, with MB read as MiB (0.857 MiB, 0.899 MB)',
  ],
  [
    '23',
    'Position i is (h1 + i·h2) mod m.',
    'refuted as written: the code wraps at 2^64 first, and 76 % of the positions differ',
  ],
  [
    '24',
    'h2 must not be 0, or all positions collapse into one.',
    'conditional: it happens to one id in 2^64; forced, it gives 9.9 % instead of 1 %',
  ],
  [
    '25',
    'splitmix64 spreads any input evenly.',
    'reproduced for every shape of ids tried; but it is invertible and has no key',
  ],
  [
    '26',
    'The two hashes act as independent ones.',
    'refuted for x xor 0x94d049bb133111eb, which swaps them: 1/fill times as many pass',
  ],
  [
    '29',
    'A request passes filter, Redis and MySQL in this order and writes back a value or a sentinel.',
    'reproduced: the laws of conservation hold',
  ],
  [
    '35',
    'The counter of rejections measures the filter’s gain directly.',
    'conditional: it counts rejections, not queries avoided; repeats would have met a sentinel',
  ],
  [
    '36',
    '100 requests for id 200100 give about 100 rejections, no GET and no query.',
    'reproduced: exactly 100, 0 and 0',
  ],
  [
    '37',
    'Without the filter one sentinel for 200100 remains in Redis.',
    'reproduced: one key, TTL 60 … 90 s',
  ],
  [
    '38',
    '… and one more request passes at each expiry of its TTL.',
    'conditional: one when requests come one by one; more when they come together',
  ],
  [
    '39',
    'With ids that differ the rejections rise while Redis keys and MySQL misses hardly move.',
    'reproduced: four false positives in [200001, 10^7]',
  ],
  [
    '41',
    'A constant 1 MB replaces memory that grows with the attack.',
    'reproduced above the break-even of about 6,000 live sentinels',
  ],
  [
    '44',
    'Since code and ids are public, false positives can be computed beforehand (implied).',
    'reproduced: 100 in 129.5 million trials, a matter of seconds',
  ],
]);
