import { BitmapSet, HashSet } from '../filters/exact.ts';
import type { Shape } from '../filters/sizing.ts';
import { BigIntFilter } from './bigint-filter.ts';
import { LimbFilter } from './limb-filter.ts';
import { counted, paces, type Variant } from './variant.ts';

/** The same scheme in 32-bit halves. */
export function limbVariant(shape: Shape, members: Uint32Array): Variant {
  const filter = new LimbFilter(shape);
  for (const id of members) filter.add(id);
  return {
    ...{ name: 'JavaScript, 32-bit limbs', answers: 'scheme', bytes: filter.bytes.length },
    pace: paces.fast,
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
    scanner: (from, to) =>
      counted(() => {
        let found = 0;
        for (let id = from; id <= to; id++) if (filter.has(id)) found++;
        return found;
      }),
  };
}

/** The same scheme in BigInt. */
export function bigintVariant(shape: Shape, members: Uint32Array): Variant {
  const filter = new BigIntFilter(shape);
  for (const id of members) filter.add(BigInt(id));
  return {
    ...{ name: 'JavaScript, BigInt', answers: 'scheme', bytes: filter.bytes.length },
    pace: paces.slow,
    asker: (plain) => {
      const ids = Array.from(plain, BigInt);
      return counted(() => {
        let found = 0;
        for (let i = 0; i < ids.length; i++) if (filter.has(ids[i]!)) found++;
        return found;
      });
    },
    adder: (plain) => {
      const ids = Array.from(plain, BigInt);
      return counted(() => {
        for (let i = 0; i < ids.length; i++) filter.add(ids[i]!);
        return ids.length;
      });
    },
  };
}

/** JavaScript's own set; it is built anew each time, for to add an id again is to find it. */
export function setVariant(members: Uint32Array): Variant {
  const set = new Set<number>(members);
  let grown = new Set<number>();
  const sized = new HashSet();
  for (const id of members) sized.add(id);
  return {
    ...{ name: 'Set<number>', answers: 'exact', bytes: sized.byteLength, pace: paces.fast },
    asker: (ids) =>
      counted(() => {
        let found = 0;
        for (let i = 0; i < ids.length; i++) if (set.has(ids[i]!)) found++;
        return found;
      }),
    adder: (ids) =>
      counted(() => {
        for (let i = 0; i < ids.length; i++) grown.add(ids[i]!);
        return ids.length;
      }),
    renew: () => {
      grown = new Set();
    },
  };
}

/** The bitmap of this package, a bit for each id from the first to the last, ids checked. */
export function bitmapVariant(members: Uint32Array): Variant {
  const set = new BitmapSet({ first: members[0]!, last: members.at(-1)! });
  for (const id of members) set.add(id);
  return {
    ...{ name: 'BitmapSet', answers: 'exact', bytes: set.byteLength, pace: paces.fast },
    asker: (ids) =>
      counted(() => {
        let found = 0;
        for (let i = 0; i < ids.length; i++) if (set.has(ids[i]!)) found++;
        return found;
      }),
    adder: (ids) =>
      counted(() => {
        for (let i = 0; i < ids.length; i++) set.add(ids[i]!);
        return ids.length;
      }),
  };
}

/** A bit for every id that may be asked, up to `largest`, and nothing is checked. */
export function bareBitmapVariant(members: Uint32Array, largest: number): Variant {
  const bytes = new Uint8Array((largest >>> 3) + 1);
  for (const id of members) bytes[id >>> 3]! |= 1 << (id & 7);
  return {
    ...{ name: `Uint8Array, ids <= ${largest.toLocaleString('en-US')}`, answers: 'exact' },
    ...{ bytes: bytes.length, pace: paces.fast },
    asker: (ids) =>
      counted(() => {
        let found = 0;
        for (let i = 0; i < ids.length; i++) {
          const id = ids[i]!;
          found += (bytes[id >>> 3]! >> (id & 7)) & 1;
        }
        return found;
      }),
    adder: (ids) =>
      counted(() => {
        for (let i = 0; i < ids.length; i++) {
          const id = ids[i]!;
          bytes[id >>> 3]! |= 1 << (id & 7);
        }
        return ids.length;
      }),
  };
}
