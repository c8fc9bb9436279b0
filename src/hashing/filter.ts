import { instantiateLab, type LabModule } from './module.ts';
import { codesOf, type Scheme, type TextForm } from './schemes.ts';
import { forEachBlock, type IdStream } from './streams.ts';

/** What fixes a filter beside its scheme: m bits, k probes, and how ids become text. */
export interface SchemeShape {
  /** 1 … 2^31. */
  readonly bits: number;
  /** 1 … 1024; at most 7 for S4. */
  readonly hashes: number;
  /** For a scheme that hashes text; without it only `add`, `has` and `positions` take keys. */
  readonly text?: TextForm;
}

/**
 * A Bloom filter of any scheme, to be measured: one instance of the module `lab`. Ids come from
 * streams, blocks of 1024 at a time, and are hashed, added and counted inside WASM.
 */
export class SchemeFilter {
  readonly scheme: Scheme;
  readonly bits: number;
  readonly hashes: number;
  readonly #lab: LabModule;
  /** Keys are texts that the caller writes, not ids. */
  readonly #takesText: boolean;

  /** @throws RangeError for a shape beyond the limits. */
  constructor(scheme: Scheme, { bits, hashes, text }: SchemeShape) {
    checkShape(scheme, bits, hashes);
    this.scheme = scheme;
    this.bits = bits;
    this.hashes = hashes;
    this.#takesText = hashesText(scheme) && text === undefined;
    this.#lab = instantiateLab(Math.ceil(bits / 8));
    const { calls, salt } = this.#lab;
    const { hash, rule } = codesOf(scheme);
    calls.setScheme(BigInt(bits), hash, rule);
    calls.setHashes(hashes);
    calls.setSecret(scheme.secret ?? 0n);
    calls.setSaltLength(writeAscii(salt, scheme.salt ?? ''));
    calls.setText(...textCodes(text));
  }

  /** Adds the next `count` ids of `ids`. */
  addFrom(ids: IdStream, count: number): void {
    this.#blocks(ids, count, (keys) => this.#lab.calls.addBlock(keys));
  }

  /** How many of the next `count` ids of `ids` are maybe present. */
  countFrom(ids: IdStream, count: number): number {
    let found = 0;
    this.#blocks(ids, count, (keys) => {
      found += this.#lab.calls.countBlock(keys);
    });
    return found;
  }

  /** For each probe i, how many of the next `count` ids meet a set bit there. */
  countEachFrom(ids: IdStream, count: number): number[] {
    const { calls, each } = this.#lab;
    each.fill(0n);
    this.#blocks(ids, count, (keys) => calls.countEach(keys));
    return Array.from(each.subarray(0, this.hashes), Number);
  }

  /** @throws TypeError unless `key` is an id, or a string where ids have no text form. */
  add(key: bigint | string): void {
    this.#take(key);
    this.#lab.calls.addBlock(1);
  }

  has(key: bigint | string): boolean {
    this.#take(key);
    return this.#lab.calls.countBlock(1) === 1;
  }

  /** The position of each probe. */
  positions(key: bigint | string): number[] {
    this.#take(key);
    this.#lab.calls.positions();
    return Array.from(this.#lab.ids.subarray(0, this.hashes), Number);
  }

  /** The bits themselves: bit j is bit `j & 7` of byte `j >> 3`. */
  get bytes(): Uint8Array<ArrayBuffer> {
    return this.#lab.bytes;
  }

  get bitsSet(): number {
    return Number(this.#lab.calls.bitsSet(BigInt(this.bits)));
  }

  /** Empties the filter, so that the next one can use its memory. */
  clear(): void {
    this.#lab.bytes.fill(0);
  }

  #blocks(ids: IdStream, count: number, use: (keys: number) => void): void {
    const hashed = (keys: BigUint64Array) => {
      this.#hash(keys);
      use(keys.length);
    };
    forEachBlock(ids, count, hashed, this.#lab.ids);
  }

  /** The hashes that a library makes, of the eight bytes of each id. */
  #hash(keys: BigUint64Array): void {
    const { pairOf } = this.scheme;
    if (pairOf === undefined) return;
    const { firsts, seconds } = this.#lab;
    const bytes = new Uint8Array(keys.buffer, keys.byteOffset, keys.byteLength);
    for (let i = 0; i < keys.length; i++) {
      const [first, second] = pairOf(bytes.subarray(8 * i, 8 * i + 8));
      firsts[i] = first;
      seconds[i] = second;
    }
  }

  #take(key: bigint | string): void {
    const { calls, ids, text } = this.#lab;
    if ((typeof key === 'string') !== this.#takesText) {
      throw new TypeError(`${this.scheme.name} takes ${this.#takesText ? 'strings' : 'ids'}`);
    }
    if (typeof key === 'string') {
      calls.setTextLength(writeAscii(text, key));
    } else {
      ids[0] = key;
      this.#hash(ids.subarray(0, 1));
    }
  }
}

function hashesText({ hash }: Scheme): boolean {
  return hash === 'std::hash of the text' || hash === 'the text itself';
}

function checkShape(scheme: Scheme, bits: number, hashes: number): void {
  if (!Number.isSafeInteger(bits) || bits < 1 || bits > 2 ** 31) {
    throw new RangeError(`bits must be an integer 1 … 2^31, got ${bits}`);
  }
  const masked = scheme.rule === 'sum masked' || scheme.rule === 'polynomial';
  if (masked && !Number.isInteger(Math.log2(bits))) {
    throw new RangeError(`bits must be a power of two for ${scheme.name}, got ${bits}`);
  }
  const most = scheme.rule === 'polynomial' ? 7 : 1024;
  if (!Number.isSafeInteger(hashes) || hashes < 1 || hashes > most) {
    throw new RangeError(`hashes must be an integer 1 … ${most}, got ${hashes}`);
  }
}

/** Writes `text` to `place` and returns its length. @throws RangeError for what is not ASCII. */
function writeAscii(place: Uint8Array, text: string): number {
  const isAscii = [...text].every((letter) => letter.charCodeAt(0) < 128);
  if (!isAscii || text.length > place.length) {
    throw new RangeError(`a text must be ASCII and at most ${place.length} long, got ${text}`);
  }
  return new TextEncoder().encodeInto(text, place).written;
}

/** The form of `assembly/lab/text.ts` and, for base 36, the width. */
function textCodes(text: TextForm | undefined): [form: number, width: number] {
  if (text === undefined) return [0, 0];
  if (text === 'decimal') return [1, 0];
  if (text === 'user') return [2, 0];
  return [3, text.base36];
}
