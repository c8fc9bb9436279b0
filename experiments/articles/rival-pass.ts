import { BlockedBloomFilter } from '../../src/filters/blocked.ts';
import { BloomFilter } from '../../src/filters/bloom.ts';
import { CountingBloomFilter } from '../../src/filters/counting.ts';
import { CuckooFilter } from '../../src/filters/cuckoo.ts';
import type { IdSet } from '../../src/filters/id-set.ts';
import type { Shape } from '../../src/filters/sizing.ts';
import type { Lab, Result } from '../../src/lab/experiment.ts';
import { clopperPearson } from '../../src/stats/clopper-pearson.ts';
import type { Kind, Parameters } from './plan.ts';

/** Bits an id and probes of the Bloom filters, and of those in blocks, which want fewer probes. */
const bloomSizes = [5, 6, 8, 10, 12, 14, 16, 20].map((bits) => [bits, Math.round(bits * Math.LN2)]);
const blockedSizes = [
  [8, 5],
  [10, 6],
  [12, 7],
  [16, 10],
  [20, 12],
];
const countingSizes = [
  [5, 3],
  [10, 7],
  [16, 11],
];
/** Bits of the cuckoo filters' fingerprints. */
const fingerprints = [8, 9, 10, 11, 12, 13, 14, 16];

/** Hits that show a rate to some 6 %, which is 1 % of the bits of a Bloom filter. */
const wantedHits = 1_000;
/** Half of the even safe integers are enough ids; odd ones are absent. */
const half = 2 ** 51;

interface Made {
  readonly set: IdSet;
  /** Bits of a fingerprint, or probes. */
  readonly setting: number;
  /** About what it will let through, which says how many absent ids to ask for. */
  readonly rate: number;
}

/** Filters of one kind and many sizes: how much they take and how much they let through. */
export function rivalPass(kind: Kind, lab: Lab, params: Parameters): Result[] {
  return filtersOf(kind, params.n).map((made) => measured(kind, made, lab, params));
}

function filtersOf(kind: Kind, n: number): Made[] {
  switch (kind) {
    case 'cuckoo':
      return fingerprints.map((fingerprintBits) => ({
        set: new CuckooFilter({ capacity: n, fingerprintBits }),
        setting: fingerprintBits,
        rate: 8 / 2 ** fingerprintBits,
      }));
    case 'Bloom':
      return sized(bloomSizes, n, (shape) => new BloomFilter(shape));
    case 'blocked Bloom':
      return sized(blockedSizes, n, (shape) => new BlockedBloomFilter(shape));
    case 'counting Bloom':
      return sized(countingSizes, n, (shape) => new CountingBloomFilter(shape));
  }
}

function sized(
  sizes: readonly (readonly number[])[],
  n: number,
  make: (shape: Shape) => IdSet,
): Made[] {
  return sizes.map(([bitsPerId, hashes]) => ({
    set: make({ bits: n * bitsPerId!, hashes: hashes! }),
    setting: hashes!,
    rate: 0.6185 ** bitsPerId!,
  }));
}

/** Fills a filter, a cuckoo filter until it refuses, and asks for all members and for others. */
function measured(kind: Kind, { set, setting, rate }: Made, lab: Lab, params: Parameters): Result {
  const draw = lab.random(kind, `${setting}`);
  const members: number[] = [];
  while (members.length < params.n) {
    const id = 2 * draw.below(half);
    if (!added(set, id)) break;
    members.push(id);
  }
  const probes = Math.min(params.probes, Math.ceil(wantedHits / rate));
  let fp = 0;
  for (let asked = 0; asked < probes; asked++) if (set.has(2 * draw.below(half) + 1)) fp++;
  const n = members.length;
  const seen = fp / probes;
  // The Bloom filter's WASM memory comes in pages; its bits are what it would need elsewhere.
  const bytes = set instanceof BloomFilter ? Math.ceil(set.bits / 8) : set.byteLength;
  const row = {
    ...{ pass: 'rival', kind, setting, n, load: n / params.n, bytes, bitsPerId: (8 * bytes) / n },
    ...{ probes, fp, fn: members.filter((id) => !set.has(id)).length },
    ...{ rate: seen, ...clopperPearson(fp, probes) },
  };
  return { row };
}

function added(set: IdSet, id: number): boolean {
  if (set instanceof CuckooFilter) return set.tryAdd(id);
  set.add(id);
  return true;
}
