import { claimsOf } from './claim.ts';

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
    '14',
    'The k hashes must be independent of each other.',
    'conditional: two suffice for large filters',
  ],
  [
    '15',
    'Clearing bits breaks other elements.',
    'reproduced: each deletion loses about three other ids at a quarter fill',
  ],
  [
    '16',
    'A filter of 10^6 bits takes about 125 KB and works with k = 3.',
    'reproduced: 125,000 B; best for 231,000 ids, 46.9 % at 500,000',
  ],
  ['17', 'h1 + i·h2 + i² stands in for k hashes.', 'reproduced: 1.0075 % at a theory of 1.0039 %'],
  [
    '18',
    'After four words a fifth may be a false positive.',
    'conditional: with a chance of 1.7e-15',
  ],
  ['19', 'A word that was not added is very likely refused.', 'reproduced'],
  [
    '21',
    'The k hashes of the first version are correlated, which hurts.',
    'refuted: its rate is that of theory',
  ],
  [
    '23',
    'Adding i² is a common, better way.',
    'conditional: better for few ids, the same for many',
  ],
  ['28', 'fill^k estimates the rate.', 'reproduced within noise at any load'],
  [
    '29',
    '… but not when far fewer ids than planned are in.',
    'refuted: it is right at any load; small filters with double hashing miss it when full',
  ],
  ['32', 'Two hash objects give h1 and h2.', 'refuted: both are one function, so h1 = h2'],
  ['33', 'This simple treatment is good enough.', 'refuted: 3.52 % instead of 1 % for strings'],
  [
    '34',
    'It serves integers: intFilter(10000, 0.001).',
    'refuted: 7 % of an enumeration and 7.5 % of random integers pass',
  ],
  [
    '41',
    'k is rounded up (S0 rounds to the nearest).',
    'refuted as a rule: ceil is worse than round at p = 0.1, 0.05 and 0.03, equal at 0.02, 0.01, 0.001',
  ],
  [
    '42',
    'std::hash may collide a lot for types of one’s own.',
    'reproduced, for integers already: it is the identity',
  ],
  [
    '44',
    'Two 32-bit MurmurHash3 values, widened to 64 bits, serve as h1 and h2.',
    'conditional: fine at 10^6 ids; not for very few, nor beyond 2^32 bits',
  ],
  [
    '47',
    'A test takes a million keys and a million others.',
    'conditional: it shows 1 % to ± 1.95 %, cannot tell 1.0039 % from 1 % and does not see 7e-7',
  ],
  [
    '48',
    'If the rate is too high, enlarge m, change the hash or look for patterns.',
    'conditional: a larger m does not cure h1 = h2',
  ],
  [
    '51',
    'The rate soars when more ids are inserted than planned.',
    'reproduced: 15.7 % in place of 1 % at twice the ids',
  ],
  [
    '52',
    'Storing a filter is simple: m, k and the bits are all it takes.',
    'refuted: a file cut in half would load and lose nearly all members; it takes a mark, a scheme, a count and a checksum',
  ],
  [
    '53',
    'A stored filter of other parameters is not loaded.',
    'conditional: other m or k are seen; bits of another hash of the same m and k load and lose their members',
  ],
  [
    '60',
    'Compress the filter with gzip when it is stored.',
    'refuted at design load: half of the bits are set and nothing shrinks',
  ],
]);
