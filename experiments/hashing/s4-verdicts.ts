import type { Row, Verdict } from '../../src/lab/experiment.ts';
import { find, integer, num, percent, sum, where } from '../rows.ts';
import { holdsOr, verdict } from '../verdict.ts';
import { intervalText, short } from './rates.ts';

export function s4Verdicts(rows: readonly Row[]): Verdict[] {
  return [
    ...neverMissed(rows),
    sevenHashes(rows),
    spread(rows),
    theoryOfLetters(rows),
    example(rows),
  ];
}

/** One zero bit proves absence, says S2 too: then no member is ever missed. */
function neverMissed(rows: readonly Row[]): Verdict[] {
  const asked = rows.filter((row) => row.falseNegatives !== undefined);
  const missed = sum(asked, 'falseNegatives');
  const members = asked.reduce((all, row) => all + num(row, 'n') * Number(row.filters ?? 1), 0);
  return ['S2-09', 'S4-11', 'S4-12'].map((claim) =>
    verdict(claim, 'run', {
      word: holdsOr(missed === 0),
      measured: `${integer(missed)} of ${integer(members)} members missed, over all schemes`,
      expected: 'none',
    }),
  );
}

function sevenHashes(rows: readonly Row[]): Verdict {
  const row = find(rows, { text: 'lowest bits' })!;
  const [same, positions] = [num(row, 'sameLowestBit'), num(row, 'positions')];
  return verdict('S4-14', 'run', {
    word: same === positions ? 'conditional' : 'reproduced',
    measured: `${integer(same)} of ${integer(positions)} strings have seven positions of one lowest bit: not independent`,
    expected: 'all: odd multipliers and a mask keep the lowest bit',
  });
}

function spread(rows: readonly Row[]): Verdict {
  const each = where(rows, { text: 'decimals below 10^6' });
  const shares = each.map((row) => num(row, 'hitShare'));
  const list = each.map((row) => `${row.multiplier}: ${percent(num(row, 'hitShare'), 3)}`);
  const largest = each.map((row) => integer(num(row, 'largestOfFour')));
  return verdict('S4-15', 'run', {
    word: holdsOr(Math.max(...shares) < 0.2),
    measured:
      `of ${integer(num(each[0]!, 'probes'))} absent decimals the bit is set by multiplier ` +
      `${list.join(', ')}; the largest hash of four letters is ${largest.join(', ')} of 33,554,432`,
    expected: '3: 99.95 %, 7: 70 %, the others 1.6 … 5.5 %; so k is in effect 5',
  });
}

function theoryOfLetters(rows: readonly Row[]): Verdict {
  const letters = where(rows, { pass: 'letters', text: '4 random [a-z0-9]' });
  const short4 = letters.toSorted((a, b) => num(b, 'n') - num(a, 'n'))[0]!;
  const numbered = where(rows, { pass: 'letters', text: 'user:N' });
  const above = num(short4, 'rateLow') > 10 * num(short4, 'theory');
  return verdict('S4-16', 'run', {
    word: above ? 'conditional' : 'reproduced',
    measured:
      `holds for numbered keys (${integer(sum(numbered, 'falsePositives'))} of ` +
      `${integer(sum(numbered, 'probes'))} pass), not for short random ones: of four letters and ` +
      `${integer(num(short4, 'n'))} keys ${short(num(short4, 'rate'))} pass instead of ` +
      `${short(num(short4, 'theory'))}`,
    interval: intervalText(short4),
    expected: '0 for numbered keys; 1.7e-4 for 100,000 and 6.0 % for 10^6 strings of four letters',
  });
}

function example(rows: readonly Row[]): Verdict {
  const row = find(rows, { text: 'example' })!;
  return verdict('S4-17', 'run', {
    word: holdsOr(row.answers === 'true, false, true, false'),
    measured: `${row.answers}; ${row.bitsSet} bits set`,
    expected: 'true, false, true, false; 21 bits',
  });
}
