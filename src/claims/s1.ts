import { claimsOf } from './claim.ts';

/** S1: the same flash sale, part 5.6, the null sentinel. */
export const articleS1 = claimsOf('S1', 'Flash sale 5.6: the null sentinel (C++)', [
  [
    '01',
    'Without a sentinel every request for a missing id reaches MySQL.',
    'reproduced: as many SELECTs as requests',
  ],
  ['02', 'The cache is useless against such traffic.', 'reproduced: no hit at all'],
  ['07', 'A sentinel stops repeats of one missing id.', 'reproduced after the first request'],
  [
    '08',
    'A Bloom filter stops random missing ids without Redis.',
    'reproduced but for the false positives',
  ],
  [
    '10',
    'With few SKUs (dozens) the sentinel alone is enough.',
    'refuted: absent ids are unlimited whatever the number of SKUs',
  ],
  [
    '11',
    'Sentinel and Bloom filter complement each other.',
    'reproduced: each stops traffic that the other lets through',
  ],
  [
    '24',
    'With 200,000 SKUs a request for 200001 leaves the key seckill:sku:v1:item:200001 = __nil__.',
    'reproduced without the filter; with it the key never appears',
  ],
  ['25', 'Its TTL is about 84 s, that is 60 s and jitter.', 'reproduced: 60 … 90 s'],
  [
    '28',
    'The second request hits the sentinel; MySQL sees nothing.',
    'reproduced by the servers’ own counters',
  ],
  [
    '34',
    'A sentinel costs one small key (the size is not stated).',
    '144 … 160 B with its TTL, by the steps of the tables; MEMORY USAGE says 88 B',
  ],
]);
