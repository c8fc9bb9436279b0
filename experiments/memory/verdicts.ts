import type { Row, Verdict } from '../../src/lab/experiment.ts';
import { find, integer, num, percent, where } from '../rows.ts';
import { holdsOr, verdict } from '../verdict.ts';
import { breakEven, meanTtlSeconds, tablePlaces } from './model.ts';
import { articleSet, ownSet, type Parameters } from './plan.ts';

export function memoryVerdicts(rows: readonly Row[], params: Parameters): Verdict[] {
  return [
    growth(rows, params),
    seedData(rows, params),
    oneMegabyte(rows),
    fewSkus('S0-16', rows, params),
    missingShare(rows),
    keysWritten(rows, params),
    filterMemory(rows, params),
    constantAgainstGrowing(rows, params),
    fewSkus('S1-10', rows, params),
    costOfASentinel(rows),
    emptyText(rows),
    wasteful(rows),
  ];
}

/** The longest life in the flood that lasts: only later can it stop growing. */
const longestTtlSeconds = 3;

function growth(rows: readonly Row[], { rate }: Parameters): Verdict {
  const steady = where(rows, { pass: 'steady' });
  const late = steady.filter((row) => num(row, 'atSecond') > longestTtlSeconds);
  const keys = late.map((row) => num(row, 'keys'));
  const [first, last] = [late[0], steady.at(-1)!];
  // Of the sentinels written since the first of them have ended, the part that is kept on top.
  const written = num(last, 'sent') - num(first ?? last, 'sent');
  const kept = (num(last, 'keys') - num(first ?? last, 'keys')) / written;
  const word = kept < 0.5 ? 'conditional' : 'reproduced';
  return verdict('S0-02', 'run', {
    word: written === 0 ? 'unproven' : word,
    measured:
      written === 0
        ? `the run ended at ${last.atSecond} s, before every TTL of 2 or 3 s had`
        : `linear only while nothing expires: at ${integer(rate)} new ids/s with TTLs of 2 or 3 s, ` +
          `${integer(num(last, 'sent'))} sentinels were written, but from second ` +
          `${num(first!, 'atSecond')} on Redis counted ${integer(Math.min(...keys))} … ` +
          `${integer(Math.max(...keys))} keys, where rate x mean TTL is ` +
          `${integer(num(last, 'aliveExpected'))}`,
    expected: 'linear in the rate, not in the total; keys counted lie above the living ones',
  });
}

function seedData(rows: readonly Row[], params: Parameters): Verdict {
  const table = find(rows, { pass: 'through the funnel' })!;
  const skus = num(table, 'skus');
  const [range, bitmap] = ['range check', 'bitmap'].map((set) =>
    find(rows, { pass: 'sets', skus: params.skus, set }),
  );
  return verdict('S0-03', 'census', {
    word: holdsOr(table.minId === '1' && table.maxId === String(skus)),
    measured:
      `${integer(skus)} rows, ids ${table.minId} … ${table.maxId}; so a range check of ` +
      `${range!.setBytes} B or a bitmap of ${integer(num(bitmap!, 'setBytes'))} B is exact`,
    expected: '200,000 rows, ids 1 … 200,000',
  });
}

function oneMegabyte(rows: readonly Row[]): Verdict {
  const { filterBytes, setBytes } = filterRow(rows);
  const alone = where(rows, { pass: 'processes' })[0]!;
  return verdict('S0-04', 'run', {
    word: holdsOr(filterBytes > 0.8e6 && setBytes < 1.1e6),
    measured:
      `${integer(filterBytes)} B of bits, ${integer(setBytes)} B of WASM memory, twice that during ` +
      `a rebuild; a process grows by ${integer(num(alone, 'rssGrowthBytes'))} B while it makes it, ` +
      'WebAssembly and compiled code included',
    expected: '898,600 B of bits',
  });
}

function filterRow(rows: readonly Row[], set = articleSet) {
  // Rows of the small shop stand first.
  const row = where(rows, { pass: 'sets', set }).at(-1)!;
  return { filterBytes: num(row, 'filterBytes'), setBytes: num(row, 'setBytes') };
}

function fewSkus(claim: string, rows: readonly Row[], params: Parameters): Verdict {
  const [few, many] = [params.fewSkus, params.skus].map(
    (skus) => find(rows, { pass: 'flood', skus })!,
  );
  const holds = num(few!, 'keys') < num(many!, 'keys') / 10;
  return verdict(claim, 'run', {
    word: holdsOr(holds),
    measured:
      `${integer(params.draws)} random requests leave ${integer(num(few!, 'keys'))} sentinels with ` +
      `${params.fewSkus} SKUs and ${integer(num(many!, 'keys'))} with ${integer(params.skus)}`,
    expected: 'fewer SKUs leave 2 % more sentinels',
  });
}

function missingShare(rows: readonly Row[]): Verdict {
  const share = (range: number) => num(find(rows, { pass: 'id space', range })!, 'absentShare');
  return verdict('S0-17', 'census', {
    word: holdsOr(Math.abs(share(1e7) - 0.9998) < 1e-4),
    measured:
      `${percent(share(1e7))} of 1 … 10^7 are absent with 200,000 SKUs, each id asked of an exact ` +
      `set; ${percent(share(1e9))} of 1 … 10^9, by subtraction`,
    expected: '98 %; 99.98 % for 10^9',
  });
}

