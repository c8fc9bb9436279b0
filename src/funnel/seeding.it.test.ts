import { type Connection, createConnection } from 'mysql2/promise';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { startMysql } from '../servers/mysql.ts';
import type { MysqlServer } from '../servers/server.ts';
import { contiguous, type Population, withHoles } from '../workload/population.ts';
import { type SeedOptions, seedSkus } from './seeding.ts';
import { awkwardTexts, exampleSku } from './sku.test.fixture.ts';
import { encodeSku, type Sku } from './sku.ts';
import { insertBatches } from './sku-batches.ts';
import { generateSkus } from './sku-rows.ts';
import { skuSelectList, skuTable } from './sku-schema.ts';
import { SkuTable } from './sku-table.ts';

let server: MysqlServer;
let admin: Connection;

beforeAll(async () => {
  server = await startMysql({ private: true, log: () => {} });
  admin = await createConnection({ ...server.options, charset: 'utf8mb4' });
  // A server as careless as can be: what we need must be said by us.
  await admin.query("SET GLOBAL sql_mode = '', GLOBAL autocommit = 0");
  await admin.query('SET GLOBAL character_set_server = latin1');
  await admin.query('SET GLOBAL max_allowed_packet = 1048576');
  await admin.query('CREATE DATABASE foreign_shop');
  await admin.query('CREATE TABLE foreign_shop.seckill_sku (id INT) ENGINE=InnoDB');
  await admin.query('INSERT INTO foreign_shop.seckill_sku VALUES (42)');
});

afterAll(async () => {
  await admin?.end();
  await server?.stop();
});

beforeEach(() => admin.query('DROP DATABASE IF EXISTS funnel_lab'));

const seed = (changes: Partial<SeedOptions> = {}) =>
  seedSkus({ server: server.options, seed: '1', population: contiguous(3500), ...changes });

async function storedRows(): Promise<Sku[]> {
  const [rows] = await admin.query(
    `SELECT ${skuSelectList} FROM ${skuTable} ORDER BY seckill_sku.id`,
  );
  return (rows as Sku[]).map((row) => ({ ...row }));
}

async function expectExactly(population: Population, seedText = '1'): Promise<void> {
  const ids = Array.from({ length: population.count }, (_, index) => population.at(index));
  expect(await storedRows()).toEqual([...generateSkus(seedText, ids)]);
}

test('an empty server gets every row, and a second seeding finds them all', async () => {
  const told: string[] = [];
  const onProgress = (inserted: number, missing: number) => told.push(`${inserted}/${missing}`);
  expect(await seed({ onProgress })).toEqual({ rows: 3500, insertedRows: 3500 });
  expect(told.at(-1)).toBe('3500/3500');
  expect(told.length).toBeGreaterThan(1);
  await expectExactly(contiguous(3500));
  expect(await seed()).toEqual({ rows: 3500, insertedRows: 0 });
});

test("the server's own counts are those of 200,000 rows, and the pages hold each id once", async () => {
  await seed({ population: contiguous(200_000) });
  const [[counts]] = (await admin.query(
    `SELECT CONCAT_WS(' ', COUNT(*), MIN(id), MAX(id), SUM(id)) AS text FROM ${skuTable}`,
  )) as unknown as [[{ text: string | Buffer }]];
  expect(String(counts.text)).toBe('200000 1 200000 20000100000');
  const table = new SkuTable(server.options);
  const ids: string[] = [];
  for await (const page of table.idPages()) ids.push(...page);
  await table.close();
  expect(ids).toEqual(Array.from({ length: 200_000 }, (_, index) => String(index + 1)));
});

test.each<[string, Partial<SeedOptions>]>([
  ['smaller', { population: contiguous(500) }],
  ['larger', { population: contiguous(5200) }],
  ['with holes', { population: withHoles(3500) }],
  ['empty', { population: contiguous(0) }],
  ['of another seed', { seed: '2' }],
])('a table seeded before becomes exactly the one that is %s', async (_, changes) => {
  await seed();
  await seed(changes);
  await expectExactly(changes.population ?? contiguous(3500), changes.seed);
});

test.each([
  [`DELETE FROM ${skuTable} WHERE id IN (1, 1700, 3500)`, 2500],
  [`UPDATE ${skuTable} SET title = 'x' WHERE id = 1700`, 1000],
  [`UPDATE ${skuTable} SET subtitle = '<null>', stock = stock + 1 WHERE id = 1700`, 1000],
  [`UPDATE ${skuTable} SET id = 18446744073709551615 WHERE id = 3500`, 501],
  [`UPDATE ${skuTable} SET id = 9007199254740993 WHERE id = 3500`, 501],
  [`UPDATE ${skuTable} SET id = 0 WHERE id = 3500`, 1500],
])('%s is repaired', async (sql, insertedRows) => {
  await seed();
  await admin.query(sql);
  expect((await seed()).insertedRows).toBe(insertedRows);
  await expectExactly(contiguous(3500));
});

test('an interrupted seeding says so, and the next one completes it', async () => {
  const controller = new AbortController();
  const onProgress = () => controller.abort(new Error('Ctrl-C'));
  await expect(seed({ onProgress, signal: controller.signal })).rejects.toThrow('Ctrl-C');
  const stored = (await storedRows()).length;
  expect(stored).toBeGreaterThan(0);
  expect(stored).toBeLessThan(3500);
  await seed();
  await expectExactly(contiguous(3500));
});

test('a table that something else made is refused and stays as it is', async () => {
  await admin.query('CREATE DATABASE funnel_lab');
  await admin.query(`CREATE TABLE ${skuTable} (id INT, precious TEXT)`);
  await expect(seed()).rejects.toThrow(`DROP TABLE ${skuTable}`);
  const [columns] = await admin.query(`SHOW COLUMNS FROM ${skuTable} LIKE 'precious'`);
  expect(columns).toHaveLength(1);
});

test('an id beyond the column fails instead of being clamped', async () => {
  const at = () => 2 ** 64;
  await expect(seed({ population: { ...contiguous(1), at } })).rejects.toThrow('Out of range');
  expect(await storedRows()).toEqual([]);
});

test('a table of the same name elsewhere is untouched', async () => {
  await seed();
  const [rows] = await admin.query('SELECT id FROM foreign_shop.seckill_sku');
  expect(rows).toEqual([{ id: 42 }]);
});

test('awkward texts and ids come back with the same bytes', async () => {
  await seed({ population: contiguous(0) });
  const ids = ['0', '9007199254740992', '9007199254740993', '18446744073709551615'];
  const skus = awkwardTexts.map((text, index) =>
    exampleSku({ id: ids[index] ?? String(index), title: text, subtitle: text }),
  );
  for (const { sql } of insertBatches(skus, 4000)) await admin.query(sql);
  const byId = (a: Sku, b: Sku) => (BigInt(a.id) < BigInt(b.id) ? -1 : 1);
  expect((await storedRows()).map(encodeSku)).toEqual(skus.sort(byId).map(encodeSku));
  const [hex] = await admin.query(`SELECT HEX(title) AS hex FROM ${skuTable} ORDER BY id`);
  const sent = skus.map(({ title }) => Buffer.from(title).toString('hex').toUpperCase());
  expect((hex as { hex: string }[]).map((row) => row.hex)).toEqual(sent);
});
