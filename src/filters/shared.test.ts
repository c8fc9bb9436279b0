import { describe, expect, it } from 'vitest';
import { LabError } from '../errors.ts';
import { random } from '../workload/random.ts';
import { BloomFilter } from './bloom.ts';
import { sharedFilter } from './kinds.test.fixture.ts';
import { SharedFilter, SharedReader } from './shared.ts';

const idsFrom = (first: number, count: number) =>
  Array.from({ length: count }, (_, i) => first + i);

describe('a filter in shared memory', () => {
  it('sets the bits of one in a memory of its own, and answers alike, at each place', () => {
    const draws = random('shared.test');
    const sizes = [1, 2, 255, 256, 257, 1023, 1024, 1025];
    for (let i = 0; i < 200; i++) {
      const shape = {
        bits: 1 + draws.below(2 ** (1 + draws.below(20))),
        hashes: 1 + draws.below(i % 10 === 0 ? 1024 : 24),
      };
      const ids = BigUint64Array.from({ length: sizes[i % sizes.length]! }, () => draws.u64());
      const asked = BigUint64Array.from({ length: 600 }, (_, at) =>
        at < 300 ? ids[at % ids.length]! : draws.u64(),
      );
      const own = new BloomFilter(shape);
      const shared = sharedFilter(shape, i % 4);
      for (const filter of [own, shared]) {
        filter.addMany(ids);
        filter.add(i);
      }
      expect(Buffer.compare(shared.toBytes(), own.toBytes())).toBe(0);
      expect(Buffer.compare(shared.hasMany(asked), own.hasMany(asked))).toBe(0);
      expect([shared.has(i), shared.countMany(asked)]).toEqual([true, own.countMany(asked)]);
      expect(shared.findRange(0, 3000, 2000)).toEqual(own.findRange(0, 3000, 2000));
    }
  });

  it('sets and finds the same bits when it is too large for the caches', () => {
    const shape = { bits: 2 ** 26 + 11, hashes: 10 };
    const draws = random('shared.test', 'large');
    const ids = BigUint64Array.from({ length: 3001 }, () => draws.u64());
    const [own, shared] = [new BloomFilter(shape), sharedFilter(shape)] as const;
    for (const filter of [own, shared]) filter.addMany(ids.subarray(0, 1501));
    expect(Buffer.compare(shared.toBytes(), own.toBytes())).toBe(0);
    expect(Buffer.compare(shared.hasMany(ids), own.hasMany(ids))).toBe(0);
    expect(shared.countMany(ids)).toBe(1501);
  });

  it('is read by what is opened on it, and loses nothing when another one is opened', () => {
    const shared = SharedFilter.forCapacity(100_000, 1e-6, { readers: 2 });
    shared.filter.addMany(idsFrom(0, 100_000));
    for (const reader of [SharedReader.open(shared.handle), SharedReader.open(shared.handle)]) {
      expect(reader.countRange(0, 99_999)).toBe(100_000);
      expect(reader.countMany(idsFrom(99_000, 2000))).toBe(1000);
      expect([...reader.hasMany([99_999, 100_000])]).toEqual([1, 0]);
      expect([reader.has(0), reader.has(2n ** 64n - 1n)]).toEqual([true, false]);
      expect(() => reader.has(-1)).toThrow(RangeError);
    }
    expect(shared.filter.countRange(0, 99_999)).toBe(100_000);
  });

  it('is refused with impossible sizes and numbers of readers', () => {
    const make = (bits: number, readers: number) => new SharedFilter({ bits, hashes: 1, readers });
    expect(() => make(0, 1)).toThrow(/bits must be an integer 1/);
    for (const readers of [0, 1.5, 1025]) {
      expect(() => make(8, readers)).toThrow(/readers must be an integer 1 … 1024, got/);
    }
  });
});

describe('the places of readers', () => {
  it('are as many as was said, and one that is closed is given again, once', () => {
    const { handle } = new SharedFilter({ bits: 8, hashes: 1, readers: 2 });
    const [first] = [SharedReader.open(handle), SharedReader.open(handle)];
    expect(() => SharedReader.open(handle)).toThrow(LabError);
    expect(() => SharedReader.open(handle)).toThrow(/has all its readers, 2: close one of them/);
    first.close();
    expect(() => first.has(1)).toThrow(/reader of the shared filter is closed/);
    const third = SharedReader.open(handle);
    first.close();
    expect(() => SharedReader.open(handle)).toThrow(/has all its readers/);
    expect(third.has(1)).toBe(false);
  });
});

describe('a handle', () => {
  const { handle } = new SharedFilter({ bits: 8, hashes: 1, readers: 1 });

  it('is refused in words when it went through JSON, which shares no memory', () => {
    const parsed = JSON.parse(JSON.stringify(handle));
    for (const wrong of [parsed, { ...handle, memories: parsed.memories }, {}]) {
      expect(() => SharedReader.open(wrong)).toThrow(
        /must come from a SharedFilter of this process/,
      );
    }
  });

  it('of which no reader can be made keeps its place free', () => {
    expect(() => SharedReader.open({ ...handle, bits: 2 ** 36 })).toThrow(LabError);
    expect(SharedReader.open(handle).has(1)).toBe(false);
  });
});

/** A filter of 1 … 3000 in use, one of 2001 … 5000 to be swapped, and a reader. */
function rebuiltFilter() {
  const shared = SharedFilter.forCapacity(3000, 1e-9, { readers: 1 });
  shared.filter.addMany(idsFrom(1, 3000));
  shared.rebuild().addMany(idsFrom(2001, 3000));
  return { shared, reader: SharedReader.open(shared.handle) };
}

/** `ids`, of which one calls `interrupt` when it is read to be asked: first all are checked. */
function interrupted(ids: number[], at: number, interrupt: () => void): number[] {
  const id = ids[at]!;
  let reads = 0;
  const get = () => {
    reads++;
    if (reads === 2) interrupt();
    return id;
  };
  return Object.defineProperty(ids, at, { get });
}

describe('a swap', () => {
  it('moves every reader to the rebuilt filter, which begins empty each time', () => {
    const { shared, reader } = rebuiltFilter();
    expect([reader.has(1), reader.has(5000)]).toEqual([true, false]);
    shared.swap();
    expect([reader.has(1), reader.has(5000)]).toEqual([false, true]);
    expect(shared.filter.has(5000)).toBe(true);
    shared.rebuild().add(7);
    expect(reader.countRange(0, 10_000)).toBe(3000);
    shared.swap();
    expect(reader.countRange(0, 10_000)).toBe(1);
    expect(reader.has(7)).toBe(true);
  });

  it('needs a rebuilt filter', () => {
    const { shared } = rebuiltFilter();
    shared.swap();
    expect(() => shared.swap()).toThrow(/no rebuilt filter to swap/);
  });

  it('lets a batch that has begun end on the old filter', () => {
    const { shared, reader } = rebuiltFilter();
    const ids = interrupted(idsFrom(1, 5000), 2500, () => shared.swap());
    expect(reader.countMany(ids)).toBe(3000);
    expect(reader.countMany(idsFrom(1, 2000))).toBe(0);
  });

  it('followed by the next rebuild makes a batch be asked again, of the newest filter', () => {
    const { shared, reader } = rebuiltFilter();
    const ids = interrupted(idsFrom(1, 5000), 2500, () => {
      shared.swap();
      shared.rebuild();
    });
    const answers = reader.hasMany(ids);
    expect(answers.indexOf(1)).toBe(2000);
    expect(answers.lastIndexOf(0)).toBe(1999);
  });
});
