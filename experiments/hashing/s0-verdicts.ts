import { s0Schemes } from '../../src/hashing/schemes.ts';
import type { Row, Verdict } from '../../src/lab/experiment.ts';
import { find, integer, num, percent, where } from '../rows.ts';
import { holdsOr, verdict } from '../verdict.ts';
import type { Parameters } from './plan.ts';
import { allAtFill, intervalText, rateText, ratio, short, sized } from './rates.ts';

/** The article's false positives up to 10^7. */
export const goldenIds = '3703687 4500719 8778062 9130835';

export function s0Verdicts(rows: readonly Row[], params: Parameters): Verdict[] {
  return [
    ...deletion(rows),
    formula(rows),
    zeroStride(rows),
    disperses(rows),
    swapped(rows),
    precomputed(rows, params),
  ];
}

/** Three articles say it. */
function deletion(rows: readonly Row[]): Verdict[] {
  const row = find(rows, { pass: 'deletion' })!;
  const each = num(row, 'lost') / num(row, 'deleted');
  return ['S0-11', 'S2-18', 'S3-15'].map((claim) =>
    verdict(claim, 'run', {
      word: holdsOr(num(row, 'lost') > 0),
      measured:
        `clearing the bits of one of ${integer(num(row, 'n'))} ids loses ${each.toFixed(1)} others ` +
        `(mean of ${num(row, 'deleted')}) at a fill of ${percent(num(row, 'fill'))}`,
      expected: 'about 2.8 others at a fill of 24.3 %',
    }),
  );
}

function formula(rows: readonly Row[]): Verdict {
  const { name } = s0Schemes.unbounded;
  const row = find(rows, { pass: 'positions', scheme: name })!;
  const [differing, positions] = [num(row, 'differing'), num(row, 'positions')];
  const [wrapped, unbounded] = ['S0', name].map((scheme) => sized(rows, scheme, 'some'));
  return verdict('S0-23', 'run', {
    word: holdsOr(differing === 0),
    measured:
      `${integer(differing)} of ${integer(positions)} positions of the ids 1 … 1000 differ between ` +
      'the formula and the code, which wraps at 2^64 before mod; for 1000 ids at p = 1e-7 the ' +
      `code lets through ${short(num(wrapped!, 'rate'))}, the formula ${short(num(unbounded!, 'rate'))}`,
    interval: `code ${intervalText(wrapped!)}; formula ${intervalText(unbounded!)}`,
    expected: '7,588 of 10,000 differ; 5.0e-6 by the code, 3.0e-5 by the formula',
  });
}

function zeroStride(rows: readonly Row[]): Verdict {
  const forced = sized(rows, s0Schemes.strideZero.name, 'many');
  const distinct = (scheme: string) => num(find(rows, { pass: 'positions', scheme })!, 'distinct');
  const wrapped = distinct('sum wraps, h2 mod m = 0');
  const collapses = num(forced, 'rateLow') > 2 * num(forced, 'theory');
  return verdict('S0-24', 'run', {
    word: collapses && wrapped > 1 ? 'conditional' : holdsOr(collapses),
    measured:
      `h2 forced to 0: ${rateText(forced)} instead of ${short(num(forced, 'theory'))}; but ` +
      `splitmix64 gives 0 to one id in 2^64, and since the sum wraps an h2 that is 0 mod m still ` +
      `gives ${wrapped.toFixed(1)} different positions of 10 ` +
      `(${distinct('sum unbounded, h2 mod m = 0')} without the wrap), and m/2 ` +
      `${distinct('sum wraps, h2 mod m = m/2').toFixed(1)}`,
    interval: intervalText(forced),
    expected: '9.9 % instead of 1.0 %; 5.5 and 8.0 positions of 10',
  });
}

