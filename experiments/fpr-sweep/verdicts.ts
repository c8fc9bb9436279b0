import type { Row, Verdict } from '../../src/lab/experiment.ts';
import { clopperPearson } from '../../src/stats/clopper-pearson.ts';
import { find, integer, num, percent, percentRange, sum } from '../rows.ts';
import { holdsOr, verdict } from '../verdict.ts';
import { rateText, shortRate } from './rate-text.ts';
import { asked, scanSoFar, series } from './select.ts';
import { sizingVerdicts } from './sizing-verdicts.ts';
import { familyWiseError, theoryTests } from './theory-tests.ts';

export function sweepVerdicts(rows: readonly Row[]): Verdict[] {
  return [
    ...membershipVerdicts(rows),
    sameShape(rows),
    neverZero(rows),
    probesAsked(rows),
    overfilled(rows),
    fixedShape(rows),
    ...fromFill(rows),
    millionKeys(rows),
    soars(rows),
    ...sizingVerdicts(rows),
  ];
}

function membershipVerdicts(rows: readonly Row[]): Verdict[] {
  const all = asked(rows);
  const [lost, fp, probes] = [sum(all, 'fn'), sum(all, 'fp'), sum(all, 'probes')];
  const members = all.reduce((total, row) => total + num(row, 'n') * num(row, 'filters'), 0);
  const none = `${integer(lost)} of ${integer(members)} members were answered “no”`;
  const some = `${integer(fp)} of ${integer(probes)} absent ids “maybe”, all others “no”`;
  const finding = { measured: `${none}; ${some}`, expected: 'no member; some absent ids' };
  const sure = holdsOr(lost === 0);
  return [
    verdict('S0-07', 'run', { word: sure, ...finding }),
    verdict('S0-08', 'run', { word: holdsOr(lost === 0 && fp > 0), ...finding }),
    verdict('S2-06', 'run', { word: sure, ...finding }),
  ];
}

/** The rows of an article's filter under its loads. */
function loads(rows: readonly Row[], filter: string): Row[] {
  return series(rows, 'load', 'n', { filter });
}

function sameShape(rows: readonly Row[]): Verdict {
  const s0 = loads(rows, 'S0').filter(({ n }) =>
    [200_000, 300_000, 500_000, 1_000_000, 2_000_000].includes(Number(n)),
  );
  const apart = s0.some((a) => s0.some((b) => num(a, 'high') < num(b, 'low')));
  return verdict('S0-09', 'run', {
    word: apart ? 'conditional' : 'reproduced',
    measured:
      'it also needs n: with the same bits and hashes ' +
      s0.map((row) => `${integer(num(row, 'n'))} ids give ${rateText(row)}`).join('; '),
    expected:
      '200,000: 7.1e-7, 300,000: 2.1e-5, 500,000: 0.1 %, 1,000,000: 5.7 %, 2,000,000: 52.8 %',
  });
}

function neverZero(rows: readonly Row[]): Verdict {
  const scans = scanSoFar(rows);
  const empty = scans.findLast(({ fp }) => fp === 0);
  const last = scans.at(-1)!;
  const probability = shortRate(num(find(rows, { pass: 'scan' })!, 'fromFill'));
  return verdict('S0-10', 'census', {
    word: empty === undefined ? 'reproduced' : 'conditional',
    measured:
      `the probability is never 0 (${probability} here), a count may be: ` +
      `${empty === undefined ? '' : `0 ids pass up to ${integer(empty.to)}, `}` +
      `${integer(last.fp)} up to ${integer(last.to)}; all ids were asked`,
    expected: '0 in [200001, 10^6], 4 up to 10^7, 69 up to 10^8, 699 up to 10^9',
  });
}

function probesAsked(rows: readonly Row[]): Verdict {
  const row = find(rows, { pass: 'probes', n: 200_000 })!;
  const mean = num(row, 'probesPerQuery');
  return verdict('S0-12', 'run', {
    word: mean < num(row, 'hashes') ? 'conditional' : 'reproduced',
    measured:
      `k = ${row.hashes} is the bound; an absent id is answered after ${mean.toFixed(3)} bits ` +
      `at the article’s load, theory says ${num(row, 'probesExpected').toFixed(3)}`,
    interval: `95 %: ${num(row, 'low').toFixed(3)} … ${num(row, 'high').toFixed(3)}`,
    expected: '1/(1 - fill) = 1.32 bits at 24.3 % fill',
  });
}

