import type { Row, Verdict } from '../../src/lab/experiment.ts';
import { find, integer, num, percent, percentRange, where } from '../rows.ts';
import { holdsOr, verdict } from '../verdict.ts';
import { bloomBits, cuckooRows, isLarger, isSmaller } from './cuckoo-rows.ts';

/** Bits an id at which filters in blocks are held against others. */
const comparedBits = [10, 16, 20];

export function rivalVerdicts(rows: readonly Row[]): Verdict[] {
  return [
    cuckooCost(rows),
    cuckooComplexity(rows),
    counting(rows),
    blocked(rows),
    overflow(rows),
    cuckooSmaller(rows),
  ];
}

function against(row: Row): string {
  const bloom = bloomBits(num(row, 'rate'));
  return (
    `${num(row, 'bitsPerId').toFixed(2)} bits an id against ${bloom.toFixed(2)} at ` +
    percent(num(row, 'rate'), 3)
  );
}

function between(row: Row): string {
  return percentRange({ low: num(row, 'low'), high: num(row, 'high') });
}

const oneFilter = 'Clopper–Pearson, 95 %, of each filter';

/** Where a cuckoo filter is larger than a Bloom filter of its rate, and where it is smaller. */
function cuckooCost(rows: readonly Row[]): Verdict {
  const larger = cuckooRows(rows).findLast(isLarger);
  const smaller = cuckooRows(rows).find(isSmaller);
  const clear = [larger, smaller].filter((row) => row !== undefined);
  const parts = [
    larger === undefined ? [] : [`larger than a Bloom filter down to ${against(larger)}`],
    smaller === undefined ? [] : [`smaller from ${against(smaller)} on`],
  ].flat();
  const word = smaller === undefined ? 'reproduced' : larger === undefined ? 'refuted' : undefined;
  return verdict('S2-23', 'run', {
    word: clear.length === 0 ? 'unproven' : (word ?? 'conditional'),
    measured: `filled until it refuses, a cuckoo filter is ${
      parts.join(', ') || 'neither larger nor smaller, as far as its rates were seen'
    }`,
    ...(clear.length === 0 ? {} : { interval: `${clear.map(between).join('; ')} (${oneFilter})` }),
    expected: '10.1 bits against 9.59 at 1 %; 13.6 against 14.4 at 0.1 %',
  });
}

function cuckooComplexity(rows: readonly Row[]): Verdict {
  const loads = where(rows, { pass: 'rival', kind: 'cuckoo' }).map((row) => num(row, 'load'));
  return verdict('S2-24', 'run', {
    word: 'unproven',
    measured:
      'no measure is named; a check reads two buckets in place of up to k bits, and an insertion ' +
      `moves others and is refused at a load of ${percent(Math.min(...loads), 3)} or more`,
    expected: 'no figure',
  });
}

function counting(rows: readonly Row[]): Verdict {
  const sizes = find(rows, { pass: 'overflow' })!;
  const times = num(sizes, 'bytes') / num(sizes, 'bloomBytes');
  const row = find(rows, { pass: 'delete', kind: 'counting Bloom' })!;
  return verdict('S3-49', 'run', {
    word: holdsOr(times >= 3 && row.lost === 0),
    measured:
      `${times.toFixed(2)} times the bytes; of ${integer(num(row, 'n'))} ids half were deleted, ` +
      `${row.lost} of the others are denied and ${row.left} of the deleted still pass; the ` +
      `largest counter is ${row.largest} of 15`,
    expected: 'four times; no counter at 15',
  });
}

function blocked(rows: readonly Row[]): Verdict {
  const pairs = comparedBits.map((bits) => {
    const near = (kind: string) =>
      where(rows, { pass: 'rival', kind }).find(
        (row) => Math.abs(num(row, 'bitsPerId') - bits) < 0.3,
      )!;
    return { bits, blocked: near('blocked Bloom'), plain: near('Bloom') };
  });
  const dearer = pairs.some((pair) => num(pair.blocked, 'low') > num(pair.plain, 'high'));
  const free = pairs.every((pair) => num(pair.blocked, 'high') <= num(pair.plain, 'high'));
  return verdict('S3-50', 'run', {
    word: dearer ? 'conditional' : holdsOr(free, 'unproven'),
    measured:
      'all probes of an id lie in one line of 64 bytes, at the price of the rate: ' +
      pairs
        .map(({ bits, blocked, plain }) => {
          const [own, other] = [blocked, plain].map((row) => percent(num(row, 'rate'), 3));
          return `${own} against ${other} at ${bits} bits an id`;
        })
        .join(', '),
    interval: `${pairs.map((pair) => `${between(pair.blocked)} against ${between(pair.plain)}`).join('; ')} (${oneFilter})`,
    expected: '0.957 % against 0.819 % at 10 bits, 0.0825 % against 0.0459 % at 16',
  });
}

function overflow(rows: readonly Row[]): Verdict {
  const row = find(rows, { pass: 'overflow' })!;
  return verdict('S3-58', 'run', {
    word: holdsOr(row.largest === 15),
    measured:
      `an id added ${row.times} times leaves its counters at ${row.largest}; deleted as often it ` +
      `${row.stillThere ? 'still passes, for a full counter stays as it is' : 'is gone'}`,
    expected: '15; a full counter no longer counts down',
  });
}

function cuckooSmaller(rows: readonly Row[]): Verdict {
  const first = cuckooRows(rows).find(isSmaller);
  const gone = find(rows, { pass: 'delete', kind: 'cuckoo' })!;
  const deletes = gone.lost === 0 && num(gone, 'left') < num(gone, 'deleted') / 10;
  return verdict('S3-61', 'run', {
    word: holdsOr(first !== undefined && deletes, deletes ? 'unproven' : 'refuted'),
    measured:
      (first === undefined
        ? 'no rate was seen at which it is smaller'
        : `smaller from ${against(first)} on`) +
      `; after deleting half of ${integer(num(gone, 'n'))} ids ${gone.lost} of the others are ` +
      `denied, ${gone.left} of the deleted still pass`,
    ...(first === undefined ? {} : { interval: `${between(first)} (${oneFilter})` }),
    expected: 'below some 0.4 %; below 3 % with sorted buckets, which are not built here',
  });
}
