import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { awkwardTexts, exampleSku } from './sku.test.fixture.ts';
import { decodeSku, encodeSku, type Sku } from './sku.ts';
import { parseId } from './sku-id.ts';

/** How an id is spelt in keys and queries. */
const spelling = (id: unknown) => {
  const number = parseId(id);
  return number === undefined ? undefined : String(number);
};

describe('an id', () => {
  test.each(['0', '7', '9007199254740993', '10000000000000000000', '18446744073709551615'])(
    '%s is its own spelling',
    (text) => {
      expect(spelling(text)).toBe(text);
      expect(spelling(BigInt(text))).toBe(text);
    },
  );

  const invalid = [
    '',
    ' 7',
    '7 ',
    '7\n',
    '007',
    '00',
    '+7',
    '-1',
    '-0',
    '1e3',
    '7.0',
    '0x10',
    '1abc',
  ];
  const beyond = ['18446744073709551616', '99999999999999999999', '100000000000000000000'];
  test.each([...invalid, ...beyond, '７', '٣', 'NaN', 'null', 'undefined', '1,000', '1_000'])(
    'the text "%s" is no id',
    (text) => expect(spelling(text)).toBeUndefined(),
  );

  test.each([-1, 1.5, 2 ** 53, Number.NaN, Infinity, -1n, 2n ** 64n, null, undefined, {}, ['7']])(
    '%o is no id',
    (value) => expect(spelling(value)).toBeUndefined(),
  );

  test('numbers and bigints are written in decimal', () => {
    expect(spelling(0)).toBe('0');
    expect(spelling(Number.MAX_SAFE_INTEGER)).toBe('9007199254740991');
    expect(spelling(1e15)).toBe('1000000000000000');
    expect(spelling(2n ** 64n - 1n)).toBe('18446744073709551615');
  });

  test('of all texts exactly the decimal spellings of u64 pass', () => {
    fc.assert(
      fc.property(fc.bigInt({ min: 0n, max: 2n ** 65n }), (id) => {
        expect(spelling(String(id))).toBe(id < 2n ** 64n ? String(id) : undefined);
      }),
    );
    fc.assert(
      fc.property(fc.stringMatching(/^[-+ .e0-9]{1,20}$/), (text) => {
        const isDecimal = /^[0-9]+$/.test(text) && String(BigInt(text)) === text;
        const isId = isDecimal && BigInt(text) < 2n ** 64n;
        expect(spelling(text)).toBe(isId ? text : undefined);
      }),
    );
  });
});

test('a filter gets every id exactly', () => {
  for (const id of [0n, 7n, 2n ** 53n - 1n, 2n ** 53n + 1n, 2n ** 64n - 1n]) {
    expect(BigInt(parseId(String(id))!)).toBe(id);
  }
  expect(parseId('200100')).toBe(200_100);
});

describe('the JSON text', () => {
  test.each(awkwardTexts)('keeps the title %j and is never the sentinel', (title) => {
    const sku = exampleSku({ title });
    const json = encodeSku(sku);
    expect(json).not.toBe('__nil__');
    expect(decodeSku(json, '1')).toEqual(sku);
    expect(encodeSku(decodeSku(json, '1')!)).toBe(json);
  });

  test('has the same bytes whatever the order of the keys', () => {
    const sku = exampleSku({ id: '18446744073709551615' });
    const reversed = Object.fromEntries(Object.entries(sku).reverse()) as unknown as Sku;
    expect(encodeSku(reversed)).toBe(encodeSku(sku));
    expect(encodeSku(sku)).toMatch(/^\{"id":"18446744073709551615","title":/);
  });

  const good = encodeSku(exampleSku());
  test.each([
    ...['null', '', '"null"', 'undefined', '{}', '{"id": ', '[]', '0', '__nil__', '"__nil__"'],
    `${good}x`,
    good.replace('"stock":100', '"stock":"100"'),
    good.replace('"stock":100', '"stock":-1'),
    good.replace('"id":"1"', '"id":1'),
    good.replace('"subtitle":null,', ''),
    good.replace('{', '{"more":1,'),
    good.replace('120.00', '120'),
    good.replace('2026-11-01 08', '2026-11-01T08'),
  ])('%s is unreadable', (json) => expect(decodeSku(json, '1')).toBeUndefined());

  test("another id's text is unreadable under this one", () => {
    expect(decodeSku(encodeSku(exampleSku({ id: '2' })), '1')).toBeUndefined();
  });

  test.each(['18446744073709551616', '007', '', 'x'])('is no SKU of "%s", which is no id', (id) => {
    expect(decodeSku(JSON.stringify(exampleSku({ id })), id)).toBeUndefined();
  });

  // A space in front is nothing to JSON, but no text of ours begins with one.
  const asAnyJson = (text: string) => decodeSku(` ${text}`, '1');

  test('of our own spelling is read as JSON in any other', () => {
    const unit = fc.integer({ min: 0, max: 0xffff }).map((code) => String.fromCharCode(code));
    const place = fc.nat({ max: good.length - 1 });
    fc.assert(
      fc.property(place, fc.oneof(unit, fc.constantFrom(...good)), (at, changed) => {
        for (const end of [at, at + 1]) {
          const text = good.slice(0, at) + changed + good.slice(end);
          expect(decodeSku(text, '1')).toEqual(asAnyJson(text));
        }
      }),
      { numRuns: 2_000 },
    );
  });

  test.each([
    { title: '\u0000' },
    { title: '\u001f' },
    { title: '\u007f\u2028' },
    { title: '\ud800' },
    { title: '\udc00\ud800' },
    { title: '"' },
    { title: '\\' },
    { title: '😀'.repeat(256) },
    { subtitle: 'null' },
    { price: '-0.00' },
    { price: '-1.00' },
    { price: '123456789.00' },
    { stock: 4_294_967_295 },
    { stock: 4_294_967_296 },
    { limitPerBuyer: 65_535 },
    { limitPerBuyer: 65_536 },
  ])('with %o put in as it is, is read as JSON in any other spelling', (changes) => {
    const [[name, value]] = Object.entries(changes) as [[keyof Sku, string | number]];
    const raw = typeof value === 'string' ? `"${value}"` : `${value}`;
    const text = good.replace(new RegExp(`"${name}":("[^"]*"|[^,]*)`), () => `"${name}":${raw}`);
    expect(text).not.toBe(good);
    expect(decodeSku(text, '1')).toEqual(asAnyJson(text));
  });

  test.each([
    { id: '007' },
    { title: '\ud800' },
    { title: '😀'.repeat(256) },
    { subtitle: 'x'.repeat(256) },
    { description: 7 as unknown as string },
    { image: undefined as unknown as string },
    { price: '1.5' },
    { salePrice: '-0.00' },
    { stock: 2 ** 32 },
    { stock: 1.5 },
    { limitPerBuyer: 65_536 },
    { saleStart: '2026-11-01' },
    { saleEnd: '2026-11-02 00:00:00 ' },
  ])('what the table could not hold is refused: %o', (changes) => {
    const [field] = Object.keys(changes);
    expect(() => encodeSku(exampleSku(changes))).toThrow(new RegExp(`cannot hold: ${field}$`));
    expect(decodeSku(JSON.stringify(exampleSku(changes)), '1')).toBeUndefined();
  });

  test('what has one field more is refused', () => {
    const more = { ...exampleSku(), more: 1 };
    expect(() => encodeSku(more)).toThrow('cannot hold: a further field');
  });
});
