import type { GoldenCell } from './cells.ts';
import { fnv1a64 } from './fnv.ts';
import type { GoldenRow, Vector } from './reference.ts';
import type { GateFilter, Subject } from './subject.ts';

/** How many ids are searched for the first false positives, and how many of them are kept. */
const searchedIds = 2e7;
const firstCount = 5;

/** An odd number: with an even one of members, what follows is odd as well. */
const firstPart = 501;

/**
 * Fills the filter of a cell with the ids 1 … n, in two calls: filters add ids in pairs, and the
 * last of an odd number is the one that may be lost.
 */
export function goldenFilter({ members, capacity, p }: GoldenCell, subject: Subject): GateFilter {
  const filter = subject.forCapacity(capacity, p);
  const ids = Uint32Array.from({ length: members }, (_, i) => i + 1);
  filter.addMany(ids.subarray(0, firstPart));
  filter.addMany(ids.subarray(firstPart));
  return filter;
}

/** All that is known of a cell's filter. */
export function observe(cell: GoldenCell, filter: GateFilter): GoldenRow {
  const { members, scanEnds } = cell;
  const [near, far] = scanEnds;
  const first = members + 1;
  const counted = filter.countRange(first, near);
  return {
    cell: cell.key,
    bits: filter.bits,
    hashes: filter.hashes,
    bitsSet: filter.bitsSet,
    fnv1a64: fnv1a64(filter.toBytes().subarray(-Math.ceil(filter.bits / 8))),
    firstFalsePositives: filter.findRange(first, members + searchedIds, firstCount).map(String),
    falsePositives: [
      { to: near, count: counted },
      { to: far, count: counted + filter.countRange(near + 1, far) },
    ],
  };
}

const vectorIds = [1n, 1000n, 2n ** 32n + 1n, 2n ** 53n + 1n, 2n ** 64n - 1n];
const vectorShapes = [
  { bits: 9586, hashes: 7 },
  { bits: 2 ** 32 + 15, hashes: 7 },
];

/** Hashes and probe positions of a few ids: they tell why a filter is no longer what it was. */
export function observeVectors({ hash, positions }: Subject): Vector[] {
  const hashes = vectorIds.map((id) => ({ id: String(id), bits: null, values: [hex(hash(id))] }));
  const places = vectorShapes.flatMap((shape) =>
    positions(shape, vectorIds).map((probes, i) => {
      return { id: String(vectorIds[i]), bits: shape.bits, values: probes.map(String) };
    }),
  );
  return [...hashes, ...places];
}

function hex(hash: bigint): string {
  return hash.toString(16).padStart(16, '0');
}
