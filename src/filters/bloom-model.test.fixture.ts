/**
 * The filter's scheme in unbounded BigInt arithmetic, written from its formulas alone: what the
 * WASM module is compared with.
 */
export class BloomModel {
  readonly bits: bigint;
  readonly hashes: number;
  readonly set = new Set<bigint>();

  constructor(bits: number, hashes: number) {
    this.bits = BigInt(bits);
    this.hashes = hashes;
  }

  add(id: bigint): void {
    for (const position of this.positions(id)) this.set.add(position);
  }

  has(id: bigint): boolean {
    return this.positions(id).every((position) => this.set.has(position));
  }

  positions(id: bigint): bigint[] {
    const first = splitmix64(id);
    const second = splitmix64(id ^ 0x94d049bb133111ebn) || 1n;
    return Array.from({ length: this.hashes }, (_, i) => {
      return u64(first + BigInt(i) * second) % this.bits;
    });
  }

  /** The bits as the filter stores them. */
  toBytes(): Uint8Array {
    const bytes = new Uint8Array(Math.ceil(Number(this.bits) / 8));
    for (const position of this.set) bytes[Number(position >> 3n)]! |= 1 << Number(position & 7n);
    return bytes;
  }
}

export function splitmix64(x: bigint): bigint {
  let z = u64(x + 0x9e3779b97f4a7c15n);
  z = u64((z ^ (z >> 30n)) * 0xbf58476d1ce4e5b9n);
  z = u64((z ^ (z >> 27n)) * 0x94d049bb133111ebn);
  return z ^ (z >> 31n);
}

/** FNV-1a with 64 bits, as sixteen hexadecimal digits. */
export function fnv1a64(bytes: Uint8Array): string {
  let hash = 0xcbf29ce484222325n;
  for (const byte of bytes) hash = u64((hash ^ BigInt(byte)) * 0x100000001b3n);
  return hash.toString(16).padStart(16, '0');
}

/** The bits of a stored filter; they stand at its end. */
export function storedBits(filter: { bits: number; toBytes(): Uint8Array }): Uint8Array {
  return filter.toBytes().subarray(-Math.ceil(filter.bits / 8));
}

function u64(x: bigint): bigint {
  return BigInt.asUintN(64, x);
}
