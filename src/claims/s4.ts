import { claimsOf } from './claim.ts';

/** S4: a tutorial with a filter on java.util.BitSet. */
export const articleS4 = claimsOf('S4', 'A tutorial filter on BitSet (Java)', [
  [
    '02',
    'Attackers ask for negative ids, over-long text and random mixtures.',
    'conditional: a check of the form turns away all but canonical ids of 64 bits; random numbers are left to the filter',
  ],
  ['11', 'What the filter calls absent is absent.', 'reproduced'],
  ['12', 'Nothing that was added is missed.', 'reproduced'],
  ['13', '2<<24 is about 33.55 million bits.', 'reproduced: 33,554,432 bits, 4 MiB'],
  [
    '14',
    'Seven multipliers make seven hash functions.',
    'conditional: all seven share the lowest bit of the position',
  ],
  [
    '15',
    'The polynomial hash and the mask spread the values.',
    'refuted for short keys: multiplier 3 says yes to 99.95 % of absent decimals, 7 to 70 %',
  ],
  [
    '16',
    'The rate is that of theory (implied).',
    'conditional: for numbered keys; four random letters pass 10^8 times too often',
  ],
  ['17', 'The example prints true, false, true, false.', 'reproduced, with 21 bits set'],
  [
    '20',
    'The filter suits its purpose (its capacity is not stated).',
    'k = 7 in 33,554,432 bits is best for 3.32 million ids, at 0.78 %',
  ],
]);
