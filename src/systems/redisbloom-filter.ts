import type { Redis } from 'ioredis';

/** Whether this server has the commands `BF.*`: the module RedisBloom, or Redis from 8 on. */
export async function hasRedisBloom(redis: Redis): Promise<boolean> {
  const [known] = (await redis.call('COMMAND', 'INFO', 'BF.ADD')) as unknown[];
  return Array.isArray(known);
}

/** The Bloom filter that Redis itself keeps under the key `name`. */
export class RedisBloomFilter {
  readonly #redis: Redis;
  readonly #name: string;

  constructor(redis: Redis, name: string) {
    this.#redis = redis;
    this.#name = name;
  }

  /** @throws ReplyError where there is such a key already, or the server has no such command */
  async reserve(n: number, p: number): Promise<void> {
    await this.#redis.call('BF.RESERVE', this.#name, p, n);
  }

  async add(ids: readonly number[]): Promise<void> {
    await this.#redis.call('BF.MADD', this.#name, ...ids);
  }

  async contains(id: number): Promise<boolean> {
    return (await this.#redis.call('BF.EXISTS', this.#name, id)) === 1;
  }
}
