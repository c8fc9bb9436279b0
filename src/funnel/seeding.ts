import { crc32 } from 'node:zlib';
import { type Connection, type ConnectionOptions, createConnection } from 'mysql2/promise';
import { usageError } from '../errors.ts';
import type { Population } from '../workload/population.ts';
import { insertBatches } from './sku-batches.ts';
import { blockSize, generateSkus } from './sku-rows.ts';
import {
  createDatabase,
  createSkuTable,
  createVersionTable,
  databaseName,
  sessionSetup,
  skuTable,
  skuValues,
  tableComment,
} from './sku-schema.ts';

/** Stands for NULL in a checksum: CONCAT_WS would leave it out, and a neighbour take its place. */
const nullText = '<null>';

/** An INSERT is no larger: more gains nothing, and a server may accept no more. */
const maxBatchBytes = 2 ** 20;

/** What the table is to hold, and where. */
export interface SeedOptions {
  /** The server, no database named; a connection of its own is opened and closed again. */
  readonly server: ConnectionOptions;
  readonly seed: string;
  readonly population: Population;
  /** Told after each batch how many of the missing rows are in. */
  onProgress?(insertedRows: number, missingRows: number): void;
  /** Looked at between batches; its reason is thrown. The next seeding repairs what was left. */
  readonly signal?: AbortSignal;
}

/** What a seeding did. */
export interface Seeded {
  /** Rows of the table, which is now exactly the population. */
  readonly rows: number;
  /** Rows that had to be written for that; 0 where all was there already. */
  readonly insertedRows: number;
}

/**
 * Makes the table exactly the rows of `seed` for `population`, whatever it held: nothing, another
 * population or seed, half a seeding, single rows added, changed or deleted. The server's rows are
 * compared with ours by a checksum per block of ids, and only blocks that differ are written again;
 * there is no marker that could outlive the truth. Touches no other table, but makes that of the
 * versions where there is none; versions only ever grow, so what it holds may stay.
 * @throws LabError (exit 2) where a table of that name was made by somebody else.
 */
export async function seedSkus(options: SeedOptions): Promise<Seeded> {
  const connection = await createConnection({ ...options.server, charset: 'utf8mb4' });
  try {
    await prepare(connection);
    const plan = await planRepair(connection, options);
    await removeBlocks(connection, plan);
    const insertedRows = await insertRows(connection, plan.missing, options);
    await connection.end();
    return { rows: options.population.count, insertedRows };
  } finally {
    connection.destroy();
  }
}

async function prepare(connection: Connection): Promise<void> {
  await connection.query('SET NAMES utf8mb4');
  await connection.query(sessionSetup);
  await connection.query(createDatabase);
  await connection.query(createSkuTable);
  await connection.query(createVersionTable);
  const comment = await scalar(
    connection,
    `SELECT table_comment FROM information_schema.tables
     WHERE table_schema = '${databaseName}' AND table_name = 'seckill_sku'`,
  );
  if (comment !== tableComment) {
    throw usageError(
      `the table ${skuTable} was made by something else (its comment is '${comment}', not ` +
        `'${tableComment}'); if it is not needed, remove it: DROP TABLE ${skuTable}`,
    );
  }
}

interface Repair {
  /** Blocks whose rows on the server are wrong. */
  readonly wrong: readonly string[];
  /** Whether no block of the server may stay. */
  readonly all: boolean;
  /** Ids, block by block, whose rows are to be inserted. */
  readonly missing: readonly number[][];
}

async function planRepair(connection: Connection, options: SeedOptions): Promise<Repair> {
  const stored = await storedChecksums(connection);
  const missing: number[][] = [];
  let kept = 0;
  for (const ids of blocks(options.population)) {
    options.signal?.throwIfAborted();
    const block = String(Math.floor(ids[0]! / blockSize));
    if (stored.has(block) && stored.get(block) === checksum(options.seed, ids)) {
      stored.delete(block);
      kept++;
    } else {
      missing.push(ids);
    }
  }
  return { wrong: [...stored.keys()], all: kept === 0, missing };
}

/** The ids of the population, cut at the borders of the blocks. */
function* blocks(population: Population): Generator<number[], void, undefined> {
  let ids: number[] = [];
  for (let index = 0; index < population.count; index++) {
    const id = population.at(index);
    if (ids.length > 0 && Math.floor(id / blockSize) !== Math.floor(ids[0]! / blockSize)) {
      yield ids;
      ids = [];
    }
    ids.push(id);
  }
  if (ids.length > 0) yield ids;
}

/** By block: the number of rows and the sum of their CRC-32, over the values as text. */
async function storedChecksums(connection: Connection): Promise<Map<string, string>> {
  // CONCAT_WS would leave a NULL out, and a neighbour could take its place. MySQL 5.6 gives bytes
  // where numbers are joined, hence the outer CAST.
  const [rows] = await connection.query({
    sql: `SELECT CAST(id DIV ${blockSize} AS CHAR) AS block,
        CAST(CONCAT(COUNT(*), ' ', SUM(CRC32(CONCAT_WS('|', id, title,
          IFNULL(subtitle, '${nullText}'), description, image, price, sale_price, stock,
          limit_per_buyer, sale_start, sale_end)))) AS CHAR)
      FROM ${skuTable} GROUP BY block`,
    rowsAsArray: true,
  });
  return new Map(rows as unknown as [string, string][]);
}

/** What `storedChecksums` gives for a block that holds exactly these ids. */
function checksum(seed: string, ids: readonly number[]): string {
  let sum = 0;
  for (const sku of generateSkus(seed, ids)) {
    sum += crc32(
      skuValues(sku)
        .map((value) => value ?? nullText)
        .join('|'),
    );
  }
  return `${ids.length} ${sum}`;
}

async function removeBlocks(connection: Connection, plan: Repair): Promise<void> {
  if (plan.wrong.length === 0) return;
  if (plan.all) {
    await connection.query(`TRUNCATE TABLE ${skuTable}`);
    return;
  }
  for (const block of plan.wrong) {
    const first = BigInt(block) * BigInt(blockSize);
    const next = first + BigInt(blockSize);
    await connection.query(`DELETE FROM ${skuTable} WHERE id >= ${first} AND id < ${next}`);
  }
}

/** The next batch is made while the server works on the one before. */
async function insertRows(
  connection: Connection,
  missing: readonly number[][],
  { seed, onProgress, signal }: SeedOptions,
): Promise<number> {
  const missingRows = missing.reduce((sum, ids) => sum + ids.length, 0);
  const packetBytes = Number(await scalar(connection, 'SELECT @@max_allowed_packet'));
  let insertedRows = 0;
  let working: Promise<unknown> = Promise.resolve();
  const rows = generateSkus(seed, missing.flat());
  for (const batch of insertBatches(rows, Math.min(packetBytes / 2, maxBatchBytes))) {
    await working;
    if (insertedRows > 0) onProgress?.(insertedRows, missingRows);
    signal?.throwIfAborted();
    working = connection.query(batch.sql);
    insertedRows += batch.rows;
  }
  await working;
  if (missingRows > 0) onProgress?.(insertedRows, missingRows);
  return insertedRows;
}

async function scalar(connection: Connection, sql: string): Promise<unknown> {
  const [rows] = await connection.query({ sql, rowsAsArray: true });
  return (rows as unknown[][])[0]?.[0];
}
