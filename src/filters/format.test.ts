import { crc32 } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { LabError } from '../errors.ts';
import { BloomFilter } from './bloom.ts';

// 9,586 bits are no whole number of bytes: a reader that rounds them up loses members.
const filter = BloomFilter.forCapacity(1000, 0.01);
filter.addMany(Array.from({ length: 1000 }, (_, i) => 7 * i));
const stored = filter.toBytes();
const headerBytes = 44;

/** The stored filter after `change`, with a checksum that fits. */
function forged(change: (view: DataView) => void): Uint8Array {
  const bytes = stored.slice();
  const view = new DataView(bytes.buffer);
  change(view);
  const checksum = crc32(bytes.subarray(headerBytes), crc32(bytes.subarray(0, 40)));
  view.setUint32(40, checksum, true);
  return bytes;
}

it('a stored filter comes back with all members, parameters and bits', () => {
  const loaded = BloomFilter.fromBytes(stored);
  expect(loaded).toMatchObject({ bits: 9586, hashes: 7, capacity: 1000 });
  expect(loaded.hasMany(Array.from({ length: 1000 }, (_, i) => 7 * i))).not.toContain(0);
  expect(Buffer.compare(loaded.toBytes(), stored)).toBe(0);
  expect(loaded.countRange(0, 100_000)).toBe(filter.countRange(0, 100_000));
});

it('a filter without a known capacity comes back without one', () => {
  const plain = new BloomFilter({ bits: 1, hashes: 1024 });
  expect(BloomFilter.fromBytes(plain.toBytes()).capacity).toBeUndefined();
});

it('a stored filter is found at any offset of a larger buffer', () => {
  const buffer = Buffer.concat([Buffer.alloc(3), stored]);
  expect(BloomFilter.fromBytes(buffer.subarray(3)).bitsSet).toBe(filter.bitsSet);
});

it('the layout is the documented one, little-endian', () => {
  const view = new DataView(stored.buffer);
  expect(Buffer.from(stored.subarray(0, 8)).toString()).toBe('funnelBF');
  expect([view.getUint16(8, true), view.getUint16(10, true)]).toEqual([1, 1]);
  expect(view.getUint32(12, true)).toBe(7);
  expect(view.getBigUint64(16, true)).toBe(9586n);
  expect(view.getBigUint64(24, true)).toBe(BigInt(filter.bitsSet));
  expect(view.getBigUint64(32, true)).toBe(1000n);
  expect(stored.length).toBe(headerBytes + 1199);
});

describe('what is damaged is refused:', () => {
  it('each byte of the header and the first and last of the bits, flipped', () => {
    const places = [...Array(headerBytes).keys(), headerBytes, stored.length - 1];
    for (const place of places) {
      for (const mask of [1, 0x80, 0xff]) {
        const bytes = stored.slice();
        bytes[place]! ^= mask;
        expect(() => BloomFilter.fromBytes(bytes), `byte ${place}`).toThrow(LabError);
      }
    }
  });

  it('cut short at any byte of the header and in the bits', () => {
    for (const length of [...Array(headerBytes + 1).keys(), 600, stored.length - 1]) {
      expect(() => BloomFilter.fromBytes(stored.slice(0, length))).toThrow(/it is cut short/);
    }
  });

  it.each<[string, Uint8Array, RegExp]>([
    ['bytes too many', Buffer.concat([stored, Buffer.of(0)]), /too long: 1243 bytes .* 1244 found/],
    ['another kind of file', Buffer.alloc(100, 'x'), /does not begin with the mark/],
    ['another version', forged((view) => view.setUint16(8, 2, true)), /version 2, and 1 is exp/],
    ['another hash', forged((view) => view.setUint16(10, 9, true)), /hash scheme 9, and 1 is/],
    ['no bits', forged((view) => view.setBigUint64(16, 0n, true)), /impossible: bits .* got 0/],
    ['no hashes', forged((view) => view.setUint32(12, 0, true)), /impossible: hashes .* got 0/],
    ['other bits', forged((view) => view.setBigUint64(16, 95_860n, true)), /cut short: 12027 /],
    ['another count', forged((view) => view.setBigUint64(24, 9n, true)), /its header says 9$/],
    ['a flipped bit', stored.with(99, stored[99]! ^ 1), /damaged: the checksum differs/],
  ])('%s, by its own message', (_, bytes, message) => {
    expect(() => BloomFilter.fromBytes(bytes)).toThrow(message);
  });

  it('what is no Uint8Array, by its type', () => {
    for (const bytes of [stored.buffer, 'funnelBF', undefined] as unknown[]) {
      expect(() => BloomFilter.fromBytes(bytes as Uint8Array)).toThrow(TypeError);
    }
  });
});
