import { readFileSync } from 'node:fs';
import { ExitCode, LabError } from '../errors.ts';
import type { Shape } from './sizing.ts';

/** The functions of `assembly/bloom.ts`. They check nothing; u64 results come signed. */
interface Calls {
  hash(id: bigint): bigint;
  positions(id: bigint): void;
  addF64(id: number): void;
  addU64(id: bigint): void;
  hasF64(id: number): number;
  hasU64(id: bigint): number;
  addBlock(count: number): void;
  widenU32(count: number): void;
  truncateF64(count: number): void;
  hasU32(id: number): number;
  addU32(id: number): void;
  hasBlock(count: number): void;
  countBlock(count: number): number;
  countRange(from: bigint, to: bigint): bigint;
  findRange(from: bigint, to: bigint, limit: number): number;
  bitsSet(): bigint;
}

interface Exports extends Calls {
  readonly memory: WebAssembly.Memory;
  readonly BLOCK: { readonly value: number };
  readonly IDS: { readonly value: number };
  readonly ANSWERS: { readonly value: number };
  readonly BITS: { readonly value: number };
  init(bits: bigint, hashes: number): void;
}

/** One instance of the WASM module, which is one filter, and views of its memory. */
export interface Kernel {
  readonly calls: Calls;
  /** The block of ids that a call takes or gives. */
  readonly ids: BigUint64Array<ArrayBuffer>;
  /** The answers of `hasBlock`. */
  readonly answers: Uint8Array<ArrayBuffer>;
  /** The filter's bits, ceil(m/8) bytes. */
  readonly bytes: Uint8Array<ArrayBuffer>;
  /** The whole memory of the instance. */
  readonly memoryBytes: number;
}

const pageBytes = 2 ** 16;

let compiled: WebAssembly.Module | undefined;

/** The module of the build, compiled once. */
function builtModule(): WebAssembly.Module {
  const url = new URL(import.meta.resolve('#build/bloom.wasm'));
  compiled ??= new WebAssembly.Module(readFileSync(url));
  return compiled;
}

/**
 * Makes an empty filter of a checked shape: ceil(m/8) bytes and less than 84 KiB beside them.
 * The memory is sized once, here, so that the views stay valid for ever.
 * @throws LabError when the memory cannot be had; nothing is left behind and nothing is smaller
 * than asked.
 *
 * @param module another one of the same functions; only tests have such
 */
export function createKernel({ bits, hashes }: Shape, module = builtModule()): Kernel {
  const exports = instantiate(module);
  const bitBytes = Math.ceil(bits / 8);
  growTo(exports.memory, exports.BITS.value + bitBytes);
  exports.init(BigInt(bits), hashes);
  const { buffer } = exports.memory;
  return {
    calls: exports,
    ids: new BigUint64Array(buffer, exports.IDS.value, exports.BLOCK.value),
    answers: new Uint8Array(buffer, exports.ANSWERS.value, exports.BLOCK.value),
    bytes: new Uint8Array(buffer, exports.BITS.value, bitBytes),
    memoryBytes: buffer.byteLength,
  };
}

function instantiate(module: WebAssembly.Module): Exports {
  try {
    return new WebAssembly.Instance(module).exports as Exports;
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
