import { z } from 'zod';
import { parseId } from './sku-id.ts';

/** Well-formed text of at most `max` code points, which is how MySQL counts and what it keeps. */
const text = (max: number) => z.string().regex(new RegExp(`^\\P{Surrogate}{0,${max}}$`, 'u'));
const money = z.string().regex(/^(?!-0\.00)-?(0|[1-9][0-9]{0,7})\.[0-9]{2}$/);
const utcTime = z.string().regex(/^[0-9]{4}(-[0-9]{2}){2} [0-9]{2}(:[0-9]{2}){2}$/);

/**
 * Whatever the table can hold and nothing else, so that a row reads the same from MySQL and from
 * Redis. The order of the keys is the order in the JSON text.
 */
const skuSchema = z.strictObject({
  id: z.string().refine((id) => parseId(id) !== undefined),
  title: text(255),
  subtitle: text(255).nullable(),
  description: text(255),
  image: text(255),
  price: money,
  salePrice: money,
  stock: z.int().min(0).max(4_294_967_295),
  limitPerBuyer: z.int().min(0).max(65_535),
  saleStart: utcTime,
  saleEnd: utcTime,
});

/**
 * One product in a flash sale. `id` is exact decimal text; prices are decimal text with two
 * places; sale start and end are UTC, `YYYY-MM-DD HH:MM:SS`; texts have at most 255 code points.
 */
export type Sku = Readonly<z.infer<typeof skuSchema>>;

/**
 * The JSON text that Redis keeps and HTTP answers; equal rows give equal bytes. It is an object,
 * so no row can read as the sentinel, whatever its title.
 * @throws ZodError where the row is none that the table could hold.
 */
export function encodeSku(sku: Sku): string {
  return JSON.stringify(skuSchema.parse(sku));
}

/** The row in a JSON text; `undefined` where it is unreadable or belongs to another id. */
export function decodeSku(json: string, id: string): Sku | undefined {
  let value: unknown;
  try {
    value = JSON.parse(json);
  } catch {
    return undefined;
  }
  const { data } = skuSchema.safeParse(value);
  return data?.id === id ? data : undefined;
}
