import { z } from 'zod';

/**
 * A parameter that is a whole number of things. Ten million at most unless said otherwise: as many
 * sentinels take about 1.6 GB of Redis, and no setting needs a larger machine than that.
 */
export function count(text: string, least = 1, most = 10_000_000) {
  return z.int().min(least).max(most).describe(text);
}

/** A parameter that lists values, each of which names a cell or a row: none may stand twice. */
export function different<T extends z.ZodType>(text: string, value: T) {
  return z
    .array(value)
    .min(1)
    .refine((list) => new Set(list).size === list.length, 'no value may stand twice')
    .describe(text);
}

/** The same of counts, from 1. */
export function differentCounts(text: string, most?: number) {
  return different(text, count(text, 1, most));
}
