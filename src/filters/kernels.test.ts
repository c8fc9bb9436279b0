import { describe, expect, it } from 'vitest';
import { random } from '../workload/random.ts';
import { BloomFilter } from './bloom.ts';
import { BloomModel, storedBits } from './bloom-model.test.fixture.ts';
import { encode } from './format.ts';
import type { Shape } from './sizing.ts';

// Which kernel does the work depends on the size of the filter, the number of hashes and how many
// ids come at once. The expected bits and answers are those of the BigInt model's positions.

/** Bits of the least filter on lanes, and of the largest that counts as cached: 4 MiB. */
const leastOnLanes = 2 ** 16;
const mostCached = 2 ** 25;

const batches = [0, 1, 2, 3, 15, 16, 17, 255, 256, 257, 511, 512, 513, 1023, 1024, 1025];
const longBatches = [2 ** 14 - 1, 2 ** 14, 2 ** 14 + 1];

const draws = random('kernels.test');
const ids = BigUint64Array.from({ length: 3 * 2 ** 14 }, () => draws.u64());

/** Half of the bits set: absent ids drop out at every probe, and some of them pass. */
function halfFull({ bits, hashes }: Shape): Uint8Array<ArrayBuffer> {
  const words = Uint32Array.from({ length: Math.ceil(bits / 32) }, () => draws.below(2 ** 32));
  const bytes = new Uint8Array(words.buffer, 0, Math.ceil(bits / 8));
  if (bits % 8 > 0) bytes[bytes.length - 1]! &= 2 ** (bits % 8) - 1;
  let bitsSet = 0;
  for (let byte of bytes) for (; byte > 0; byte &= byte - 1) bitsSet++;
  return encode({ bits, hashes, bitsSet, capacity: undefined }, bytes);
}

/** The probes of the first ids, each as the byte and the mask of its bit. */
function probesOf({ bits, hashes }: Shape, count: number) {
  const model = new BloomModel(bits, hashes);
  return Array.from(ids.subarray(0, count), (id) => {
    return model
      .positions(id)
      .map((bit) => ({ at: Number(bit >> 3n), mask: 1 << Number(bit & 7n) }));
  });
}

function checkCounts(shape: Shape, counts: readonly number[]): void {
  const stored = halfFull(shape);
  const none = BloomFilter.fromBytes(stored);
  const some = BloomFilter.fromBytes(stored);
  const all = BloomFilter.fromBytes(stored);
  const oneByOne = BloomFilter.fromBytes(stored);
  const probes = probesOf(
    shape,
    counts.reduce((sum, count) => sum + count, 0),
  );
  const bits = storedBits(none).slice();
  const add = (i: number) => {
    for (const { at, mask } of probes[i]!) bits[at]! |= mask;
  };
  const checkAnswers = (filter: BloomFilter, share: string) => {
    const answers = probes.map((id) => Number(id.every(({ at, mask }) => (bits[at]! & mask) > 0)));
    for (const count of counts) {
      const expected = answers.slice(0, count);
      const where = `${count} ids, ${share} present`;
      expect([...filter.hasMany(ids.subarray(0, count))], where).toEqual(expected);
      const present = expected.filter(Boolean).length;
      expect(filter.countMany(ids.subarray(0, count)), where).toBe(present);
    }
    const each = Array.from(answers, (_, i) => Number(filter.has(ids[i]!)));
    expect(each, share).toEqual(answers);
  };

  checkAnswers(none, 'none');
  const addSome = (isMember: (i: number) => boolean) => {
    for (let i = 0; i < probes.length; i++) {
      if (!isMember(i)) continue;
      some.add(ids[i]!);
      add(i);
    }
  };
  addSome((i) => i % 2 > 0);
  checkAnswers(some, 'half');
  addSome((i) => i % 100 > 0);
  checkAnswers(some, 'most');
  bits.set(storedBits(none));
  let start = 0;
  for (const count of counts) {
    all.addMany(ids.subarray(start, start + count));
    for (let i = start; i < start + count; i++) {
      oneByOne.add(ids[i]!);
      add(i);
    }
    expect(Buffer.compare(storedBits(all), bits), `${count} ids`).toBe(0);
    start += count;
  }
  expect(Buffer.compare(storedBits(oneByOne), bits)).toBe(0);
  checkAnswers(all, 'all');
  // What adding one by one left beside the bits is of no account.
  checkAnswers(oneByOne, 'all');
}

describe('bits and answers are those of the model, one by one and many at once', () => {
  const sizes = [-1, 0, 1].flatMap((more) => [leastOnLanes + more, mostCached + more]);

  it.each(sizes)('around all sizes of batches, for m = %d', (bits) => {
    checkCounts({ bits, hashes: 10 }, batches);
  });

  it.each([leastOnLanes, mostCached + 1])('for thousands of ids, for m = %d', (bits) => {
    checkCounts({ bits, hashes: 2 }, longBatches);
  });

  it.each([1, 2, 3, 16, 17, 128, 129])('for k = %d', (hashes) => {
    for (const bits of [leastOnLanes - 1, leastOnLanes, mostCached + 1]) {
      checkCounts({ bits, hashes }, [1, 3, 65, 513]);
    }
  });

  it.each([256, 257, 512, 513, 1024])('for k = %d, of fewer ids', (hashes) => {
    for (const bits of [leastOnLanes - 1, leastOnLanes, mostCached + 1]) {
      checkCounts({ bits, hashes }, [1, 2, 3, 65]);
    }
  });
});
