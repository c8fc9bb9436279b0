import type { Sku } from './sku.ts';

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

/** The head of an INSERT; `skuValues` gives what stands in each pair of brackets. */
export const insertSkus = `INSERT INTO ${skuTable} (id, title, subtitle, description, image, price,
  sale_price, stock, limit_per_buyer, sale_start, sale_end) VALUES `;

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
