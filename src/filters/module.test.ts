import { describe, expect, it } from 'vitest';
import { LabError } from '../errors.ts';
import { random } from '../workload/random.ts';
import { BloomModel, splitmix64 } from './bloom-model.test.fixture.ts';
import type { Kernel } from './kernel.ts';
import { createKernel, createSharedKernel, createSharedMemory, growTo } from './module.ts';
import { maxBits } from './sizing.ts';

const draws = random('module.test');

function positionsOf(kernel: Kernel, id: bigint, hashes: number): bigint[] {
  kernel.calls.positions(id);
  return [...kernel.ids.subarray(0, hashes)];
}

describe('splitmix64', () => {
  const { calls } = createKernel({ bits: 1, hashes: 1 });

  it.each([
    [0n, 0xe220a8397b1dcdafn],
    [1n, 0x910a2dec89025cc1n],
    [2n, 0x975835de1c9756cen],
    [1234567n, 0x599ed017fb08fc85n],
    [2n ** 53n, 0xcec3603a0c3ea1cfn],
    [2n ** 53n + 1n, 0x055ce0bfd3337037n],
    [2n ** 63n, 0x481ec0a212a9f3dbn],
    [2n ** 64n - 1n, 0xe4d971771b652c20n],
    [0x94d049bb133111ebn, 0xbb1fd59c964c1554n],
  ])('of %s has its published value, in WASM and in the model', (x, expected) => {
    expect(BigInt.asUintN(64, calls.hash(x))).toBe(expected);
    expect(splitmix64(x)).toBe(expected);
  });
});

describe('positions, stepped without division', () => {
  // splitmix64 maps -0x9e3779b97f4a7c15 to 0, so this is the one id whose second hash is 0.
  const withoutStride = 0x61c8864680b583ebn ^ 0x94d049bb133111ebn;
  const edges = [
    withoutStride,
    0n,
    1n,
    2n ** 32n,
    2n ** 53n - 1n,
    2n ** 53n,
    2n ** 53n + 1n,
    2n ** 63n,
  ];
  const ids = [...edges, 2n ** 64n - 1n, ...Array.from({ length: 10_000 }, () => draws.u64())];
  const sizes = [9_586, 9_587, 2 ** 31 + 11, 2 ** 32 + 15, 2 ** 33];

  it.each(sizes)('of 10,000 ids are those of the formula for m = %d and 30 hashes', (bits) => {
    const kernel = createKernel({ bits, hashes: 30 });
    const model = new BloomModel(bits, 30);
    const wrong = ids.filter((id) => {
      const expected = model.positions(id);
      return positionsOf(kernel, id, 30).some((position, i) => position !== expected[i]);
    });
    expect(wrong).toEqual([]);
  });

  it('move by 1 for the one id whose second hash is 0', () => {
    const kernel = createKernel({ bits: 1_000_003, hashes: 4 });
    const [first, ...others] = positionsOf(kernel, withoutStride, 4);
    expect(others).toEqual([1n, 2n, 3n].map((i) => (first! + i) % 1_000_003n));
  });

  // Where the terms of the step are extreme: 2^64 mod m is 0, 1 or m - 1, or m the limit.
  it.each([1, 2, 3, 5, 17, 257, 641, 65_536, 65_537, 6_700_417, 2 ** 32, 2 ** 32 + 1, maxBits])(
    'are those of the formula for m = %d, up to 1024 hashes',
    (bits) => {
      const kernel = createKernel({ bits, hashes: 1024 });
      const model = new BloomModel(bits, 1024);
      for (const id of ids.slice(0, 60)) {
        expect(positionsOf(kernel, id, 1024)).toEqual(model.positions(id));
      }
    },
  );

  it('are those of the formula for sizes of any magnitude', () => {
    for (let i = 0; i < 300; i++) {
      const bits = 1 + draws.below(Math.min(maxBits, 2 ** (1 + draws.below(35))));
      const kernel = createKernel({ bits, hashes: 24 });
      const model = new BloomModel(bits, 24);
      for (const id of [draws.u64(), draws.u64(), BigInt(i)]) {
        expect(positionsOf(kernel, id, 24), `m = ${bits}`).toEqual(model.positions(id));
      }
    }
  });
});

describe('the memory', () => {
  it.each([1, 8, 9_586, 7_188_794, 2 ** 31 + 11, 2 ** 32 + 15, 2 ** 33, maxBits])(
    'for %d bits is ceil(m/8) bytes and at most 128 KiB beside them',
    (bits) => {
      const kernel = createKernel({ bits, hashes: 1 });
      expect(kernel.bytes.length).toBe(Math.ceil(bits / 8));
      expect(kernel.memoryBytes - Math.ceil(bits / 8)).toBeLessThanOrEqual(128 * 1024);
    },
  );

  it('that cannot be had is refused in words, with the size and the cause', () => {
    const memory = new WebAssembly.Memory({ initial: 1, maximum: 2 });
    growTo(memory, 2 ** 17);
    expect(memory.buffer.byteLength).toBe(2 ** 17);
    expect(() => growTo(memory, 2 ** 20)).toThrow(LabError);
    expect(() => growTo(memory, 2 ** 20)).toThrow(/no memory for a filter of 1 MiB/);
  });
});

describe('a shared memory', () => {
  const shape = { bits: 100_003, hashes: 7 };

  it('is left as it is by later instances, and none writes to the place of another', () => {
    const memory = createSharedMemory();
    const seats = [0, 1, 2].map((place) => ({ place, places: 3 }));
    const kernels = seats.map((seat) => {
      const kernel = createSharedKernel(shape, memory, seat);
      kernel.ids.fill(BigInt(seat.place + 1));
      kernel.answers.fill(seat.place + 1);
      return kernel;
    });
    kernels[0]!.calls.addU64(7n);
    for (const { calls, ids, answers } of kernels) {
      ids[0] = 7n;
      calls.hasBlock(1);
      expect([ids[0], answers[0]]).toEqual([7n, 1]);
    }
    for (const [place, { ids, answers, calls }] of kernels.entries()) {
      expect(ids.subarray(1).every((id) => id === BigInt(place + 1))).toBe(true);
      expect(answers.subarray(1).every((answer) => answer === place + 1)).toBe(true);
      expect(calls.bitsSet()).toBe(7n);
    }
  });
});
