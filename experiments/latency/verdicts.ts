import type { Row, Verdict } from '../../src/lab/experiment.ts';
import { clopperPearson } from '../../src/stats/clopper-pearson.ts';
import { integer, num, percent, percentRange, sum, where } from '../rows.ts';
import { type Finding, verdict } from '../verdict.ts';
import type { AttackedDefence, Level } from './plan.ts';
import { type Estimate, geometricMean, inWords, ratios, type Side, short } from './ratios.ts';

export function latencyVerdicts(rows: readonly Row[]): Verdict[] {
  return [
    verdict('S1-03', 'run', oneClient(rows)),
    verdict('S1-04', 'run', starving(rows)),
    verdict('S2-01', 'run', bringingDown(rows)),
    verdict('S3-04', 'run', sortedOut(rows)),
    verdict('S3-05', 'run', throughput(rows)),
  ];
}

const fits = (level: Level, defence: AttackedDefence): Side => ({ table: 'fits', level, defence });

const tooFew = (expected: string): Finding => ({
  word: 'unproven',
  measured: 'too few rounds or requests for an interval',
  expected,
});

function intervalOf({ low, high }: Estimate): string {
  return `${short(low)} … ${short(high)}`;
}

/** What “dozens to a hundred times a second” may mean, read kindly. */
const dozens = { least: 24, most: 200 };

function oneClient(rows: readonly Row[]): Finding {
  const expected = 'more than a hundred a second by a single client';
  const rates = where(rows, { pass: 'one client' }).map(
    (row) => num(row, 'attackLoads') / num(row, 'attackSeconds'),
  );
  const rate = geometricMean(rates);
  if (rate === null) return tooFew(expected);
  const { low, high } = rate;
  const measured =
    `${inWords(rate)} queries a second by one client that waits for each answer ` +
    `(geometric mean and t interval of ${rates.length} rounds)`;
  return {
    word: oneClientWord(low, high),
    interval: intervalOf(rate),
    measured: told(low, measured),
    expected,
  };
}

function oneClientWord(low: number, high: number): Verdict['verdict'] {
  if (high < dozens.least) return 'refuted';
  if (low > dozens.most) return 'conditional';
  return low >= dozens.least && high <= dozens.most ? 'reproduced' : 'unproven';
}

/** Random ids can do what the claim says; that it is all they can do holds for slower clients. */
function told(low: number, measured: string): string {
  return low > dozens.most
    ? `${measured}; so few only where client or network are slower than here`
    : measured;
}

const p99 = (row: Row) => row.latencyNsP99 as number | null;

/** Twice as slow is felt; below that a flood is borne. */
const starvingRatio = 2;

function starving(rows: readonly Row[]): Finding {
  const expected = 'normal requests wait while the flood lasts; how much depends on the set-up';
  const flood = where(rows, { pass: 'point', ...fits('flood', 'none') });
  const failed = sum(flood, 'normalErrors') + sum(flood, 'normalDropped');
  const sent = integer(sum(flood, 'normalRequests'));
  const ratio = geometricMean(ratios(rows, [fits('flood', 'none'), fits('quiet', 'none')], p99));
  if (failed > 0) {
    return {
      word: 'reproduced',
      measured: `${failed} of ${sent} normal requests failed`,
      expected,
    };
  }
  if (ratio === null) return tooFew(expected);
  return {
    word: againstOne(ratio),
    interval: intervalOf(ratio),
    measured:
      `p99 of normal requests under the flood ${inWords(ratio)} times that without ` +
      `(paired, ${ratio.rounds} rounds); behind a bounded pool none of ${sent} failed`,
    expected,
  };
}

/** Conditional where they wait but are answered: what waits is not starved. */
function againstOne({ low, high }: Estimate): Verdict['verdict'] {
  if (low >= starvingRatio) return 'conditional';
  return high < starvingRatio ? 'refuted' : 'unproven';
}

function bringingDown(rows: readonly Row[]): Finding {
  const floods = where(rows, { pass: 'point', level: 'flood', defence: 'none' });
  const loads = sum(floods, 'attackLoads');
  const errors = sum(floods, 'attackErrors') + sum(floods, 'normalErrors');
  const rate = loads / floods.reduce((total, row) => total + num(row, 'attackSeconds'), 0);
  return {
    // That it stood here does not say that it always stands: the article names no load.
    word: errors > 0 ? 'reproduced' : 'unproven',
    measured:
      `${integer(loads)} queries for nothing, ${integer(rate)} a second, as fast as the clients ` +
      `got answers, through a pool of 8 connections: ${errors} errors`,
    expected: 'no load is named; MySQL behind a bounded pool slows down and stays up',
  };
}

function sortedOut(rows: readonly Row[]): Finding {
  const floods = where(rows, { pass: 'point', defence: 'bloom' });
  const asked = sum(floods, 'attackRequests');
  const expected = 'all absent ids but false positives, and no normal request';
  if (asked === 0) return tooFew(expected);
  const rejected = sum(floods, 'attackRejected');
  const { low, high } = clopperPearson(rejected, asked);
  const word = low >= 0.999 ? 'conditional' : high < 0.999 ? 'refuted' : 'unproven';
  return {
    word,
    interval: percentRange({ low, high }, 5),
    measured:
      `of absent ids ${percent(rejected / asked, 5)} (${integer(rejected)} of ${integer(asked)}; ` +
      `Clopper–Pearson ${percentRange({ low, high }, 5)}), of normal requests ` +
      `${integer(sum(floods, 'normalRejected'))} of ${integer(sum(floods, 'normalRequests'))}`,
    expected,
  };
}

const attackRate = (row: Row) => num(row, 'attackRequests') / num(row, 'attackSeconds');
const magnitude = 10;

function throughput(rows: readonly Row[]): Finding {
  const expected = 'tenfold and more where only the funnel takes time, less over HTTP';
  const overHttp = geometricMean(
    ratios(rows, [fits('flood', 'bloom'), fits('flood', 'none')], attackRate),
  );
  const alone = (defence: AttackedDefence) =>
    where(rows, { pass: 'in process', defence }).map(attackRate);
  const without = alone('none');
  const inProcess = geometricMean(alone('bloom').map((rate, round) => rate / without[round]!));
  if (overHttp === null || inProcess === null) return tooFew(expected);
  return {
    word: magnitudeWord(overHttp, inProcess),
    interval: intervalOf(overHttp),
    measured:
      `answers a second to absent ids, filter against none: ${inWords(overHttp)} times over ` +
      `HTTP, ${inWords(inProcess)} times inside the process (paired, ${overHttp.rounds} rounds)`,
    expected,
  };
}

function magnitudeWord(overHttp: Estimate, inProcess: Estimate): Verdict['verdict'] {
  if (overHttp.low >= magnitude) return 'reproduced';
  if (inProcess.low >= magnitude && overHttp.high < magnitude) return 'conditional';
  return inProcess.high < magnitude && overHttp.high < magnitude ? 'refuted' : 'unproven';
}
