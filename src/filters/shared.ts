import { usageError } from '../errors.ts';
import { BloomFilter } from './bloom.ts';
import type { Id, Ids } from './ids.ts';
import type { Kernel } from './kernel.ts';
import { createSharedKernel, createSharedMemory } from './module.ts';
import { checkCapacity, checkShape, type Shape, sizeFor } from './sizing.ts';

// Two filters of one shape stand in two shared memories: one in use, one aside to be built anew.
// The number of swaps is the index that tells them apart: after an even number the first filter is
// in use, after an odd number the second. Beside them are cells, a line of a cache for each reader:
//
//   swaps         how often the filters were swapped
//   taken(place)  1 while a reader has the place
//   begun(place)  the number that `swaps` will have after the swap of the newest rebuild
//
// A reader loads `swaps`, asks the filter in use, and then checks that nobody has begun to empty
// that filter meanwhile. Only the rebuild after the next swap does so, which writes to `begun` what
// is 2 more than the reader loaded. All threads see the accesses to cells in one order (ECMAScript,
// memory model). So a reader that sees a swap sees all bits that were set before it. And both the
// rebuild, at its beginning, and the reader, at its end, exchange the same cell, so one of them is
// first: either the reader learns of the rebuild and asks again, or it had read all bits before the
// first one was cleared. Neither side waits for the other.

/** What a thread needs to read a {@link SharedFilter}: plain data that `postMessage` takes. */
export interface SharedHandle extends Shape {
  readonly capacity: number | undefined;
  /** How many readers there can be at once. */
  readonly readers: number;
  /** Two of `WebAssembly.Memory`, which the types of Node 20 do not know. */
  readonly memories: readonly [object, object];
  readonly cells: Int32Array;
}

/** Int32 cells in a line of a cache, which readers on two cores do not share. */
const lineCells = 16;
const maxReaders = 1024;

const swapsCell = 0;
const takenCell = (place: number) => place * lineCells;
const begunCell = (place: number) => place * lineCells + 1;

/**
 * A Bloom filter that is built in one thread and read in others without a copy. Each of these opens
 * a {@link SharedReader} with `handle`. To replace the filter, the thread that made it fills the
 * empty one that `rebuild` gives and calls `swap`: every later call of a reader is answered by the
 * new one. Only that thread may add ids. Readers find an id that it adds to the filter in use soon
 * after, and for sure once a message has told them of it.
 */
export class SharedFilter {
  /** What `SharedReader.open` takes in another thread. */
  readonly handle: SharedHandle;
  readonly #both: readonly [Side, Side];
  #isRebuilt = false;

  /**
   * An empty filter that up to `readers` (1 … 1024) can read at once. It has room for two of its
   * shape, but the second takes no memory of the machine until it is filled. V8 does not count
   * shared memory when it judges whether to collect garbage, so filters that are let go of may stay
   * for long: to replace one, rebuild it.
   * @throws RangeError as `BloomFilter` does, and for other numbers of readers; LabError when the
   * machine does not give the memory.
   */
  constructor({ bits, hashes, capacity, readers }: SharedSpec) {
    checkShape({ bits, hashes });
    if (capacity !== undefined) checkCapacity(capacity);
    if (!Number.isSafeInteger(readers) || readers < 1 || readers > maxReaders) {
      throw new RangeError(`readers must be an integer 1 … ${maxReaders}, got ${readers}`);
    }
    const cellBytes = 4 * lineCells * (1 + readers);
    this.handle = {
      ...{ bits, hashes, capacity, readers },
      memories: [createSharedMemory(), createSharedMemory()],
      cells: new Int32Array(new SharedArrayBuffer(cellBytes)),
    };
    this.#both = bothSides(this.handle, 0);
  }

  /** As `BloomFilter.forCapacity`. */
  static forCapacity(
    n: number,
    p: number,
    { readers }: { readonly readers: number },
  ): SharedFilter {
    return new SharedFilter({ ...sizeFor(n, p), capacity: n, readers });
  }

  /**
   * The filter in use, which readers ask. One that was kept over a swap is the idle side: what is
   * added to it is lost with the next rebuild.
   */
  get filter(): BloomFilter {
    return this.#both[this.#swaps & 1]!.filter;
  }

  /** Empties the filter that is not in use, and gives it to be filled; `swap` puts it in use. */
  rebuild(): BloomFilter {
    const { cells, readers } = this.handle;
    const next = this.#swaps + 1;
    for (let place = 1; place <= readers; place++) Atomics.exchange(cells, begunCell(place), next);
    const { filter, kernel } = this.#both[next & 1]!;
    kernel.bytes.fill(0);
    this.#isRebuilt = true;
    return filter;
  }