function keysWritten(rows: readonly Row[], { skus, draws }: Parameters): Verdict {
  const row = find(rows, { pass: 'flood', skus })!;
  const [absent, keys] = [num(row, 'censusAbsent'), num(row, 'keys')];
  return verdict('S0-18', 'run', {
    word: keys < draws ? 'conditional' : 'reproduced',
    measured:
      `one key for each distinct absent id: ${integer(draws)} draws left ${integer(keys)} keys; ` +
      `10^7 draws meet ${integer(absent)} distinct absent ids (counted, not sent)`,
    expected: '6.19 million for 10^7 draws, 9.8 million for a sweep',
  });
}

function filterMemory(rows: readonly Row[], params: Parameters): Verdict {
  const bytes = [params.fewSkus, params.skus].map((skus) =>
    num(find(rows, { pass: 'sets', skus, set: articleSet })!, 'setBytes'),
  );
  return verdict('S0-19', 'run', {
    word: holdsOr(bytes[0] === bytes[1]),
    measured: `${bytes.map(integer).join(' and ')} B with ${params.fewSkus} and ${integer(params.skus)} SKUs: the capacity it is made for decides`,
    expected: 'the same whatever is asked for',
  });
}

function constantAgainstGrowing(rows: readonly Row[], { skus }: Parameters): Verdict {
  const { filterBytes } = filterRow(rows);
  const points = where(rows, { pass: 'sentinels' });
  const most = points.reduce((a, b) => (num(a, 'sentinels') > num(b, 'sentinels') ? a : b));
  const even = breakEven(filterBytes);
  const reached = num(most, 'sentinels') > even;
  return verdict('S0-41', 'run', {
    // Below the break-even the run cannot tell.
    word: reached ? holdsOr(num(most, 'sentinelBytes') > filterBytes) : 'unproven',
    measured:
      `${integer(filterBytes)} B against ${integer(num(most, 'sentinelBytes'))} B for ` +
      `${integer(num(most, 'sentinels'))} sentinels; even at ${integer(even)} live sentinels, which ` +
      `is ${Math.round(even / meanTtlSeconds)} new ids/s at a mean TTL of ${meanTtlSeconds} s, and ` +
      'at as many times that as there are processes with a filter; a filter made for the ' +
      `${integer(skus)} SKUs is even at ${integer(breakEven(filterRow(rows, ownSet).filterBytes))}`,
    expected: 'even at about 6,000 live sentinels, 73 … 80 new ids/s',
  });
}

function costOfASentinel(rows: readonly Row[]): Verdict {
  const points = where(rows, { pass: 'sentinels' });
  const list = points
    .map((row) => `${num(row, 'bytesPerSentinel').toFixed(1)} at ${integer(num(row, 'sentinels'))}`)
    .join(', ');
  const more = points.every((row) => num(row, 'bytesPerSentinel') > num(row, 'memoryUsageBytes'));
  return verdict('S1-34', 'run', {
    word: more ? 'conditional' : 'reproduced',
    measured: `B each, by used_memory: ${list}; MEMORY USAGE says ${points[0]!.memoryUsageBytes}, without tables and expires entry`,
    expected: '144 … 160 by the steps of the tables; MEMORY USAGE 88',
  });
}

function bytesOf(rows: readonly Row[], form: string): number {
  return num(find(rows, { pass: 'forms', form })!, 'bytesPerSentinel');
}

function emptyText(rows: readonly Row[]): Verdict {
  const [ours, empty, short] = [
    'our key, __nil__',
    'our key, empty text',
    'shop:<id>, empty text',
  ].map((form) => bytesOf(rows, form));
  const { keys, sentinels } = find(rows, { pass: 'forms', form: 'shop:<id>, empty text' })!;
  return verdict('S2-02', 'run', {
    word: keys === sentinels ? 'conditional' : 'refuted',
    measured:
      'that a sentinel stops repeats is shown with __nil__ (funnel, repeat), not with ""; ' +
      `${integer(Number(keys))} of ${integer(Number(sentinels))} shops stay cached as "", which costs ${empty!.toFixed(1)} B under our prefix, where __nil__ costs ${ours!.toFixed(1)}; ` +
      `under the shorter shop:<id> ${short!.toFixed(1)}`,
    expected: 'no gain from "" itself: 144.8 B against 144.8, 128.8 with the short key',
  });
}

function wasteful(rows: readonly Row[]): Verdict {
  const alive = 10_000 * 120;
  // Measured at a full table, where the places of the tables take 16 bytes an entry.
  const entryBytes = bytesOf(rows, 'shop:<id>, empty text') - 16;
  const bytes = alive * entryBytes + 16 * tablePlaces(alive);
  const { filterBytes } = filterRow(rows);
  return verdict('S2-03', 'computed', {
    word: holdsOr(bytes > filterBytes),
    measured:
      `10,000 new ids/s for two minutes each keep ${integer(alive)} entries alive: ` +
      `${(bytes / 1e6).toFixed(0)} MB at the measured size and the tables of that many, without ` +
      `what is expired and not yet removed; S0’s filter takes ${(filterBytes / 1e6).toFixed(1)} MB`,
    expected: '168 MB by the model',
  });
}
