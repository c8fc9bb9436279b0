import type { IncomingMessage } from 'node:http';
import { z } from 'zod';

/** Longest request target in characters; the longest that means something has 33. */
export const urlCharsMax = 1_024;

/** Longest body in bytes. */
export const bodyBytesMax = 1_024;

/** Most rows that one warm-up reads: about 35 MB. */
export const warmLimitMax = 100_000;

/**
 * The path of a request target as it was sent, without the query; `undefined` where there is none.
 * It is neither decoded nor resolved: `/a/../b` is no other name of `/b`.
 */
export function pathOf(target: string): string | undefined {
  // A server must take the absolute form, too (RFC 9112, 3.2.2).
  const path = target.replace(/^https?:\/\/[^/?]*/i, '').replace(/\?.*$/s, '');
  return path.startsWith('/') ? path : undefined;
}

/** A part of a path without its escapes, or `undefined` where they are no UTF-8. */
export function decoded(part: string): string | undefined {
  try {
    return decodeURIComponent(part);
  } catch {
    return undefined;
  }
}

/**
 * The body of a request as text, or `undefined` where it is longer than `bodyBytesMax`: no more
 * than that is kept.
 * @throws the socket's error where the client goes away in the middle
 */
export function readBody(request: IncomingMessage): Promise<string | undefined> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let bytes = 0;
    const tooLong = (length: number) => {
      if (length <= bodyBytesMax) return false;
      // Nobody listens any more; the rest is thrown away as it comes.
      request.removeAllListeners('data').resume();
      resolve(undefined);
      return true;
    };
    request.on('error', reject);
    if (tooLong(Number(request.headers['content-length'] ?? 0))) return;
    request.on('data', (chunk: Buffer) => {
      bytes += chunk.length;
      if (!tooLong(bytes)) chunks.push(chunk);
    });
    request.on('end', () => resolve(Buffer.concat(chunks).toString()));
  });
}

const warmOrder = z.strictObject({
  limit: z.int().min(1).max(warmLimitMax).default(1_000),
  rebuild_bloom: z.boolean().default(false),
});

/** What a warm-up is asked to do. */
export type WarmOrder = z.infer<typeof warmOrder>;

/** In words what {@link parseWarmOrder} takes; an answer to the client, which quotes nothing. */
export const warmOrderForm = `the body is {"limit":1..${warmLimitMax},"rebuild_bloom":true|false}`;

/**
 * The order in a body, or `undefined` where it is none. An empty body and fields left out mean the
 * defaults; unknown fields are refused, because a slip of the keys must not look like success.
 */
export function parseWarmOrder(body: string): WarmOrder | undefined {
  try {
    return warmOrder.safeParse(body === '' ? {} : JSON.parse(body)).data;
  } catch {
    return undefined;
  }
}