  /**
   * Puts the filter of the last `rebuild` in the place of the one in use. Calls of readers that
   * have begun end on the old one. @throws LabError when nothing was rebuilt since the last swap.
   */
  swap(): void {
    if (!this.#isRebuilt) {
      throw usageError('there is no rebuilt filter to swap: call rebuild first');
    }
    this.#isRebuilt = false;
    Atomics.store(this.handle.cells, swapsCell, this.#swaps + 1);
  }

  get #swaps(): number {
    return Atomics.load(this.handle.cells, swapsCell);
  }
}

interface SharedSpec extends Shape {
  readonly capacity?: number | undefined;
  readonly readers: number;
}

/**
 * Reads a {@link SharedFilter}, in any thread. Each call is answered by one filter: the one in use
 * when the call began. Only where that one was emptied before the call ended, which takes a swap
 * and the next rebuild, the newest is asked instead. Ids are checked as `BloomFilter` checks them.
 */
export class SharedReader {
  readonly #cells: Int32Array;
  readonly #place: number;
  /** None once it is closed. */
  #both: readonly Side[];

  private constructor(handle: SharedHandle, place: number) {
    this.#cells = handle.cells;
    this.#place = place;
    this.#both = bothSides(handle, place);
  }

  /**
   * A reader at a free place, which it keeps until it is closed, also when its thread has ended
   * without doing so. @throws LabError when there is none left, or no memory; TypeError for a handle
   * that did not come by `postMessage`, for no JSON and no other process can share memory.
   */
  static open(handle: SharedHandle): SharedReader {
    const { cells, readers, memories } = handle;
    const areShared = Array.isArray(memories) && memories.every(isMemory);
    if (!areShared || !(cells instanceof Int32Array)) {
      throw new TypeError('a handle must come from a SharedFilter of this process by postMessage');
    }
    for (let place = 1; place <= readers; place++) {
      if (Atomics.compareExchange(cells, takenCell(place), 0, 1) !== 0) continue;
      try {
        return new SharedReader(handle, place);
      } catch (error) {
        Atomics.store(cells, takenCell(place), 0);
        throw error;
      }
    }
    const remedy = 'close one of them or make the filter for more';
    throw usageError(`the shared filter has all its readers, ${readers}: ${remedy}`);
  }

  has(id: Id): boolean {
    return this.#ask((filter) => filter.has(id));
  }

  /** As `hasMany` of `BloomFilter`. */
  hasMany(ids: Ids, out?: Uint8Array): Uint8Array {
    return this.#ask((filter) => filter.hasMany(ids, out));
  }

  /** As `countMany` of `BloomFilter`. */
  countMany(ids: Ids): number {
    return this.#ask((filter) => filter.countMany(ids));
  }

  /** As `countRange` of `BloomFilter`. */
  countRange(from: Id, to: Id): number {
    return this.#ask((filter) => filter.countRange(from, to));
  }

  /** Gives the place back. Any other call throws from now on. */
  close(): void {
    if (this.#both.length === 0) return;
    this.#both = [];
    Atomics.store(this.#cells, takenCell(this.#place), 0);
  }

  #ask<Answer>(question: (filter: BloomFilter) => Answer): Answer {
    // Each turn but the first takes another rebuild.
    for (;;) {
      const swaps = Atomics.load(this.#cells, swapsCell);
      const side = this.#both[swaps & 1];
      if (side === undefined) throw usageError('the reader of the shared filter is closed');
      const answer = question(side.filter);
      // Adds nothing, but unlike a load it is an exchange, as the rebuild's is: one comes first.
      const begun = Atomics.add(this.#cells, begunCell(this.#place), 0);
      if (begun < swaps + 2) return answer;
    }
  }
}

function isMemory(memory: unknown): boolean {
  return memory instanceof WebAssembly.Memory;
}

/** One of the two filters, as one thread sees it. */
interface Side {
  readonly filter: BloomFilter;
  readonly kernel: Kernel;
}

function bothSides(handle: SharedHandle, place: number): [Side, Side] {
  const places = 1 + handle.readers;
  const side = (memory: object): Side => {
    const kernel = createSharedKernel(handle, memory as WebAssembly.Memory, { place, places });
    return { filter: new BloomFilter(handle, kernel), kernel };
  };
  return [side(handle.memories[0]), side(handle.memories[1])];
}