function disperses(rows: readonly Row[]): Verdict {
  const shapes = where(rows, { pass: 'shapes', scheme: 'S0' });
  const ratios = shapes.map((row) => ratio(row, 'fromFill'));
  const mixer = find(rows, { pass: 'mixers', scheme: 'S0' })!;
  const chiSquares = [num(mixer, 'chiSquareLow'), num(mixer, 'chiSquareHigh')];
  // Five standard deviations of the worst of 4096 binomial shares and of chi-square at 1023.
  const even = num(mixer, 'flipLeast') > 0.475 && num(mixer, 'flipMost') < 0.525;
  const uniform = chiSquares.every((value) => Math.abs(value - 1023) < 5 * Math.sqrt(2 * 1023));
  return verdict('S0-25', 'run', {
    word: holdsOr(even && uniform && allAtFill(shapes)),
    measured:
      `rate / fill^k ${Math.min(...ratios).toFixed(3)} … ${Math.max(...ratios).toFixed(3)} over ` +
      `${shapes.length} shapes of ids, ${integer(num(shapes[0]!, 'probes'))} probes each; a bit of ` +
      `the id flips a bit of the hash in ${percent(num(mixer, 'flipLeast'), 3)} … ` +
      `${percent(num(mixer, 'flipMost'), 3)} of the cases; chi-square of ten low and ten high ` +
      `bits of the ids 1, 2, 3 … ${chiSquares.map(Math.round).join(' and ')} (1023 ± 45 expected)`,
    interval: 'Clopper–Pearson, 99.9 % together and 2 % wider, each of one filter',
    expected:
      'rate / fill^k near 1 for every shape; yet a mixer without a key, which is invertible',
  });
}

function swapped(rows: readonly Row[]): Verdict {
  const crafted = where(rows, { pass: 'crafted', scheme: 'S0' });
  const higher = crafted.every(passesMore);
  const [half, quarter] = crafted.map((row) => {
    return (
      `${integer(num(row, 'falsePositives'))} of ${integer(num(row, 'probes'))} pass at a fill of ` +
      `${percent(num(row, 'fill'), 3)} and k = ${row.hashes}, ${ratio(row, 'fromFill').toFixed(2)} ` +
      'times fill^k'
    );
  });
  return verdict('S0-26', 'run', {
    word: holdsOr(!higher),
    measured: `for members xor 0x94d049bb133111eb, whose hashes are swapped: ${half}; ${quarter}`,
    interval: crafted.map(intervalText).join('; '),
    expected: 'fill^(k-1) instead of fill^k: 1.995 and 4.12 times as many',
  });
}

/** By a fifth at least: swapped hashes raise the rate to twice fill^k or more. */
function passesMore(row: Row): boolean {
  return num(row, 'rateLow') > 1.2 * num(row, 'fromFill');
}

function precomputed(rows: readonly Row[], { scan }: Parameters): Verdict {
  const attack = find(rows, { pass: 'precomputed' })!;
  const [found, tried] = [num(attack, 'falsePositives'), num(attack, 'probes')];
  const replayed = where(rows, { pass: 'precomputed', replayed: found }).slice(1);
  const crafted = where(rows, { pass: 'crafted' }).filter(({ scheme }) => scheme !== 'S0');
  const still = crafted.filter(passesMore);
  return verdict('S0-44', 'run', {
    word: holdsOr(String(attack.early) === goldenIds, scan < 1e7 ? 'unproven' : 'refuted'),
    measured:
      `${integer(found)} absent ids that pass were found among ${integer(tried)} in ` +
      `${num(attack, 'seconds').toFixed(1)} s, those up to 10^7 being ${attack.early}; of the same ` +
      `ids ${replayed.map((row) => `${row.falsePositives} pass ${row.scheme}`).join(', ')}. ` +
      `Members xor 0x94d049bb133111eb pass more often than fill^k in ` +
      `${[...new Set(still.map((row) => row.scheme))].join(', ') || 'no keyed filter'}`,
    expected:
      'the four golden ids; 100 in 129.5 million; a secret must be mixed in, not only xored',
  });
}
