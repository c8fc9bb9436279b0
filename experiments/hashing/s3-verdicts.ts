import { murmurScheme, otherSchemes, s3Schemes } from '../../src/hashing/schemes.ts';
import type { Row, Verdict } from '../../src/lab/experiment.ts';
import { find, integer, num, percent, where } from '../rows.ts';
import { holdsOr, verdict } from '../verdict.ts';
import { allAtFill, contains, intervalText, rateText, ratio, short, sized } from './rates.ts';

export function s3Verdicts(rows: readonly Row[]): Verdict[] {
  return [
    independence(rows),
    secondVersion(rows),
    ...fourWords(rows),
    ...firstVersion(rows),
    squares(rows),
    sameHash(rows),
    harmless(rows),
    integers(rows),
    identity(rows),
    murmur(rows),
    enlarge(rows),
    gzip(rows),
  ];
}

function independence(rows: readonly Row[]): Verdict {
  const [few, many] = ['few', 'many'].map((size) => sized(rows, 'S0', size));
  const independent = sized(rows, otherSchemes.independent.name, 'few');
  const suffices = contains(many!, num(many!, 'fromFill'));
  return verdict('S3-14', 'run', {
    word: suffices ? 'conditional' : 'reproduced',
    measured:
      `two hashes suffice for ${integer(num(many!, 'n'))} ids (${short(num(many!, 'rate'))} against ` +
      `${short(num(many!, 'theory'))}), not for ten (${short(num(few!, 'rate'))}; k independent ` +
      `ones ${short(num(independent, 'rate'))}, theory ${short(num(few!, 'theory'))})`,
    interval: `${intervalText(many!)}; ten ids ${intervalText(few!)}`,
    expected: 'two suffice for large filters (Kirsch and Mitzenmacher)',
  });
}

function secondVersion(rows: readonly Row[]): Verdict {
  const row = strings(rows, s3Schemes.v2.name, 0.01);
  return verdict('S3-17', 'run', {
    word: holdsOr(contains(row, num(row, 'fromFill'))),
    measured: `${rateText(row)}; fill^k is ${short(num(row, 'fromFill'))}`,
    interval: intervalText(row),
    expected: '1.0075 % at a theory of 1.0039 %',
  });
}

function strings(rows: readonly Row[], scheme: string, p: number): Row {
  return find(rows, { pass: 'strings', scheme, p })!;
}

/** A chance that nobody will meet. */
const negligible = 1e-9;

function fourWords(rows: readonly Row[]): Verdict[] {
  const row = find(rows, { pass: 'strings', text: 'words' })!;
  const none = row.falsePositives === 0;
  return [
    verdict('S3-18', 'computed', {
      word: num(row, 'fromFill') < negligible ? 'conditional' : 'reproduced',
      measured: `possible with a chance of ${short(num(row, 'fromFill'))}; it ${none ? 'is not' : 'is'} one`,
      expected: 'negligible: 1.7e-15',
    }),
    verdict('S3-19', 'run', {
      word: holdsOr(none),
      measured: `${row.falsePositives} of the two absent words pass`,
      expected: 'neither passes',
    }),
  ];
}

/** S3's first version at several loads: its positions, and fill^k as an estimate. */
function firstVersion(rows: readonly Row[]): Verdict[] {
  const loads = where(rows, { pass: 'strings', scheme: s3Schemes.v1.name, text: 'user' });
  const low = loads.filter((row) => num(row, 'n') <= 50_000);
  const hits = low.reduce((total, row) => total + num(row, 'falsePositives'), 0);
  const seen = loads.filter((row) => num(row, 'falsePositives') >= 100);
  const ratios = seen.map((row) => ratio(row, 'fromFill').toFixed(3)).join(', ');
  const some = sized(rows, 'S0', 'some');
  const interval = 'Clopper–Pearson, 99.9 % together and 2 % wider, each of one filter';
  return [
    verdict('S3-21', 'run', {
      word: holdsOr(!allAtFill(loads)),
      measured: `rate / fill^k ${ratios} at ${seen.map((row) => integer(num(row, 'n'))).join(', ')} ids`,
      interval,
      expected: 'no loss: the rate is that of theory within noise',
    }),
    verdict('S3-28', 'run', {
      word: holdsOr(allAtFill(loads)),
      measured: `rate / fill^k ${ratios} at fills of ${seen.map((row) => percent(num(row, 'fill'), 3)).join(', ')}`,
      interval,
      expected: 'within noise at any load',
    }),
    verdict('S3-29', 'run', {
      word: hits < 10 ? 'unproven' : holdsOr(!allAtFill(low)),
      measured:
        `up to 50,000 ids of the 231,000 that fit ${hits} probes pass and fill^k holds; it fails ` +
        `where double hashing does: 1000 ids at p = 1e-7, full, ${short(num(some, 'rate'))} ` +
        `against ${short(num(some, 'fromFill'))}`,
      interval: `${interval}; 1000 ids ${intervalText(some)}`,
      expected: 'right at any load; only small filters with double hashing miss it',
    }),
  ];
}

function squares(rows: readonly Row[]): Verdict {
  const { name } = otherSchemes.square;
  const [many, few] = ['many', 'few'].map((size) => sized(rows, name, size));
  const [plain, plainFew] = ['many', 'few'].map((size) => sized(rows, 'S0', size));
  const same = num(many!, 'rateLow') <= num(plain!, 'rateHigh');
  const better = num(few!, 'rateHigh') < num(plainFew!, 'rateLow');
  return verdict('S3-23', 'run', {
    word: same && better ? 'conditional' : holdsOr(better),
    measured:
      `better for ten ids (${short(num(few!, 'rate'))} against ${short(num(plainFew!, 'rate'))} ` +
      `without i²), not to be told apart for ${integer(num(many!, 'n'))} ` +
      `(${short(num(many!, 'rate'))} and ${short(num(plain!, 'rate'))})`,
    interval: `${intervalText(many!)}; without i² ${intervalText(plain!)}`,
    expected: 'the same for large filters; enhanced double hashing adds (i³-i)/6 instead',
  });
}

