import { optimalHashes } from '../../src/filters/sizing.ts';
import type { Row, Verdict } from '../../src/lab/experiment.ts';
import { integer, num, percent, percentRange } from '../rows.ts';
import { holdsOr, verdict } from '../verdict.ts';
import { rateText } from './rate-text.ts';
import { scanSoFar, series } from './select.ts';

/** How far from its p a filter may lie that is still called right; its interval is added to that. */
const allowance = 0.03;

/** The sizes that the articles' formulas give, judged by the rates of filters that have them. */
export function sizingVerdicts(rows: readonly Row[]): Verdict[] {
  return [...articleSize(rows), ...bestHashes(rows), ...belowOnePercent(rows)];
}

/** S0's filter, full, and with the SKUs that it really holds. */
function articleSize(rows: readonly Row[]): Verdict[] {
  const full = series(rows, 'load', 'n', { filter: 'S0' }).find((row) => row.load === 1)!;
  const [bits, hashes, p] = [num(full, 'bits'), num(full, 'hashes'), num(full, 'p')];
  const keeps = num(full, 'low') <= p * (1 + allowance) && num(full, 'high') >= p * (1 - allowance);
  const scan = scanSoFar(rows).at(-1)!;
  const mebibytes = bits / 8 / 2 ** 20;
  return [
    verdict('S0-20', 'run', {
      word: holdsOr(bits === 7_188_794 && keeps),
      measured:
        `${integer(bits)} bits with 500,000 ids let ${rateText(full)} through; with the 200,000 ` +
        `SKUs present it is ${integer(scan.fp)} of all absent ids up to ${integer(scan.to)}`,
      expected: '7,188,794 bits and 0.1 %; 7.2e-7 with 200,000',
    }),
    verdict('S0-22', 'run', {
      word: holdsOr(
        bits === 7_188_794 && hashes === 10 && mebibytes.toFixed(2) === '0.86' && keeps,
      ),
      measured:
        `the filter that is built has ${integer(bits)} bits, ${mebibytes.toFixed(3)} MiB = ` +
        `${(bits / 8e6).toFixed(3)} MB, k = ${hashes}; ${rateText(full)} pass when it is full`,
      expected: '7.19 million bits, 0.86 MB read as MiB, k = 10',
    }),
  ];
}

/** Whether no other k is surely better than the one that the formula gives. */
function bestHashes(rows: readonly Row[]): Verdict[] {
  return [
    hashesVerdict('S0-21', rows, { p: 0.001, expected: '9.9658, so 10' }),
    hashesVerdict('S3-12', rows, { p: 0.01, expected: '6.6439, so 7, and 1.0039 %' }),
  ];
}

function hashesVerdict(
  claim: string,
  rows: readonly Row[],
  { p, expected }: { readonly p: number; readonly expected: string },
): Verdict {
  const tried = series(rows, 'hashes', 'hashes', { p });
  const [first] = tried;
  const real = optimalHashes(num(first!, 'bits'), num(first!, 'n'));
  const chosen = tried.find((row) => row.hashes === Math.round(real))!;
  const better = tried.filter((row) => num(row, 'high') < num(chosen, 'low'));
  return verdict(claim, 'run', {
    word: holdsOr(better.length === 0),
    measured:
      `${real.toFixed(4)} rounds to ${chosen.hashes}, with which ${rateText(chosen)} pass where ` +
      `theory says ${percent(num(chosen, 'exact'), 5)}; ` +
      (better.length === 0
        ? `no k from 1 to ${tried.length} is surely better`
        : `surely better: k = ${better.map((row) => row.hashes).join(', ')}`),
    expected,
  });
}

function belowOnePercent(rows: readonly Row[]): Verdict[] {
  return series(rows, 'full', 'n').map((row) => {
    const [low, high, p] = [num(row, 'low'), num(row, 'high'), num(row, 'p')];
    return verdict('S2-10', 'run', {
      word: low > p ? 'refuted' : high < p ? 'reproduced' : 'unproven',
      measured:
        `${percent(num(row, 'rate'), 5)} of ${integer(num(row, 'probes'))} absent ids over ` +
        `${row.filters} full filters; independent probes would give ` +
        percent(num(row, 'exact'), 5),
      interval: `95 %: ${percentRange({ low, high }, 5)}`,
      expected: '1.0040 % at full load, so not below 1 %',
    });
  });
}
