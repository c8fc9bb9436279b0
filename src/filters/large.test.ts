import { describe, expect, it } from 'vitest';
import { random } from '../workload/random.ts';
import { BloomFilter } from './bloom.ts';
import { BloomModel } from './bloom-model.test.fixture.ts';
import { createKernel } from './module.ts';
import { SharedFilter, SharedReader } from './shared.ts';
import { maxBits } from './sizing.ts';

describe('a filter beyond 2^32 bits', () => {
  const filter = BloomFilter.forCapacity(450e6, 0.01);
  const draws = random('large.test');
  const ids = BigUint64Array.from({ length: 1000 }, () => draws.u64());

  it('has all its bits, holds 1,000 ids and lets none of 100,000 absent ones pass', () => {
    expect(filter).toMatchObject({ bits: 4_313_276_270, hashes: 7 });
    expect(filter.byteLength).toBeGreaterThanOrEqual(4_313_276_270 / 8);
    filter.addMany(ids);
    expect(filter.hasMany(ids)).not.toContain(0);
    expect(filter.countRange(0, 99_999)).toBe(0);
  });

  it('sets the bits of the model, also those from 2^32 on, and no others', () => {
    const model = new BloomModel(filter.bits, filter.hashes);
    const kernel = createKernel(filter);
    for (const id of ids) {
      model.add(id);
      kernel.calls.addU64(id);
    }
    const positions = [...model.set].map(Number);
    const isSet = (position: number) => {
      const byte = kernel.bytes[Math.floor(position / 8)]!;
      return ((byte >> (position % 8)) & 1) === 1;
    };
    expect(positions.filter((position) => !isSet(position))).toEqual([]);
    expect(kernel.calls.bitsSet()).toBe(BigInt(positions.length));
    expect(Math.max(...positions)).toBeGreaterThan(2 ** 32);
  });
});

describe('a shared filter beyond 2^34 bits, whose readers have their places beyond 2^31 bytes', () => {
  it('is made and read, and each place answers as a filter in a memory of its own', () => {
    const shape = { bits: 2 ** 34 + 1, hashes: 3 };
    const draws = random('large.test', 'shared');
    const ids = BigUint64Array.from({ length: 1025 }, () => draws.u64());
    const own = new BloomFilter(shape);
    const shared = new SharedFilter({ ...shape, readers: 2 });
    for (const filter of [own, shared.filter]) filter.addMany(ids.subarray(0, 600));
    for (const reader of [SharedReader.open(shared.handle), SharedReader.open(shared.handle)]) {
      expect(reader.hasMany(ids)).toEqual(own.hasMany(ids));
      expect(reader.countMany(ids)).toBe(600);
      expect(reader.countRange(ids[0]!, ids[0]!)).toBe(1);
    }
  });
});

describe('several filters in one process', () => {
  it('leave each other alone when a large one is made', () => {
    const small = BloomFilter.forCapacity(1000, 0.01);
    small.addMany(Uint32Array.from({ length: 1000 }, (_, i) => i));
    const before = small.toBytes();
    const large = new BloomFilter({ bits: maxBits, hashes: 10 });
    large.add(2n ** 64n - 1n);
    expect(large.has(2n ** 64n - 1n)).toBe(true);
    expect(Buffer.compare(small.toBytes(), before)).toBe(0);
    expect(small.countRange(0, 999)).toBe(1000);
    small.add(5_000_000);
    expect(small.has(5_000_000)).toBe(true);
  });

  it('stay usable after a refusal, which allocates nothing', () => {
    const older = BloomFilter.forCapacity(1000, 0.01);
    older.add(1);
    const before = process.memoryUsage().arrayBuffers;
    for (let i = 0; i < 100; i++) {
      expect(() => BloomFilter.forCapacity(1e10, 0.01)).toThrow(/at most 34,357,641,216 bits/);
    }
    expect(process.memoryUsage().arrayBuffers).toBeLessThanOrEqual(before);
    expect([older.has(1), older.has(2)]).toEqual([true, false]);
  });

  it('are independent: 1,000 of them at once', () => {
    const filters = Array.from({ length: 1000 }, (_, i) => {
      const filter = BloomFilter.forCapacity(10, 1e-6);
      filter.add(i);
      return filter;
    });
    expect(filters.every((filter, i) => filter.has(i) && !filter.has(i + 1))).toBe(true);
  });
});
