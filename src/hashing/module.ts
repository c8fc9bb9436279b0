import { readFileSync } from 'node:fs';

/** The functions of `assembly/lab.ts`. They check nothing; u64 results come signed. */
interface Calls {
  startRandom(a: bigint, b: bigint, c: bigint, d: bigint): void;
  keepBits(mask: bigint, label: bigint): void;
  fillRandom(count: number): void;
  startCounter(first: bigint, by: bigint, as: number): void;
  fillCounter(count: number): void;
}

interface Exports extends Calls {
  readonly memory: WebAssembly.Memory;
  readonly BLOCK: { readonly value: number };
  readonly IDS: { readonly value: number };
}

/** One instance of the module `lab`, and a view of its block of ids. */
export interface LabModule {
  readonly calls: Calls;
  readonly ids: BigUint64Array<ArrayBuffer>;
}

let compiled: WebAssembly.Module | undefined;

/** A fresh instance of the module. */
export function instantiateLab(): LabModule {
  const url = new URL(import.meta.resolve('#build/lab.wasm'));
  compiled ??= new WebAssembly.Module(readFileSync(url));
  const exports = new WebAssembly.Instance(compiled).exports as Exports;
  const ids = new BigUint64Array(exports.memory.buffer, exports.IDS.value, exports.BLOCK.value);
  return { calls: exports, ids };
}
