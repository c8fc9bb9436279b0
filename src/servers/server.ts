import type { RedisOptions } from 'ioredis';
import type { ConnectionOptions } from 'mysql2/promise';

/** What a report says about a server; never a password. */
export interface ServerInfo {
  /** As the server itself says: MariaDB is not called MySQL. */
  readonly product: 'Redis' | 'Valkey' | 'MariaDB' | 'MySQL';
  /** The version as the server gives it, for example `10.11.19-MariaDB-0+deb12u1`. */
  readonly version: string;
  readonly source: 'given' | 'installed' | 'unpacked';
  /** Redis and Valkey: what they allocate memory with, for example `jemalloc-5.3.0`. */
  readonly allocator?: string;
  /** The path of the binary, or the address of a given server. */
  readonly where: string;
}

interface Server {
  readonly info: ServerInfo;
  /** Started by us, for us alone. */
  readonly private: boolean;
  /** The process of a private server. */
  readonly pid?: number;
  /** Ends a private server and removes its folder; does nothing to a given one. */
  stop(): Promise<void>;
}

/** How a Redis is reached; a part of ioredis's options that `new Redis` takes in strict types. */
export type RedisAddress = Pick<
  RedisOptions,
  'path' | 'host' | 'port' | 'username' | 'password' | 'db' | 'tls'
>;

/** A Redis or Valkey that is up, with how to reach it. */
export interface RedisServer extends Server {
  /** For `new Redis(options)`. */
  readonly options: RedisAddress;
}

/** A MySQL or MariaDB that is up, with how to reach it. */
export interface MysqlServer extends Server {
  /** For `createConnection` and `createPool` of mysql2; names no database. */
  readonly options: ConnectionOptions;
}

/** Which server is wanted and how its start is followed. */
export interface StartOptions {
  /** Beats `REDIS_URL` and `MYSQL_URL`. */
  readonly url?: string;
  /** A server of our own, whatever URL is given. */
  readonly private?: boolean;
  /** Appended to the flags of a private server, so that they win. */
  readonly args?: readonly string[];
  /** Where binaries are looked for; PATH and the usual system folders unless given. */
  readonly searchPath?: readonly string[];
  log(line: string): void;
  /** Aborting it ends a start in any phase; a server that is up is left alone. */
  readonly signal?: AbortSignal;
}
