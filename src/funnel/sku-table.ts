import {
  type Connection,
  type ConnectionOptions,
  createConnection,
  createPool,
  type Pool,
  type QueryOptions,
  type ResultSetHeader,
} from 'mysql2/promise';
import { Gate, type GateLoad } from './gate.ts';
import type { TableSize } from './membership.ts';
import type { Sku } from './sku.ts';
import { requireId } from './sku-id.ts';
import {
  countChange,
  firstSkus,
  insertSkus,
  selectSku,
  selectVersionedSku,
  sessionSetup,
  skuTable,
  skuValues,
  updateSku,
} from './sku-schema.ts';

/** The bounds of what requests may do to MySQL. */
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
  /** The same for one query of a rebuild or a warm-up, which may read the whole table. */
  readonly scanMs?: number;
  /** Whether changes are counted by id, for a cache whose `writeBack` is `versioned`. */
  readonly versions?: boolean;
}

const defaults = {
  connections: 8,
  queueLimit: 1_024,
  waitMs: 500,
  queryMs: 5_000,
  scanMs: 60_000,
  versions: false,
};

/**
 * What the table has under an id, and how many changes funnels had made to that id then; always 0
 * where changes are not counted.
 */
export interface Versioned<S extends Sku | undefined> {
  readonly sku: S;
  readonly version: number;
}

/** What a change did: the rows that it met, and its version. */
export interface Change {
  readonly rows: number;
  readonly version: number;
}

/** Asks on one connection. */
type Query = (sql: string, values?: unknown[]) => Promise<unknown>;

/**
 * Ids that a rebuild reads in one query. Their rows are taken apart in one go, during which nothing
 * else runs: 1 to 2 ms for 2,000, 10 to 160 ms for 50,000, which are no faster in all.
 */
