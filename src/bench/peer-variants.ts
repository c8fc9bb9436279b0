import { createRequire } from 'node:module';
import type { Shape } from '../filters/sizing.ts';
import { counted, paces, type Variant } from './variant.ts';

// Three of them are CommonJS, whose names an import does not find.
const require = createRequire(import.meta.url);

/** What a filter of another package is made for, and what it is filled with. */
export interface PeerTask {
  readonly shape: Shape;
  readonly capacity: number;
  readonly rate: number;
  readonly members: Uint32Array;
}

/** A filter of another package, or the reason why there is none here. */
export type Peer = { readonly variant: Variant } | { readonly name: string; readonly why: string };

/**
 * The filters of other packages, used as their READMEs say, which is with strings; the strings are
 * made before the time is taken. They are development dependencies: an installed funnel-lab has
 * none of them.
 */
export function peers(task: PeerTask): Promise<Peer[]> {
  return Promise.all([
    peer('bloomfilter', '1.1.0', async () => jasonDavies(await import('bloomfilter'), task)),
    peer('bloom-filters', '3.0.4', async () => callidon(require('bloom-filters'), task)),
    peer('@mcrowe/minibloom', '0.2.0', async () => minibloom(require('@mcrowe/minibloom'), task)),
    peer('@ceramicnetwork/wasm-bloom-filter', '0.1.0', async () =>
      ceramic(require('@ceramicnetwork/wasm-bloom-filter'), task),
    ),
  ]);
}

type Unnamed = Omit<Variant, 'name' | 'answers'>;

async function peer(id: string, version: string, make: () => Promise<Unnamed>): Promise<Peer> {
  const name = `${id} ${version}`;
  try {
    return { variant: { name, answers: 'rate', ...(await make()) } };
  } catch (error) {
    if (!/MODULE_NOT_FOUND$/.test(String((error as NodeJS.ErrnoException).code))) throw error;
    return { name, why: 'not installed: not available here' };
  }
}

const texts = (ids: Uint32Array) => Array.from(ids, String);

function jasonDavies({ BloomFilter }: typeof import('bloomfilter'), task: PeerTask): Unnamed {
  const { bits, hashes } = task.shape;
  const filter = new BloomFilter(bits, hashes);
  for (const id of texts(task.members)) filter.add(id);
  return {
    ...{ bytes: filter.buckets.byteLength, pace: paces.fast },
    asker: (plain) => {
      const ids = texts(plain);
      return counted(() => {
        let found = 0;
        for (let i = 0; i < ids.length; i++) if (filter.test(ids[i]!)) found++;
        return found;
      });
    },
    adder: (plain) => {
      const ids = texts(plain);
      return counted(() => {
        for (let i = 0; i < ids.length; i++) filter.add(ids[i]!);
        return ids.length;
      });
    },
  };
}

function callidon({ BloomFilter }: typeof import('bloom-filters'), task: PeerTask): Unnamed {
  const filter = BloomFilter.create(task.capacity, task.rate);
  for (const id of texts(task.members)) filter.add(id);
  return {
    ...{ bytes: Math.ceil(filter.size / 8), pace: paces.slowest },
    asker: (plain) => {
      const ids = texts(plain);
      return counted(() => {
        let found = 0;
        for (let i = 0; i < ids.length; i++) if (filter.has(ids[i]!)) found++;
        return found;
      });
    },
    adder: (plain) => {
      const ids = texts(plain);
      return counted(() => {
        for (let i = 0; i < ids.length; i++) filter.add(ids[i]!);
        return ids.length;
      });
    },
  };
}

function minibloom({ optimalFilter }: typeof import('@mcrowe/minibloom'), task: PeerTask): Unnamed {
  const filter = optimalFilter(task.capacity, task.rate);
  for (const id of texts(task.members)) filter.add(id);
  return {
    ...{ bytes: filter.buckets.byteLength, pace: paces.slow },
    asker: (plain) => {
      const ids = texts(plain);
      return counted(() => {
        let found = 0;
        for (let i = 0; i < ids.length; i++) if (filter.test(ids[i]!)) found++;
        return found;
      });
    },
    adder: (plain) => {
      const ids = texts(plain);
      return counted(() => {
        for (let i = 0; i < ids.length; i++) filter.add(ids[i]!);
        return ids.length;
      });
    },
  };
}

/** It looks before it adds, and grows: to be built it must be new. */
function ceramic(
  { BloomFilter }: typeof import('@ceramicnetwork/wasm-bloom-filter'),
  task: PeerTask,
): Unnamed {
  const filter = new BloomFilter(task.rate, task.capacity);
  for (const id of texts(task.members)) filter.add(id);
  let grown = new BloomFilter(task.rate, task.capacity);
  return {
    ...{ bytes: null, pace: paces.slow },
    asker: (plain) => {
      const ids = texts(plain);
      return counted(() => {
        let found = 0;
        for (let i = 0; i < ids.length; i++) if (filter.contains(ids[i]!)) found++;
        return found;
      });
    },
    adder: (plain) => {
      const ids = texts(plain);
      return counted(() => {
        for (let i = 0; i < ids.length; i++) grown.add(ids[i]!);
        return ids.length;
      });
    },
    renew: () => {
      // Its memory is the WASM module's, which no collector frees.
      grown.free();
      grown = new BloomFilter(task.rate, task.capacity);
    },
  };
}
