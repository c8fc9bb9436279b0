import type { Expectation, Row } from '../../src/lab/experiment.ts';
import { clopperPearson } from '../../src/stats/clopper-pearson.ts';
import { none } from '../expectation.ts';
import { conserved } from '../laws.ts';
import { find, integer, num, where } from '../rows.ts';

/** A tag that is right by chance more often than this would be a fault. */
const tagConfidence = 1 - 1e-6;

export function rivalsExpectations(rows: readonly Row[]): Expectation[] {
  const passes = where(rows, { pass: 'requests' });
  const buckets = where(rows, { pass: 'buckets' });
  return [
    conserved([...passes, ...buckets], (row) =>
      row.pass === 'buckets' ? `buckets, ${row.clients} attackers` : `${row.rival}, ${row.traffic}`,
    ),
    none('no request ended as an error', passes, 'error'),
    none('no entry expired while requests were counted', passes, 'expired'),
    none('no rival turns a present id into a 404', [...passes, ...buckets], 'wrong404s'),
    guesses(rows),
  ];
}

/** Fewer bits are guessed often enough to be counted; the law of the whole tag is theirs. */
function guesses(rows: readonly Row[]): Expectation {
  const tags = where(rows, { pass: 'tags' });
  const strange = tags.filter((row) => {
    const chance = 2 ** -num(row, 'tagBits');
    const { low, high } = clopperPearson(num(row, 'forgedPass'), num(row, 'forged'), tagConfidence);
    return chance < low || chance > high;
  });
  const whole = find(tags, { tagBits: 32 })!;
  const accepted = find(rows, { pass: 'tag checks' })!.forgedPass;
  return {
    name: 'a guess of b bits of a tag is right once in 2^b, and the check takes all 32',
    holds: strange.length === 0 && accepted === whole.forgedPass,
    measured:
      tags.map((row) => `${row.tagBits} bits: ${integer(num(row, 'forgedPass'))}`).join(', ') +
      ` of ${integer(num(whole, 'forged'))}; accepted: ${accepted}`,
    expected: 'within the intervals of 99.9999 % (Clopper–Pearson)',
  };
}
