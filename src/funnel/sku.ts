import { parseId } from './sku-id.ts';

/**
 * One product in a flash sale. `id` is exact decimal text; prices are decimal text with two
 * places; sale start and end are UTC, `YYYY-MM-DD HH:MM:SS`; texts have at most 255 code points.
 */
export interface Sku {
  readonly id: string;
  readonly title: string;
  readonly subtitle: string | null;
  readonly description: string;
  readonly image: string;
  readonly price: string;
  readonly salePrice: string;
  readonly stock: number;
  readonly limitPerBuyer: number;
  readonly saleStart: string;
  readonly saleEnd: string;
}

const money = String.raw`(?!-0\.00)-?(?:0|[1-9][0-9]{0,7})\.[0-9]{2}`;
const utcTime = '[0-9]{4}(?:-[0-9]{2}){2} [0-9]{2}(?::[0-9]{2}){2}';

const longText = /^\P{Surrogate}{0,255}$/u;
const onlyMoney = new RegExp(`^${money}$`);
const onlyUtcTime = new RegExp(`^${utcTime}$`);

/** Well-formed text of at most 255 code points, which is how MySQL counts and what it keeps. */
function isText(value: unknown): boolean {
  if (typeof value !== 'string') return false;
  // 255 code units are no more code points, and quicker to judge.
  return value.length <= 255 ? value.isWellFormed() : longText.test(value);
}

const isMoney = (value: unknown) => typeof value === 'string' && onlyMoney.test(value);
const isUtcTime = (value: unknown) => typeof value === 'string' && onlyUtcTime.test(value);
const isCount = (value: unknown, most: number) =>
  typeof value === 'number' && Number.isInteger(value) && value >= 0 && value <= most;

type Unchecked = { readonly [Name in keyof Sku]: unknown };

const fieldCount = 11;

/**
 * What keeps a row from being a SKU: a SKU is whatever the table can hold and nothing else, so that
 * it reads the same from MySQL and from Redis. Plain code and no schema: one of zod takes five times
 * as long.
 */
function wrongField(row: Unchecked): string | undefined {
  if (parseId(row.id) === undefined || typeof row.id !== 'string') return 'id';
  if (!isText(row.title)) return 'title';
  if (row.subtitle !== null && !isText(row.subtitle)) return 'subtitle';
  if (!isText(row.description)) return 'description';
  if (!isText(row.image)) return 'image';
  if (!isMoney(row.price)) return 'price';
  if (!isMoney(row.salePrice)) return 'salePrice';
  if (!isCount(row.stock, 4_294_967_295)) return 'stock';
  if (!isCount(row.limitPerBuyer, 65_535)) return 'limitPerBuyer';
  if (!isUtcTime(row.saleStart)) return 'saleStart';
  if (!isUtcTime(row.saleEnd)) return 'saleEnd';
  return Object.keys(row).length === fieldCount ? undefined : 'a further field';
}

/**
 * The JSON text that Redis keeps and HTTP answers; equal rows give equal bytes. It is an object,
 * so no row can read as the sentinel, whatever its title.
 * @throws RangeError where the row is none that the table could hold.
 */
export function encodeSku(sku: Sku): string {
  const wrong = wrongField(sku);
  if (wrong !== undefined) throw new RangeError(`a row that the table cannot hold: ${wrong}`);
  // In this order, whatever the order of the keys.
  return JSON.stringify({
    id: sku.id,
    title: sku.title,
    subtitle: sku.subtitle,
    description: sku.description,
    image: sku.image,
    price: sku.price,
    salePrice: sku.salePrice,
    stock: sku.stock,
    limitPerBuyer: sku.limitPerBuyer,
    saleStart: sku.saleStart,
    saleEnd: sku.saleEnd,
  });
}

const unescaped = String.raw`"([^"\\\0-\x1f\p{Surrogate}]{0,255})"`;

/** In the order of `encodeSku`; integers of so few digits that all of them are in range. */
const plainFields: Readonly<Record<keyof Sku, string>> = {
  id: '"(0|[1-9][0-9]{0,18})"',
  title: unescaped,
  subtitle: `(?:null|${unescaped})`,
  description: unescaped,
  image: unescaped,
  price: `"(${money})"`,
  salePrice: `"(${money})"`,
  stock: '(0|[1-9][0-9]{0,8})',
  limitPerBuyer: '(0|[1-9][0-9]{0,3})',
  saleStart: `"(${utcTime})"`,
  saleEnd: `"(${utcTime})"`,
};

const plainRow = new RegExp(
  `^\\{${Object.entries(plainFields).map(([name, value]) => `"${name}":${value}`)}\\}$`,
  'u',
);

/**
 * The row of a text that `encodeSku` wrote and that has nothing escaped, as most have; any other
 * gives `undefined`. One look both reads and checks it, in a third of the time of `JSON.parse` and
 * `wrongField`, and every hit of the cache waits for that.
 */
function decodePlain(json: string): Sku | undefined {
  const found = plainRow.exec(json);
  if (found === null) return undefined;
  return {
    id: found[1]!,
    title: found[2]!,
    subtitle: found[3] ?? null,
    description: found[4]!,
    image: found[5]!,
    price: found[6]!,
    salePrice: found[7]!,
    stock: Number(found[8]),
    limitPerBuyer: Number(found[9]),
    saleStart: found[10]!,
    saleEnd: found[11]!,
  };
}

function decodeJson(json: string): Sku | undefined {
  let value: unknown;
  try {
    value = JSON.parse(json);
  } catch {
    return undefined;
  }
  const row = Object(value) as Sku;
  return wrongField(row) === undefined ? row : undefined;
}

/** The row in a JSON text; `undefined` where it is unreadable or belongs to another id. */
export function decodeSku(json: string, id: string): Sku | undefined {
  const row = decodePlain(json) ?? decodeJson(json);
  return row?.id === id ? row : undefined;
}