const PAGE_ROWS = 2_000;

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
  readonly #scanMs: number;
  readonly #versions: boolean;
  /** Connections of what reads the whole table. */
  readonly #scans = new Set<Connection>();
  /** Rejected when the table is closed. */
  readonly #cut: Promise<never>;
  #cutScans: (error: Error) => void = () => undefined;
  #closed = false;
  /** Connections whose session is set up. */
  readonly #ready = new WeakSet<object>();

  /** `server` is where MySQL is and who asks; connections are opened when they are needed. */
  constructor(server: ConnectionOptions, options: TableOptions = {}) {
    this.#cut = new Promise((_, reject) => {
      this.#cutScans = reject;
    });
    // Where no scan is under way nobody waits for it.
    this.#cut.catch(() => undefined);
    const { connections, queueLimit, waitMs, queryMs, scanMs, versions } = {
      ...defaults,
      ...options,
    };
    this.#server = { ...server, connectTimeout: queryMs };
    this.#queryMs = queryMs;
    this.#scanMs = scanMs;
    this.#versions = versions;
    this.#gate = new Gate({ places: connections, queueLimit, waitMs });
    this.#pool = createPool({
      ...this.#server,
      connectionLimit: connections,
      waitForConnections: true,
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
  async find(id: string): Promise<Versioned<Sku | undefined>> {
    const sql = this.#versions ? selectVersionedSku(id) : selectSku(id);
    return found(await this.#connected((query) => query(sql)));
  }

  /** @throws the driver's error for a row that exists or that the columns cannot hold */
  async insert(sku: Sku): Promise<Change> {
    return this.#change(sku.id, `${insertSkus}(?)`, [skuValues(sku)]);
  }

  /** Changes the row of that id, where there is one. @throws as `insert` */
  async update(sku: Sku): Promise<Change> {
    return this.#change(sku.id, updateSku(sku.id), skuValues(sku));
  }

  async delete(id: string): Promise<Change> {
    return this.#change(id, `DELETE FROM ${skuTable} WHERE id = ${requireId(id)}`);
  }

  /** Makes a change; where changes are counted, both in one transaction. */
  async #change(id: string, sql: string, values: unknown[] = []): Promise<Change> {
    requireId(id);
    return this.#connected(async (query) => {
      const change = async () => ((await query(sql, values)) as ResultSetHeader).affectedRows;
      if (!this.#versions) return { rows: await change(), version: 0 };
      await query('START TRANSACTION');
      try {
        // First, because it makes other changes of this id wait: versions are in order of commits.
        const { insertId } = (await query(countChange(id))) as ResultSetHeader;
        const rows = await change();
        await query('COMMIT');
        return { rows, version: insertId };
      } catch (error) {
        // A connection that was lost has taken its transaction with it.
        if (!answerWasLost(error)) await query('ROLLBACK');
        throw error;
      }
    });
  }

  #connected<T>(task: (query: Query) => Promise<T>): Promise<T> {
    return this.#gate.run(() => this.#onConnection(task));
  }

  async #onConnection<T>(task: (query: Query) => Promise<T>): Promise<T> {
    const connection = await this.#pool.getConnection();
    const timeout = this.#queryMs;
    const query: Query = async (sql, values = []) => {
      const [result] = await connection.query({ sql, values, timeout });
      return result;
    };
    try {
      if (!this.#ready.has(connection.connection)) {
        await query(sessionSetup);
        this.#ready.add(connection.connection);
      }
      const result = await task(query);
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
      const rows = await this.#scan(connection, { sql });
      return rows as { readonly nRows: number; readonly maxId: string }[];
    });
    return { rows: Number(size!.nRows), maxId: size!.maxId };
  }

  /** All ids, ascending, a query a page; the last page may be empty. */
  async *idPages(): AsyncGenerator<readonly string[], void, undefined> {
    const connection = await this.#openScan();
    try {
      let condition = '';
      for (;;) {
        const rows = await this.#scan(connection, {
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
      this.#endScan(connection);
    }
  }

  /** The first `limit` rows by id. */
  async first(limit: number): Promise<readonly Versioned<Sku>[]> {
    return this.#alone(async (connection) => {
      const sql = firstSkus(this.#versions);
      const rows = await this.#scan(connection, { sql, values: [limit] });
      return (rows as PresentRow[]).map(present);
    });
  }

  async #alone<T>(task: (connection: Connection) => Promise<T>): Promise<T> {
    const connection = await this.#openScan();
    try {
      return await task(connection);
    } finally {
      this.#endScan(connection);
    }
  }

  async #openScan(): Promise<Connection> {
    const connection = await createConnection(this.#server);
    this.#scans.add(connection);
    if (!this.#closed) return connection;
    this.#endScan(connection);
    throw new Error('the table is closed');
  }

  /** The driver never answers a query whose connection we destroy, so `close` does. */
  async #scan(connection: Connection, query: QueryOptions): Promise<unknown> {
    const asked = connection.query({ ...query, timeout: this.#scanMs });
    const [rows] = await Promise.race([asked, this.#cut]);
    return rows;
  }

  #endScan(connection: Connection): void {
    this.#scans.delete(connection);
    connection.destroy();
  }

  /** Ends the pool; queries of requests end first, a rebuild or a warm-up is cut short. */
  async close(): Promise<void> {
    this.#closed = true;
    this.#cutScans(new Error('the table is closed'));
    for (const connection of this.#scans) this.#endScan(connection);
    await this.#pool.end();
  }
}

type PresentRow = Sku & { readonly version?: number | string };
type FoundRow = PresentRow | { readonly id: null; readonly version: number | string };

function present({ version = 0, ...sku }: PresentRow): Versioned<Sku> {
  return { sku, version: Number(version) };
}

/** What the rows say that `selectSku` or `selectVersionedSku` gave. */
export function found(rows: unknown): Versioned<Sku | undefined> {
  const [row] = rows as FoundRow[];
  if (row === undefined) return { sku: undefined, version: 0 };
  // The version of an absence has no row beside it.
  if (row.id === null) return { sku: undefined, version: Number(row.version) };
  return present(row);
}

/**
 * Whether a change failed without an answer from MySQL, by a cut connection or a time that was up:
 * it may have been made all the same.
 */
export function answerWasLost(error: unknown): boolean {
  const { code, sqlState } = Object(error) as { code?: string; sqlState?: string };
  return code !== undefined && sqlState === undefined;
}
