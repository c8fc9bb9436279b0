import murmur from 'murmurhash3js-revisited';
import xxhash from 'xxhash-wasm';

/** How a key becomes two hashes; the numbers are those of `assembly/lab/schemes.ts`. */
const hashCodes = {
  host: 0,
  splitmix: 1,
  'splitmix, stride 0': 2,
  'no mixer': 3,
  'splitmix cut to 32 bits': 4,
  'identity twice': 5,
  'splitmix of the id xor a secret': 6,
  'splitmix of the id mixed with a secret': 7,
  'std::hash of the text': 8,
  'the text itself': 9,
} as const;

/** How position i comes from two hashes; the numbers are those of `assembly/lab/schemes.ts`. */
const ruleCodes = {
  'sum wraps': 0,
  'sum unbounded': 1,
  'plus i²': 2,
  'sum masked': 3,
  'plus (i³-i)/6': 4,
  triple: 5,
  independent: 6,
  polynomial: 7,
} as const;

/** How an id is written as text. */
export type TextForm = 'decimal' | 'user' | { readonly base36: number };

/** A way from a key to k positions. */
export interface Scheme {
  readonly name: string;
  readonly hash: keyof typeof hashCodes;
  readonly rule: keyof typeof ruleCodes;
  /** What is appended to the text for its second hash; nothing when both hashes are one. */
  readonly salt?: string;
  /** The key of a keyed scheme. */
  readonly secret?: bigint;
  /** Both hashes of a key of eight bytes, when the host makes them. */
  readonly pairOf?: (key: Uint8Array) => readonly [bigint, bigint];
}

/** The codes of the module for a scheme. */
export function codesOf({ hash, rule }: Scheme): { hash: number; rule: number } {
  return { hash: hashCodes[hash], rule: ruleCodes[rule] };
}

const s0: Scheme = { name: 'S0', hash: 'splitmix', rule: 'sum wraps' };

/** S0 as it stands, and with one thing changed. */
export const s0Schemes = {
  s0,
  unbounded: { ...s0, name: 'S0, mod before multiply', rule: 'sum unbounded' },
  strideZero: { ...s0, name: 'S0, h2 = 0', hash: 'splitmix, stride 0' },
  noMixer: { ...s0, name: 'S0, no mixer', hash: 'no mixer' },
  cut: { ...s0, name: 'S0, 32-bit hashes', hash: 'splitmix cut to 32 bits' },
  masked: { ...s0, name: 'S0, m a power of two', rule: 'sum masked' },
} as const satisfies Record<string, Scheme>;

/** Published schemes over S0's mixer. */
export const otherSchemes = {
  square: { ...s0, name: 'h1 + i·h2 + i²', rule: 'plus i²' },
  enhanced: { ...s0, name: 'enhanced double hashing', rule: 'plus (i³-i)/6' },
  triple: { ...s0, name: 'triple hashing', rule: 'triple' },
  independent: { ...s0, name: 'k independent hashes', hash: 'identity twice', rule: 'independent' },
} as const satisfies Record<string, Scheme>;

/** S3's three versions, with libstdc++'s `std::hash`; the third for integers too. */
export const s3Schemes = {
  v1: { name: 'S3 v1', hash: 'std::hash of the text', rule: 'plus i²', salt: '_salt' },
  v2: { name: 'S3 v2', hash: 'std::hash of the text', rule: 'plus i²', salt: 'BloomSalt' },
  v3: { name: 'S3 v3, strings', hash: 'std::hash of the text', rule: 'plus i²' },
  v3Integers: { name: 'S3 v3, integers', hash: 'identity twice', rule: 'plus i²' },
} as const satisfies Record<string, Scheme>;

/** S4: seven polynomial hashes of the text; m is a power of two and k at most 7. */
export const s4Scheme: Scheme = { name: 'S4', hash: 'the text itself', rule: 'polynomial' };

/** S0 with the id xored with a secret, and with a splitmix64 between the secret and S0. */
export function keyedSchemes(secret: bigint): { readonly xored: Scheme; readonly mixed: Scheme } {
  return {
    xored: { ...s0, name: 'S0, id xor secret', hash: 'splitmix of the id xor a secret', secret },
    mixed: {
      ...s0,
      name: 'S0, id mixed with secret',
      hash: 'splitmix of the id mixed with a secret',
      secret,
    },
  };
}

/** MurmurHash3 (x86, 32 bits) with S3's two seeds, each widened to 64 bits as S3 does. */
export const murmurScheme: Scheme = {
  name: 'MurmurHash3, two of 32 bits',
  hash: 'host',
  rule: 'sum wraps',
  pairOf: (key) => [
    BigInt(murmur.x86.hash32(key, 0x9747b28c)),
    BigInt(murmur.x86.hash32(key, 0x1ae3f4d9)),
  ],
};

/** xxHash64 with the seeds 0 and 1; its library compiles WASM of its own first. */
export async function xxhashScheme(): Promise<Scheme> {
  const { h64Raw } = await xxhash();
  return {
    name: 'xxHash64',
    hash: 'host',
    rule: 'sum wraps',
    pairOf: (key) => [h64Raw(key, 0n), h64Raw(key, 1n)],
  };
}
