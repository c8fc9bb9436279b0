import { bitsForHashes } from '../../src/filters/theory.ts';
import type { Row } from '../../src/lab/experiment.ts';
import { num, where } from '../rows.ts';

/** Cuckoo filters by falling rate, those without a hit left out: their rate is not known. */
export function cuckooRows(rows: readonly Row[]): Row[] {
  return where(rows, { pass: 'rival', kind: 'cuckoo' })
    .filter((row) => num(row, 'fp') > 0)
    .sort((a, b) => num(b, 'rate') - num(a, 'rate'));
}

/** Smaller than a Bloom filter even of the highest rate that it may have. */
export function isSmaller(row: Row): boolean {
  return num(row, 'bitsPerId') < bloomBits(num(row, 'high'));
}

/** Larger than a Bloom filter even of the lowest rate that it may have. */
export function isLarger(row: Row): boolean {
  return num(row, 'bitsPerId') > bloomBits(num(row, 'low'));
}

/** Bits an id of a Bloom filter with the best whole number of probes for a rate. */
export function bloomBits(rate: number): number {
  const best = Math.max(1, Math.floor(-Math.log2(rate)));
  return Math.min(...[best, best + 1].map((hashes) => bitsForHashes(hashes, 1, rate)));
}
