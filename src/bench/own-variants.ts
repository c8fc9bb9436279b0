import { BloomFilter } from '../filters/bloom.ts';
import type { Id, Ids } from '../filters/ids.ts';
import type { Shape } from '../filters/sizing.ts';
import { counted, paces, type Step, type Variant } from './variant.ts';

type Path = Pick<Variant, 'name' | 'asker' | 'adder' | 'scanner'>;

/**
 * The ways to call our filter. All of them share one filter: V8 calls a WASM function directly
 * only where it has seen no other one, and a service has one filter. So ids are added again to the
 * filter that holds them, which is the same work: every probe reads, sets and writes.
 */
export function ownVariants(shape: Shape, members: Uint32Array): Variant[] {
  const filter = new BloomFilter(shape);
  filter.addMany(members);
  const bytes = Math.ceil(shape.bits / 8);
  const paths: Path[] = [
    many('Uint32Array', filter, (ids) => ids),
    many('Float64Array', filter, (ids) => Float64Array.from(ids)),
    many('BigUint64Array', filter, (ids) => BigUint64Array.from(bigints(ids))),
    many('number[]', filter, (ids) => Array.from(ids)),
    counting(filter),
    scanning(filter),
    numbers(filter),
    bigintCalls(filter),
  ];
  return paths.map((path) => ({ answers: 'scheme', bytes, pace: paces.fast, ...path }));
}

/** The way to ask that is measured where sizes and probes are compared. */
export function manyVariant(filter: BloomFilter): Variant {
  const path = many('Uint32Array', filter, (ids) => ids);
  return { answers: 'rate', bytes: Math.ceil(filter.bits / 8), pace: paces.fast, ...path };
}

const bigints = (ids: Uint32Array) => Array.from(ids, BigInt);

/** Of one kind of container; `hasMany` is met by all of them, as in a program that has several. */
function many(kind: string, filter: BloomFilter, contain: (ids: Uint32Array) => Ids): Path {
  return {
    name: `hasMany(${kind})`,
    asker: (plain) => {
      const ids = contain(plain);
      const answers = new Uint8Array(ids.length);
      return {
        run: () => {
          filter.hasMany(ids, answers);
        },
        count: () => answers.reduce((sum, answer) => sum + answer, 0),
      };
    },
    adder: (plain) => {
      const ids: Ids = contain(plain);
      return { run: () => filter.addMany(ids), count: () => ids.length };
    },
  };
}

function counting(filter: BloomFilter): Path {
  return {
    name: 'countMany(Uint32Array)',
    asker: (ids) => counted(() => filter.countMany(ids)),
  };
}

function scanning(filter: BloomFilter): Path {
  return {
    name: 'countRange',
    scanner: (from, to) => counted(() => filter.countRange(from, to)),
  };
}

function numbers(filter: BloomFilter): Path {
  return {
    name: 'has(number)',
    asker: (ids) =>
      counted(() => {
        let found = 0;
        for (let i = 0; i < ids.length; i++) if (filter.has(ids[i]!)) found++;
        return found;
      }),
    adder: (ids) =>
      counted(() => {
        for (let i = 0; i < ids.length; i++) filter.add(ids[i]!);
        return ids.length;
      }),
  };
}

function bigintCalls(filter: BloomFilter): Path {
  const asker = (plain: Uint32Array): Step => {
    const ids: readonly Id[] = bigints(plain);
    return counted(() => {
      let found = 0;
      for (let i = 0; i < ids.length; i++) if (filter.has(ids[i]!)) found++;
      return found;
    });
  };
  const adder = (plain: Uint32Array): Step => {
    const ids: readonly Id[] = bigints(plain);
    return counted(() => {
      for (let i = 0; i < ids.length; i++) filter.add(ids[i]!);
      return ids.length;
    });
  };
  return { name: 'has(bigint)', asker, adder };
}
