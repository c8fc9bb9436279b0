import {
  type Connection,
  type ConnectionOptions,
  createConnection,
  createPool,
  type Pool,
} from 'mysql2/promise';
import { Gate, type GateLoad } from './gate.ts';
import type { TableSize } from './membership.ts';
import type { Sku } from './sku.ts';
import { requireId } from './sku-id.ts';
import { insertSkus, sessionSetup, skuSelectList, skuTable, skuValues } from './sku-schema.ts';

export interface TableOptions {
  /** Connections for requests, and so loads at MySQL at once; more than 8 gain nothing. */
  readonly connections?: number;
  /** Loads that may wait for a connection. */
  readonly queueLimit?: number;
  /** Longest wait for a connection, in milliseconds. */
  readonly waitMs?: number;
  /**
   * Longest time of one query, in milliseconds; its connection is closed then. The same for the
   * opening of a connection.
   */
  readonly queryMs?: number;
}

const defaults = { connections: 8, queueLimit: 1_024, waitMs: 500, queryMs: 5_000 };

/** Ids that a rebuild reads in one query: about 1 MB of text. */
const PAGE_ROWS = 50_000;

/**
 * The table of SKUs in MySQL. Requests go through a bounded pool with a bounded wait, so that a
 * cache that is gone does not become a flood here. What reads the whole table has a connection of
 * its own, so that it does not take one from the requests.
 */
export class SkuTable {
  readonly #server: ConnectionOptions;
  readonly #pool: Pool;
  readonly #gate: Gate;
  readonly #queryMs: number;
  /** Connections whose session is set up. */
  readonly #ready = new WeakSet<object>();

  /** `server` is where MySQL is and who asks; connections are opened when they are needed. */
  constructor(server: ConnectionOptions, options: TableOptions = {}) {
    const { connections, queueLimit, waitMs, queryMs } = { ...defaults, ...options };
    this.#server = server;
    this.#queryMs = queryMs;
    this.#gate = new Gate({ places: connections, queueLimit, waitMs });
    this.#pool = createPool({
      ...server,
      connectionLimit: connections,
      waitForConnections: true,
      connectTimeout: queryMs,
    });
  }

  /** Queries of requests that are at MySQL now, and those that wait for a connection. */
  get load(): GateLoad {
    return this.#gate.load;
  }

  /** Opens the first connection, so that no request has to. @throws the driver's error */
  async connect(): Promise<void> {
    (await this.#pool.getConnection()).release();
  }

  /**
   * The row of an id, or `undefined` where there is none. The digits stand in the query itself: a
   * text parameter would let MySQL read `1abc` as 1, a number parameter would round.
   * @throws TypeError for what is no canonical id, before any query; OverloadedError; the driver's
   */
  async find(id: string): Promise<Sku | undefined> {
    const rows = await this.#query(
      `SELECT ${skuSelectList} FROM ${skuTable} WHERE id = ${requireId(id)}`,
    );
    return (rows as Sku[])[0];
  }

  /** @throws the driver's error for a row that exists or that the columns cannot hold */
  async insert(sku: Sku): Promise<void> {
    requireId(sku.id);
    await this.#query(`${insertSkus}(?)`, [skuValues(sku)]);
  }

  /** @returns whether there was such a row */
  async delete(id: string): Promise<boolean> {
    const result = await this.#query(`DELETE FROM ${skuTable} WHERE id = ${requireId(id)}`);
    return (result as { readonly affectedRows: number }).affectedRows > 0;
  }

  #query(sql: string, values: unknown[] = []): Promise<unknown> {
    return this.#gate.run(() => this.#ask(sql, values));
  }

  async #ask(sql: string, values: unknown[]): Promise<unknown> {
    const connection = await this.#pool.getConnection();
    const timeout = this.#queryMs;
    try {
      if (!this.#ready.has(connection.connection)) {
        await connection.query({ sql: sessionSetup, timeout });
        this.#ready.add(connection.connection);
      }
      const [result] = await connection.query({ sql, values, timeout });
      connection.release();
      return result;
    } catch (error) {
      // A query whose time is up is still under way on its connection: the next must not get it.
      if ((error as { code?: string }).code === 'PROTOCOL_SEQUENCE_TIMEOUT') connection.destroy();
      else connection.release();
      throw error;
    }
  }

  /** Number of rows and the largest id. */
  async size(): Promise<TableSize> {
    const sql = `SELECT COUNT(*) AS nRows, CAST(IFNULL(MAX(id), 0) AS CHAR) AS maxId FROM ${skuTable}`;
    const [size] = await this.#alone(async (connection) => {
      const [rows] = await connection.query(sql);
      return rows as { readonly nRows: number; readonly maxId: string }[];
    });
    return { rows: Number(size!.nRows), maxId: size!.maxId };
  }

  /** All ids, ascending, a query a page; the last page may be empty. */
  async *idPages(): AsyncGenerator<readonly string[], void, undefined> {
    const connection = await createConnection(this.#server);
    try {
      let condition = '';
      for (;;) {
        const [rows] = await connection.query({
          sql: `SELECT CAST(id AS CHAR) FROM ${skuTable} ${condition} ORDER BY ${skuTable}.id
            LIMIT ${PAGE_ROWS}`,
          rowsAsArray: true,
        });
        const page = (rows as unknown as [string][]).map(([id]) => id);
        yield page;
        if (page.length < PAGE_ROWS) return;
        condition = `WHERE id > ${page.at(-1)}`;
      }
    } finally {
      connection.destroy();
    }
  }

  /** The first `limit` rows by id. */
  async first(limit: number): Promise<readonly Sku[]> {
    return this.#alone(async (connection) => {
      const sql = `SELECT ${skuSelectList} FROM ${skuTable} ORDER BY ${skuTable}.id LIMIT ?`;
      const [rows] = await connection.query(sql, [limit]);
      return rows as Sku[];
    });
  }

  async #alone<T>(task: (connection: Connection) => Promise<T>): Promise<T> {
    const connection = await createConnection(this.#server);
    try {
      return await task(connection);
    } finally {
      connection.destroy();
    }
  }

  /** Ends the pool; queries under way end first. */
  async close(): Promise<void> {
    await this.#pool.end();
  }
}

/**
 * Whether a change failed without an answer from MySQL, by a cut connection or a time that was up:
 * it may have been made all the same.
 */
export function answerWasLost(error: unknown): boolean {
  const { code, sqlState } = Object(error) as { code?: string; sqlState?: string };
  return code !== undefined && sqlState === undefined;
}