function overfilled(rows: readonly Row[]): Verdict {
  const beyond = loads(rows, 'S2').filter((row) => num(row, 'load') > 1);
  const list = beyond.map((row) => `${row.load}x: ${rateText(row)}`).join('; ');
  return verdict('S2-16', 'run', {
    word: beyond.some((row) => num(row, 'low') > num(row, 'p')) ? 'conditional' : 'reproduced',
    measured: `only up to its capacity; ${list}`,
    expected: '1.5x 5.79 %, 2x 15.7 %, 3x 43.6 %, 5x 83.2 %, 10x 99.5 %',
  });
}

function fixedShape(rows: readonly Row[]): Verdict {
  const s3 = loads(rows, 'S3').filter((row) => num(row, 'n') <= 500_000);
  const within = s3.every((row) => {
    const { low, high } = clopperPearson(
      num(row, 'fp'),
      num(row, 'probes'),
      1 - familyWiseError / s3.length,
    );
    return low <= num(row, 'fromFill') && num(row, 'fromFill') <= high;
  });
  return verdict('S3-16', 'run', {
    word: holdsOr(within),
    measured: s3.map((row) => `${integer(num(row, 'n'))} ids: ${rateText(row)}`).join('; '),
    expected: '10,000: 2.6e-5, 50,000: 0.27 %, 100,000: 1.74 %, 231,000: 12.5 %, 500,000: 46.9 %',
  });
}

/** Whether (bits set / m)^k is the rate, also of a filter that is nearly empty. */
function fromFill(rows: readonly Row[]): Verdict[] {
  const tests = theoryTests(rows);
  const differing = tests.filter(({ differs }) => differs);
  const smallest = Math.min(...tests.map(({ pValue }) => pValue));
  const all =
    `${differing.length} of ${tests.length} rows differ from it at a family-wise error of ` +
    `${percent(familyWiseError)} (Holm); the smallest p-value is ${smallest.toPrecision(2)}`;
  // A hundred hits show the rate to a fifth; fewer say little.
  const light = tests.filter(
    ({ row }) => row.series === 'load' && num(row, 'load') <= 0.5 && num(row, 'fp') >= 100,
  );
  const ratios = light.map(({ row }) => {
    const ratio = num(row, 'rate') / num(row, 'fromFill');
    return `${percent(num(row, 'load'), 2)} load: ${ratio.toFixed(3)} of it`;
  });
  const lightDiffers = light.some(({ differs }) => differs);
  const floor = find(loads(rows, 'S2'), { load: 0.1 })!;
  return [
    verdict('S3-28', 'run', {
      word: holdsOr(differing.length === 0),
      measured: all,
      expected: 'equal within noise',
    }),
    verdict('S3-29', 'run', {
      word: light.length === 0 ? 'unproven' : lightDiffers ? 'reproduced' : 'refuted',
      measured:
        `${ratios.join(', ') || 'too few hits at low load'}. What breaks it is double hashing, at ` +
        `few ids and tiny rates, whatever the load: ${integer(num(floor, 'n'))} ids in S2’s filter ` +
        `give ${rateText(floor)}, their fill ${shortRate(num(floor, 'fromFill'))}`,
      expected: 'right at any load; only double hashing lies above it',
    }),
  ];
}

/** The article's own test: a million consecutive keys, and the million after them. */
function millionKeys(rows: readonly Row[]): Verdict {
  const row = find(rows, { pass: 'golden', n: 1_000_000, p: 0.01 })!;
  const { low, high } = clopperPearson(num(row, 'fp'), num(row, 'probes'));
  const half = (high - low) / 2 / num(row, 'rate');
  const blind = low <= 0.01 && num(row, 'exact') <= high;
  return verdict('S3-47', 'run', {
    word: blind ? 'conditional' : 'reproduced',
    measured:
      `it shows the rate to ± ${percent(half, 3)} at p = 1 %: ${integer(num(row, 'fp'))} pass; ` +
      `it cannot tell ${percent(num(row, 'exact'), 5)} from 1 %`,
    interval: `95 %: ${percentRange({ low, high }, 4)}`,
    expected: '± 1.95 %; telling 1.0039 % from 1 % takes 5.0e7 keys',
  });
}

function soars(rows: readonly Row[]): Verdict {
  const twice = ['S2', 'S0'].map((filter) => find(loads(rows, filter), { load: 2 })!);
  return verdict('S3-51', 'run', {
    word: holdsOr(twice.every((row) => num(row, 'low') > 10 * num(row, 'p'))),
    measured: twice
      .map((row) => `twice the ids of p = ${percent(num(row, 'p'))}: ${rateText(row)}`)
      .join('; '),
    expected: '15.7 % for 1 %, 5.7 % for 0.1 %',
  });
}
