import { readFileSync } from 'node:fs';
import { ExitCode, LabError } from '../errors.ts';
import type { Calls, Kernel } from './kernel.ts';
import type { Shape } from './sizing.ts';

interface Exports extends Calls {
  readonly memory: WebAssembly.Memory;
  readonly BLOCK: { readonly value: number };
  readonly BITS: { readonly value: number };
  init(bits: bigint, hashes: number, scratch: number): void;
  idsAt(): number;
  answersAt(): number;
}

const pageBytes = 2 ** 16;

const compiled = new Map<string, WebAssembly.Module>();

/** A module of the build, compiled once. */
function builtModule(name: 'bloom' | 'bloom-shared'): WebAssembly.Module {
  const known = compiled.get(name);
  if (known !== undefined) return known;
  const url = new URL(import.meta.resolve(`#build/${name}.wasm`));
  const module = new WebAssembly.Module(readFileSync(url));
  compiled.set(name, module);
  return module;
}

/**
 * Makes an empty filter of a checked shape: ceil(m/8) bytes and less than 82 KiB beside them.
 * The memory is sized once, here, so that the views stay valid for ever.
 * @throws LabError when the memory cannot be had; nothing is left behind and nothing is smaller
 * than asked.
 *
 * @param module another one of the same functions; only tests have such
 */
export function createKernel(shape: Shape, module = builtModule('bloom')): Kernel {
  const exports = instantiate(module);
  growTo(exports.memory, exports.BITS.value + Math.ceil(shape.bits / 8));
  return kernelOf(exports, shape, 0);
}

/**
 * An instance over the filter in a shared memory, empty where it is new, that writes what it notes
 * beside the bits to a place of its own. Two instances at one place would mix up their ids. The
 * one at place 0 comes first: the memory is grown for all `places`, and stays as it is.
 * @throws LabError when the memory cannot be had.
 */
export function createSharedKernel(
  shape: Shape,
  memory: WebAssembly.Memory,
  { place, places }: { readonly place: number; readonly places: number },
): Kernel {
  const exports = instantiate(builtModule('bloom-shared'), memory);
  // Place 0 is below the bits. The others are as large, behind the bits.
  const placeBytes = wholeLines(exports.BITS.value);
  const bitsEnd = wholeLines(exports.BITS.value + Math.ceil(shape.bits / 8));
  growTo(memory, bitsEnd + (places - 1) * placeBytes);
  return kernelOf(exports, shape, place === 0 ? 0 : bitsEnd + (place - 1) * placeBytes);
}

/** An empty memory that threads can share, for {@link createSharedKernel}. */
export function createSharedMemory(): WebAssembly.Memory {
  try {
    return new WebAssembly.Memory({ initial: 1, maximum: 2 ** 16, shared: true });
  } catch (cause) {
    throw noMemory('another filter', cause);
  }
}

/** Whole lines of a cache, so that no two cores write to one. */
function wholeLines(bytes: number): number {
  return Math.ceil(bytes / 64) * 64;
}

/** @param scratch how far what stands beside the bits is moved from where the module has it */
function kernelOf(exports: Exports, { bits, hashes }: Shape, scratch: number): Kernel {
  exports.init(BigInt(bits), hashes, scratch);
  const { buffer } = exports.memory;
  return {
    calls: exports,
    // Addresses of functions come signed, and those beside a large filter lie beyond 2^31.
    ids: new BigUint64Array(buffer, exports.idsAt() >>> 0, exports.BLOCK.value),
    answers: new Uint8Array(buffer, exports.answersAt() >>> 0, exports.BLOCK.value),
    bytes: new Uint8Array(buffer, exports.BITS.value, Math.ceil(bits / 8)),
    memoryBytes: buffer.byteLength,
  };
}

function instantiate(module: WebAssembly.Module, memory?: WebAssembly.Memory): Exports {
  const imports = memory && { env: { memory } };
  try {
    return new WebAssembly.Instance(module, imports).exports as Exports;
  } catch (cause) {
    throw noMemory('another filter', cause);
  }
}

/** Grows `memory` to at least `byteLength`. @throws LabError when that cannot be had. */
export function growTo(memory: WebAssembly.Memory, byteLength: number): void {
  const pages = Math.ceil(byteLength / pageBytes) - memory.buffer.byteLength / pageBytes;
  if (pages <= 0) return;
  try {
    memory.grow(pages);
  } catch (cause) {
    throw noMemory(`a filter of ${Math.ceil(byteLength / 2 ** 20)} MiB`, cause);
  }
}

function noMemory(what: string, cause: unknown): LabError {
  const message = `there is no memory for ${what}: make it smaller or let go of other filters`;
  return new LabError(ExitCode.unexpected, message, { cause });
}
