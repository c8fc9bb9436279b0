import { BloomFilter } from '../../src/filters/bloom.ts';
import { loadInWords, loadOf } from '../../src/filters/load.ts';
import { articleFilter } from '../../src/funnel/defences.ts';
import type { Result, Row } from '../../src/lab/experiment.ts';
import { stable } from '../rows.ts';
import type { Parameters } from './plan.ts';

/** Ids of the article's shop in the filter that it makes for 500,000. */
const articleIds = 200_000;

const loads = [0.25, 0.5, 0.74, 0.76, 1, 1.24, 1.26, 2];

/** Filters of other loads, and article S0's own: does the size fit? */
export function sizesPass({ sizedFor }: Parameters): Result[] {
  const rows = [
    sizeRow('S0', articleIds, articleFilter.capacity, articleFilter.p),
    ...loads.map((load) =>
      sizeRow('other', Math.round(load * sizedFor), sizedFor, articleFilter.p),
    ),
  ];
  return rows.map((row) => ({ row }));
}

function sizeRow(filter: string, added: number, capacity: number, p: number): Row {
  const set = BloomFilter.forCapacity(capacity, p);
  for (let id = 1; id <= added; id++) set.add(id);
  const load = loadOf(set)!;
  return {
    pass: 'sizes',
    filter,
    capacity,
    added,
    load: stable(load.load),
    rate: stable(load.rate),
    designRate: stable(load.designRate),
    size: load.size,
    line: loadInWords(load),
  };
}
