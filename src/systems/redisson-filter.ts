import type { Redis } from 'ioredis';
import murmur from 'murmurhash3js-revisited';
import { optimalBits, optimalHashes, type Shape } from '../filters/sizing.ts';

// Redisson's Bloom filter as its source of 2024 has it (commit 017b8306): the bits are a bitmap in
// Redis, its configuration a hash beside it, and every call is one script that reads both. One part
// is a stand-in: Redisson takes its 128 bits from HighwayHash over the encoded object, here they are
// MurmurHash3's (x64, 128 bits) over the decimal text. How positions come from them is Redisson's.

/** m is cut to a whole number by a cast, not rounded up; k is rounded. */
export function redissonShape(n: number, p: number): Shape {
  const bits = Math.trunc(optimalBits(n, p));
  return { bits, hashes: Math.max(1, Math.round(optimalHashes(bits, n))) };
}

/** The position of each probe: of h1, then h2 and h1 are added in turn; each without its sign. */
export function redissonPositions(id: number, { bits, hashes }: Shape): number[] {
  const hex = murmur.x64.hash128(new TextEncoder().encode(String(id)));
  const h1 = BigInt(`0x${hex.slice(0, 16)}`);
  const h2 = BigInt(`0x${hex.slice(16)}`);
  let sum = h1;
  return Array.from({ length: hashes }, (_, i) => {
    const position = BigInt.asUintN(63, sum) % BigInt(bits);
    sum = BigInt.asUintN(64, sum + (i % 2 === 0 ? h2 : h1));
    return Number(position);
  });
}

/** What a call answers when the filter in Redis is not of the shape that the object holds. */
export const configChanged = 'Bloom filter config has been changed';

const initScript = `
if redis.call('EXISTS', KEYS[1]) == 1 then return 0 end
redis.call('HSET', KEYS[1], 'size', ARGV[1])
redis.call('HSET', KEYS[1], 'hashIterations', ARGV[2])
redis.call('HSET', KEYS[1], 'expectedInsertions', ARGV[3])
redis.call('HSET', KEYS[1], 'falseProbability', ARGV[4])
return 1`;

const sameShape = `
local size = redis.call('HGET', KEYS[1], 'size')
local probes = redis.call('HGET', KEYS[1], 'hashIterations')
assert(size == ARGV[1] and probes == ARGV[2], '${configChanged}')`;

const addScript = `${sameShape}
for i = 3, #ARGV do redis.call('SETBIT', KEYS[2], ARGV[i], 1) end
return 1`;

/** All bits are read, also behind the first zero. */
const containsScript = `${sameShape}
local found = 1
for i = 3, #ARGV do
  if redis.call('GETBIT', KEYS[2], ARGV[i]) == 0 then found = 0 end
end
return found`;

/**
 * One client's object for the filter called `name`. As in Redisson it asks Redis for the
 * configuration once, when it has none, and then holds to it: `tryInit` sets it even where it
 * answers false, and from then on every call fails if the filter in Redis has another shape.
 */
export class RedissonFilter {
  readonly #redis: Redis;
  readonly #name: string;
  readonly #positions: typeof redissonPositions;
  #shape: Shape | undefined;

  /** `positions` can be given, to follow an example with positions of its own. */
  constructor(redis: Redis, name: string, positions = redissonPositions) {
    this.#redis = redis;
    this.#name = name;
    this.#positions = positions;
  }

  /** A name without braces gets them, so that both keys lie on one node of a cluster. */
  get configName(): string {
    return this.#name.includes('{') ? `${this.#name}:config` : `{${this.#name}}:config`;
  }

  /** @returns false where there is a filter of this name already: it stays as it is */
  async tryInit(n: number, p: number): Promise<boolean> {
    const shape = redissonShape(n, p);
    this.#shape = shape;
    const { bits, hashes } = shape;
    return (await this.#redis.eval(initScript, 1, this.configName, bits, hashes, n, p)) === 1;
  }

  /** Adds `ids` in one script call. @throws as {@link contains} does */
  async add(ids: readonly number[]): Promise<void> {
    await this.#call(addScript, ids);
  }

  /** @throws Error where there is no filter; `ReplyError` with {@link configChanged} in it */
  async contains(id: number): Promise<boolean> {
    return (await this.#call(containsScript, [id])) === 1;
  }

  async #call(script: string, ids: readonly number[]): Promise<unknown> {
    this.#shape ??= await this.#readConfig();
    const shape = this.#shape;
    const positions = ids.flatMap((id) => this.#positions(id, shape));
    const keys = [this.configName, this.#name];
    return this.#redis.eval(script, 2, ...keys, shape.bits, shape.hashes, ...positions);
  }

  async #readConfig(): Promise<Shape> {
    const { size, hashIterations } = await this.#redis.hgetall(this.configName);
    if (size === undefined || hashIterations === undefined) {
      throw new Error('Bloom filter is not initialized!');
    }
    return { bits: Number(size), hashes: Number(hashIterations) };
  }
}
