import { readFileSync } from 'node:fs';

/** The functions of `assembly/lab.ts`. They check nothing; u64 results come signed. */
interface Calls {
  startRandom(a: bigint, b: bigint, c: bigint, d: bigint): void;
  keepBits(mask: bigint, label: bigint): void;
  fillRandom(count: number): void;
  startCounter(first: bigint, by: bigint, as: number): void;
  fillCounter(count: number): void;
  setScheme(bits: bigint, hash: number, rule: number): void;
  setHashes(count: number): void;
  setSecret(key: bigint): void;
  setSaltLength(characters: number): void;
  setText(as: number, characters: number): void;
  setTextLength(characters: number): void;
  addBlock(count: number): void;
  countBlock(count: number): number;
  countEach(count: number): void;
  positions(): void;
  bitsSet(bits: bigint): bigint;
  countFlips(count: number): void;
  countBuckets(count: number, shift: number): void;
}

type Place = 'IDS' | 'FIRSTS' | 'SECONDS' | 'EACH' | 'TEXT' | 'SALT' | 'FLIPS' | 'BUCKETS';

interface Exports extends Calls, Readonly<Record<Place | 'BLOCK', { readonly value: number }>> {
  readonly memory: WebAssembly.Memory;
  bitsAt(): number;
}

/** One instance of the module `lab`, and views of its memory. */
export interface LabModule {
  readonly calls: Calls;
  /** The block of ids that a call takes or gives, and the hashes that the host makes of it. */
  readonly ids: BigUint64Array<ArrayBuffer>;
  readonly firsts: BigUint64Array<ArrayBuffer>;
  readonly seconds: BigUint64Array<ArrayBuffer>;
  /** Set bits that probe i met. */
  readonly each: BigUint64Array<ArrayBuffer>;
  readonly text: Uint8Array<ArrayBuffer>;
  readonly salt: Uint8Array<ArrayBuffer>;
  readonly flips: Uint32Array<ArrayBuffer>;
  readonly buckets: Uint32Array<ArrayBuffer>;
  /** The filter's bits. */
  readonly bytes: Uint8Array<ArrayBuffer>;
}

const pageBytes = 2 ** 16;

let compiled: WebAssembly.Module | undefined;

/** A fresh instance with `bitBytes` of bits; its memory never grows again, so views stay valid. */
export function instantiateLab(bitBytes = 0): LabModule {
  const url = new URL(import.meta.resolve('#build/lab.wasm'));
  compiled ??= new WebAssembly.Module(readFileSync(url));
  const exports = new WebAssembly.Instance(compiled).exports as Exports;
  const end = exports.bitsAt() + bitBytes;
  const missing = Math.ceil(end / pageBytes) - exports.memory.buffer.byteLength / pageBytes;
  if (missing > 0) exports.memory.grow(missing);
  // It has a memory of its own, which no other thread shares.
  const buffer = exports.memory.buffer as ArrayBuffer;
  const words = (place: Place) =>
    new BigUint64Array(buffer, exports[place].value, exports.BLOCK.value);
  return {
    calls: exports,
    ids: words('IDS'),
    firsts: words('FIRSTS'),
    seconds: words('SECONDS'),
    each: words('EACH'),
    text: new Uint8Array(buffer, exports.TEXT.value, 192),
    salt: new Uint8Array(buffer, exports.SALT.value, 64),
    flips: new Uint32Array(buffer, exports.FLIPS.value, 64 * 64),
    buckets: new Uint32Array(buffer, exports.BUCKETS.value, 1024),
    bytes: new Uint8Array(buffer, exports.bitsAt(), bitBytes),
  };
}