function sameHash(rows: readonly Row[]): Verdict {
  const row = strings(rows, s3Schemes.v3.name, 0.01);
  return verdict('S3-32', 'run', {
    word: holdsOr(num(row, 'rateLow') <= 1.5 * num(row, 'theory')),
    measured: `both are std::hash of the same key, so h1 = h2; ${rateText(row)}, ${times(row)}`,
    interval: intervalText(row),
    expected: 'h1 = h2',
  });
}

function times(row: Row): string {
  return `${ratio(row, 'theory').toFixed(1)} times theory`;
}

function harmless(rows: readonly Row[]): Verdict {
  const row = strings(rows, s3Schemes.v3.name, 0.01);
  const random = sized(rows, s3Schemes.v3Integers.name, 'many');
  return verdict('S3-33', 'run', {
    word: holdsOr(num(row, 'rateLow') <= 1.5 * num(row, 'theory')),
    measured: `strings at p = 1 %: ${rateText(row)}, ${times(row)}; random 64-bit ids ${short(num(random, 'rate'))}`,
    interval: intervalText(row),
    expected: '3.52 % for strings, 3.5 times theory',
  });
}

function integers(rows: readonly Row[]): Verdict {
  const of = (shape: string) =>
    find(rows, { pass: 'integers', scheme: s3Schemes.v3Integers.name, shape })!;
  const [next, far, random] = [
    of('the next 10,000'),
    of('the 10 million after those'),
    of('random, 31 bits'),
  ];
  return verdict('S3-34', 'run', {
    word: holdsOr(num(far, 'rateLow') <= 2 * num(far, 'theory')),
    measured:
      `intFilter(10000, 0.001) of 0 … 9999: ${next.falsePositives} of the next 10,000 pass, but ` +
      `${short(num(far, 'rate'))} of the 10 million from 110,000 on (${times(far)}); random ` +
      `integers ${short(num(random, 'rate'))} (${times(random)}); fill ${percent(num(far, 'fill'), 3)}`,
    interval: `enumerated ${intervalText(far)}; random ${intervalText(random)}`,
    expected: '6.9 % of 10 million, 7.5 % of random integers, instead of 0.1 %',
  });
}

function identity(rows: readonly Row[]): Verdict {
  const shapes = where(rows, { pass: 'shapes', scheme: s3Schemes.v3Integers.name });
  const worst = shapes.toSorted((a, b) => num(b, 'rate') - num(a, 'rate'))[0]!;
  return verdict('S3-42', 'run', {
    word: holdsOr(num(worst, 'rateLow') > 2 * num(worst, 'theory')),
    measured:
      `libstdc++’s std::hash of an integer is the integer: ${rateText(worst)} for ids of shape ` +
      `${worst.shape}, ${times(worst)}`,
    interval: intervalText(worst),
    expected: 'true of integers already',
  });
}

function murmur(rows: readonly Row[]): Verdict {
  const [few, many] = ['few', 'many'].map((size) => sized(rows, murmurScheme.name, size));
  const [s0] = ['few'].map((size) => sized(rows, 'S0', size));
  return verdict('S3-44', 'run', {
    word: contains(many!, num(many!, 'fromFill')) ? 'conditional' : 'refuted',
    measured:
      `fine for ${integer(num(many!, 'n'))} ids: ${rateText(many!)}; but sums of 32-bit hashes ` +
      `hardly wrap, so ten ids get ${short(num(few!, 'rate'))} where S0 gets ` +
      `${short(num(s0!, 'rate'))}; and m beyond 2^32 is out of the first one’s reach`,
    interval: `${intervalText(many!)}; ten ids ${intervalText(few!)}`,
    expected: 'fine at 10^6 ids (1.0009 %); 76 % at 10^9 in Spark',
  });
}

function enlarge(rows: readonly Row[]): Verdict {
  const [first, larger] = [0.01, 0.001].map((p) => strings(rows, s3Schemes.v3.name, p));
  const grows = ratio(larger!, 'theory') > ratio(first!, 'theory');
  return verdict('S3-48', 'run', {
    word: grows ? 'conditional' : 'reproduced',
    measured:
      'another hash helps; a larger m does not cure h1 = h2: with half as many bits again the ' +
      `rate falls to ${short(num(larger!, 'rate'))}, but is ${times(larger!)} instead of ${times(first!)}`,
    interval: intervalText(larger!),
    expected: 'enlarging m does not cure h1 = h2',
  });
}

function gzip(rows: readonly Row[]): Verdict {
  const loads = where(rows, { pass: 'gzip' });
  const full = loads.at(-1)!;
  const each = loads.map(
    (row) =>
      `${percent(num(row, 'gzipShare'), 4)} at a fill of ${percent(num(row, 'fill'), 3)} ` +
      `(entropy ${percent(num(row, 'entropyShare'), 3)})`,
  );
  return verdict('S3-60', 'run', {
    word: holdsOr(num(full, 'gzipShare') < 0.99),
    measured: `zlib level 9 leaves ${each.join(', ')}`,
    expected: '100.03 % at design load; 83.0 % at 24.3 %, 63.9 % at 13 %, 23.7 % at 2.7 %',
  });
}
