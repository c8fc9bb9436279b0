import type { Redis } from 'ioredis';
import { parseId } from './sku-id.ts';

/** The stream by which processes tell each other the ids they insert. */
export const NEWS_KEY = 'seckill:sku:v1:inserted';

/** Entries that the stream keeps; Redis trims whole blocks, so it may be some more. */
const KEPT = 10_000;

/** A stream that nobody wrote to for a day ends. All build anew then, which costs little. */
const LIFE_SECONDS = 86_400;

const PAGE = 1_000;

type Entry = readonly [position: string, fields: readonly string[]];

/** What stands after a position. */
export interface Heard {
  readonly ids: readonly string[];
  /** That of the last entry. */
  readonly position: string;
  /** Whether there was no more when it was read. */
  readonly toTheEnd: boolean;
}

/**
 * Adds an entry: an inserted id, or `''` for one that only marks a position.
 * @returns its position; @throws the driver's error
 */
export async function append(redis: Redis, id: string): Promise<string> {
  const replies = await redis
    .pipeline()
    .xadd(NEWS_KEY, 'MAXLEN', '~', KEPT, '*', 'id', id)
    .expire(NEWS_KEY, LIFE_SECONDS)
    .exec();
  return replyOf<string>(replies, 0);
}

/**
 * Waits up to `blockMs` for entries after `position`. Then it looks whether the entry of `position`
 * is still there: entries go from the oldest on, so where it is, nothing after it has gone.
 * @returns `undefined` where something may be missing; @throws the driver's error
 */
export async function readAfter(
  redis: Redis,
  position: string,
  blockMs: number,
): Promise<Heard | undefined> {
  const replies = await redis
    .pipeline()
    .xread('COUNT', PAGE, 'BLOCK', blockMs, 'STREAMS', NEWS_KEY, position)
    .xrange(NEWS_KEY, position, position)
    .exec();
  const read = replyOf<readonly [readonly [key: string, entries: readonly Entry[]]] | null>(
    replies,
    0,
  );
  if (replyOf<readonly Entry[]>(replies, 1).length === 0) return undefined;
  const entries = read?.[0][1] ?? [];
  return {
    ids: entries.flatMap(insertedId),
    position: entries.at(-1)?.[0] ?? position,
    toTheEnd: entries.length < PAGE,
  };
}

/** The ids of all entries that the stream has, in pages. @throws the driver's error */
export async function* retainedIds(
  redis: Redis,
): AsyncGenerator<readonly string[], void, undefined> {
  let from = '-';
  for (;;) {
    const page: readonly Entry[] = await redis.xrange(NEWS_KEY, from, '+', 'COUNT', PAGE);
    yield page.flatMap(insertedId);
    if (page.length < PAGE) return;
    // It comes once more: to ask for those after it needs Redis 6.2.
    from = page.at(-1)![0];
  }
}

/** Removes the stream, so that all who follow it notice. @throws the driver's error */
export async function removeStream(redis: Redis): Promise<void> {
  await redis.unlink(NEWS_KEY);
}

/** The id of an entry; a mark has none, and what strangers have written is none. */
function insertedId([, [, id]]: Entry): string[] {
  return id === undefined || parseId(id) === undefined ? [] : [id];
}

function replyOf<T>(replies: [Error | null, unknown][] | null, index: number): T {
  const [error, reply] = replies![index]!;
  if (error !== null) throw error;
  return reply as T;
}
