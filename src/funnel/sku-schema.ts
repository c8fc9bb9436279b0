import type { Sku } from './sku.ts';
import { requireId } from './sku-id.ts';

/** The only database that is written on a server, and the table in it. */
export const databaseName = 'funnel_lab';
export const skuTable = `${databaseName}.seckill_sku`;

/** Kept in the table's comment; a table without it was made by somebody else. */
export const tableComment = 'funnel-lab SKUs, layout 1';

export const createDatabase = `CREATE DATABASE IF NOT EXISTS ${databaseName} CHARACTER SET utf8mb4`;

/** Runs on MariaDB, on MySQL 5.6 and on later ones, whatever character set the server prefers. */
export const createSkuTable = `
CREATE TABLE IF NOT EXISTS ${skuTable} (
  id BIGINT UNSIGNED NOT NULL PRIMARY KEY,
  title VARCHAR(255) NOT NULL,
  subtitle VARCHAR(255) NULL,
  description VARCHAR(255) NOT NULL,
  image VARCHAR(255) NOT NULL,
  price DECIMAL(10,2) NOT NULL,
  sale_price DECIMAL(10,2) NOT NULL,
  stock INT UNSIGNED NOT NULL,
  limit_per_buyer SMALLINT UNSIGNED NOT NULL,
  sale_start DATETIME NOT NULL,
  sale_end DATETIME NOT NULL
) ENGINE=InnoDB CHARACTER SET utf8mb4 COLLATE utf8mb4_bin COMMENT='${tableComment}'`;

/**
 * How many changes funnels have made to an id. Not a column of the row: it outlives the row, so that
 * of a delete and an insert that follows it is known which came later.
 */
export const versionTable = `${databaseName}.sku_version`;

export const createVersionTable = `
CREATE TABLE IF NOT EXISTS ${versionTable} (
  sku_id BIGINT UNSIGNED NOT NULL PRIMARY KEY,
  version BIGINT UNSIGNED NOT NULL
) ENGINE=InnoDB`;

/**
 * States what servers may have set otherwise: bad values must fail, a backslash must escape, a
 * change must stay and a read must see the changes of others.
 */
export const sessionSetup = `SET SESSION autocommit = 1,
  SESSION sql_mode = 'STRICT_ALL_TABLES,NO_ENGINE_SUBSTITUTION'`;

/**
 * The select list that gives a `Sku`. The server writes ids, prices and times as text, so that no
 * option of the driver can round an id or move a time. Sort by `seckill_sku.id`: plain `id` would
 * be that text.
 */
export const skuSelectList = `CAST(id AS CHAR) AS id, title, subtitle, description, image,
  CAST(price AS CHAR) AS price, CAST(sale_price AS CHAR) AS salePrice, stock,
  limit_per_buyer AS limitPerBuyer, CAST(sale_start AS CHAR) AS saleStart,
  CAST(sale_end AS CHAR) AS saleEnd`;

/** The query for the row of an id. The digits stand in it: a parameter would be read or rounded. */
export function selectSku(id: string): string {
  return `SELECT ${skuSelectList} FROM ${skuTable} WHERE id = ${requireId(id)}`;
}

/** The same with the version, also where there is no row: both are of one moment. */
export function selectVersionedSku(id: string): string {
  return `SELECT ${skuSelectList}, IFNULL(version, 0) AS version FROM (SELECT 1) AS one
    LEFT JOIN ${skuTable} ON ${skuTable}.id = ${requireId(id)}
    LEFT JOIN ${versionTable} ON sku_id = ${requireId(id)}`;
}

/** The query for the first rows by id, as many as its parameter says, with or without versions. */
export function firstSkus(versions: boolean): string {
  const [version, join] = versions
    ? [', IFNULL(version, 0) AS version', `LEFT JOIN ${versionTable} ON sku_id = ${skuTable}.id`]
    : ['', ''];
  return `SELECT ${skuSelectList}${version} FROM ${skuTable} ${join}
    ORDER BY ${skuTable}.id LIMIT ?`;
}

/** Counts a change and tells its number as the `insertId`, without a query of its own. */
export function countChange(id: string): string {
  return `INSERT INTO ${versionTable} VALUES (${requireId(id)}, LAST_INSERT_ID(1))
    ON DUPLICATE KEY UPDATE version = LAST_INSERT_ID(version + 1)`;
}

const skuColumns = [
  'id',
  'title',
  'subtitle',
  'description',
  'image',
  'price',
  'sale_price',
  'stock',
  'limit_per_buyer',
  'sale_start',
  'sale_end',
];

/** The head of an INSERT; `skuValues` gives what stands in each pair of brackets. */
export const insertSkus = `INSERT INTO ${skuTable} (${skuColumns.join(', ')}) VALUES `;

/** Changes the row of an id; `skuValues` gives the values. */
export function updateSku(id: string): string {
  const assignments = skuColumns.map((column) => `${column} = ?`).join(', ');
  return `UPDATE ${skuTable} SET ${assignments} WHERE id = ${requireId(id)}`;
}

/** The values of a row in the order of `insertSkus`. */
export function skuValues(sku: Sku): (string | number | null)[] {
  return [
    sku.id,
    sku.title,
    sku.subtitle,
    sku.description,
    sku.image,
    sku.price,
    sku.salePrice,
    sku.stock,
    sku.limitPerBuyer,
    sku.saleStart,
    sku.saleEnd,
  ];
}
