import type { Row, Verdict } from '../../src/lab/experiment.ts';
import { find, integer, num, percent, percentRange, sum, where } from '../rows.ts';
import { holdsOr, verdict } from '../verdict.ts';

/** The target rate of `intFilter(10000, 0.001)`, and the ids that it is made for. */
const target = 0.001;
const capacity = 10_000;
/** More than this times the target is no accident. */
const spoiled = 5;

const stdHash = 'S3 v3, integers';
const goodHashes = ['MurmurHash3, two of 32 bits', 'S0', 'k independent hashes'];

/** The row of a hash on keys 0, 1, 2, …, at the filter's capacity unless said otherwise. */
function hashRow(rows: readonly Row[], scheme: string, keys = 'enumerated', n = capacity): Row {
  return find(rows, { pass: 'hash', scheme, keys, n })!;
}

function isSpoiled(row: Row): boolean {
  return num(row, 'low') > spoiled * target;
}

function rate(row: Row): string {
  return percent(num(row, 'rate'), 3);
}

function interval(row: Row): string {
  return percentRange({ low: num(row, 'low'), high: num(row, 'high') });
}

const oneFilter = 'Clopper–Pearson, 95 %, of this filter';

export function hashVerdicts(rows: readonly Row[]): Verdict[] {
  return [
    noMemberDenied(rows),
    murmurRecommended(rows),
    theoryAssumes(rows),
    threeCauses(rows),
    fortyTwo(rows),
  ];
}

function noMemberDenied(rows: readonly Row[]): Verdict {
  const asked = where(rows, { pass: 'hash' });
  const lost = sum(asked, 'fn');
  return verdict('S3-06', 'census', {
    word: holdsOr(lost === 0),
    measured:
      `${integer(lost)} of ${integer(sum(asked, 'n'))} members denied, all asked, in ` +
      `${asked.length} filters of good and of poor hashes`,
    expected: 'none',
  });
}

function murmurRecommended(rows: readonly Row[]): Verdict {
  const std = hashRow(rows, stdHash);
  const good = goodHashes.map((scheme) => hashRow(rows, scheme));
  const [murmur, ...others] = good;
  const needed = isSpoiled(std) && !isSpoiled(murmur!);
  const alone = others.every(isSpoiled);
  return verdict('S3-24', 'run', {
    word: !needed ? 'refuted' : alone ? 'reproduced' : 'conditional',
    measured:
      `of enumerated integers std::hash lets ${rate(std)} through where 0.1 % was asked for, ` +
      good.map((row) => `${row.scheme} ${rate(row)}`).join(', ') +
      (needed && !alone ? '; any good mixer does' : ''),
    interval: `std::hash ${interval(std)}, MurmurHash3 ${interval(murmur!)}, ${oneFilter}`,
    expected: 'std::hash 6.9 %, good mixers 0.1 %',
  });
}

function theoryAssumes(rows: readonly Row[]): Verdict {
  const independent = hashRow(rows, 'k independent hashes');
  const std = hashRow(rows, stdHash);
  const fits = (row: Row) =>
    num(row, 'low') <= num(row, 'fromFill') && num(row, 'fromFill') <= num(row, 'high');
  const holds = !isSpoiled(independent) && !fits(std);
  return verdict('S3-46', 'run', {
    word: holdsOr(holds),
    measured:
      `independent hashes let ${rate(independent)} through, by the formula and their fill ` +
      `${percent(num(independent, 'fromFill'), 3)}; std::hash of integers, which is no random one, ` +
      `${rate(std)} against ${percent(num(std, 'fromFill'), 3)}`,
    interval: `${interval(independent)}; ${interval(std)} (${oneFilter})`,
    expected: 'the formula holds for independent hashes only',
  });
}

function threeCauses(rows: readonly Row[]): Verdict {
  const causes = [
    ['poor hash', hashRow(rows, stdHash, 'random')],
    ['patterned keys under it', hashRow(rows, stdHash)],
    ['twice the ids', hashRow(rows, 'k independent hashes', 'enumerated', 2 * capacity)],
  ] as const;
  const all = causes.every(([, row]) => isSpoiled(row));
  return verdict('S3-56', 'run', {
    word: holdsOr(all, causes.some(([, row]) => isSpoiled(row)) ? 'conditional' : 'refuted'),
    measured: causes
      .map(([cause, row]) => `${cause}: ${rate(row)} where 0.1 % was asked for`)
      .join('; '),
    interval: `${causes.map(([, row]) => interval(row)).join('; ')} (${oneFilter})`,
    expected: 'poor hash 7.5 %, pattern 6.9 %, twice the ids 5.7 %',
  });
}

function fortyTwo(rows: readonly Row[]): Verdict {
  const row = find(rows, { pass: '42' })!;
  return verdict('S3-35', 'run', {
    word: holdsOr(row.has42 === true && row.has100 === false),
    measured: `${row.has42}, ${row.has100}`,
    expected: 'true, false',
  });
}
