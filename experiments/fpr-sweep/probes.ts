import { sizeFor } from '../../src/filters/sizing.ts';
import { SchemeFilter } from '../../src/hashing/filter.ts';
import { s0Schemes } from '../../src/hashing/schemes.ts';
import { sidesOf } from '../../src/hashing/streams.ts';
import type { Lab, Result } from '../../src/lab/experiment.ts';
import { stable } from '../rows.ts';
import { rounded } from './rates.ts';

/**
 * How many bits are looked at until one of `asked` absent ids is answered. An id meets probe j + 1
 * if and only if its first j bits are set, that is if it passes a filter with the same bits and j
 * hashes.
 */
export function probesPass(n: number, asked: number, lab: Lab): Result[] {
  const { bits, hashes } = sizeFor(500_000, 0.001);
  const sides = () => sidesOf('random', n, lab.random('ids'));
  const filter = new SchemeFilter(s0Schemes.s0, { bits, hashes });
  filter.addFrom(sides().members, n);
  // met[j]: the ids that are asked for bit j + 1.
  const met = Array.from({ length: hashes }, (_, j) => {
    if (j === 0) return asked;
    const shorter = new SchemeFilter(s0Schemes.s0, { bits, hashes: j });
    shorter.bytes.set(filter.bytes);
    return shorter.countFrom(sides().probes, asked);
  });
  const mean = met.reduce((sum, ids) => sum + ids, 0) / asked;
  // E[X²] is the sum of (2j + 1) · P[X > j].
  const meanSquare = met.reduce((sum, ids, j) => sum + (2 * j + 1) * ids, 0) / asked;
  const reach = 1.96 * Math.sqrt((meanSquare - mean ** 2) / asked);
  const { bitsSet } = filter;
  const fill = bitsSet / bits;
  return [
    {
      row: {
        ...{ pass: 'probes', scheme: 'double', keys: 'random', n, capacity: 500_000, p: 0.001 },
        ...{
          load: n / 500_000,
          bits,
          hashes,
          bitsSet,
          probes: asked,
          probesPerQuery: stable(mean),
        },
        ...{ low: rounded(mean - reach), high: rounded(mean + reach) },
        intervalOf: 'this filter',
        probesExpected: stable((1 - fill ** hashes) / (1 - fill)),
      },
    },
  ];
}
