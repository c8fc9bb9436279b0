import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { BloomFilter } from '../../src/filters/bloom.ts';
import { BitmapSet, HashSet, RangeSet, SortedSet } from '../../src/filters/exact.ts';
import type { IdSet } from '../../src/filters/id-set.ts';
import { articleFilter } from '../../src/funnel/defences.ts';
import type { Result } from '../../src/lab/experiment.ts';
import { contiguous } from '../../src/workload/population.ts';
import type { FilterProcess } from './filter-process.ts';
import { articleSet, ownSet, type Parameters } from './plan.ts';

/** Each id up to here is asked of an exact set; beyond, the members are known to be inside. */
const countedRange = 1e7;

/** The share of absent ids in 1 … range, for the shop and the range that the article names. */
export function idSpacePass(): Result[] {
  const skus = 200_000;
  const present = new BitmapSet({ first: 1, last: skus });
  for (let id = 1; id <= skus; id++) present.add(id);
  const counted = (range: number) => {
    let absent = 0;
    for (let id = 1; id <= range; id++) if (!present.has(id)) absent++;
    return absent;
  };
  return [1e6, 1e7, 1e8, 1e9].map((range) => {
    const isCounted = range <= countedRange;
    const absent = isCounted ? counted(range) : range - skus;
    const method = isCounted ? 'counted' : 'computed';
    return { row: { pass: 'id space', skus, range, absentShare: absent / range, method } };
  });
}

/** What every kind of set takes for the same ids. */
export function setsPass(skus: number): Result[] {
  const ids = contiguous(skus);
  const sets: readonly (readonly [string, IdSet, string])[] = [
    [articleSet, BloomFilter.forCapacity(articleFilter.capacity, articleFilter.p), 'WASM memory'],
    [ownSet, BloomFilter.forCapacity(skus, 0.001), 'WASM memory'],
    ['range check', new RangeSet(), 'two 64-bit numbers'],
    ['bitmap', new BitmapSet({ first: 1, last: ids.maxId }), 'array'],
    ['sorted Uint32Array', new SortedSet(skus), 'array'],
    ['JS Set', new HashSet(), 'computed from V8’s table'],
  ];
  return sets.map(([name, set, method]) => {
    for (let index = 0; index < ids.count; index++) set.add(ids.at(index));
    const bits = set instanceof BloomFilter ? { filterBytes: Math.ceil(set.bits / 8) } : {};
    return { row: { pass: 'sets', skus, set: name, setBytes: set.byteLength, method, ...bits } };
  });
}

/** The filter in several processes: each holds its own, while sentinels are shared. */
export async function processesPass(processes: number, { skus }: Parameters): Promise<Result[]> {
  // Compiled, the module that a process runs stands beside this one.
  const program = fileURLToPath(new URL('./filter-process.js', import.meta.url));
  const children = Array.from({ length: processes }, () => fork(program, [String(skus)]));
  try {
    const reports = await Promise.all(children.map(report));
    const sum = (of: (report: FilterProcess) => number) =>
      reports.reduce((total, one) => total + of(one), 0);
    return [
      {
        row: {
          pass: 'processes',
          processes,
          filterBytes: sum((one) => one.filterBytes),
          setBytes: sum((one) => one.memoryBytes),
          rssBytes: sum((one) => one.rssAfterBytes),
          rssGrowthBytes: sum((one) => one.rssAfterBytes - one.rssBeforeBytes),
        },
      },
    ];
  } finally {
    for (const child of children) if (child.connected) child.disconnect();
  }
}

async function report(child: ChildProcess): Promise<FilterProcess> {
  const ended = once(child, 'exit').then(([code]) => {
    throw new Error(`a process with a filter ended with ${code} before it reported`);
  });
  const [message] = await Promise.race([once(child, 'message'), ended]);
  // It ends when it is disconnected; that it does is no error any more.
  ended.catch(() => undefined);
  return message as FilterProcess;
}
