import type { StageOptions } from '../lab/stage.ts';
import { mysqlAddress } from '../servers/mysql.ts';
import { redisAddress } from '../servers/redis.ts';
import type { Context } from './context.ts';

/** `--redis` and `--mysql` of a command that uses servers. */
export interface ServerOptions {
  readonly redis?: string;
  readonly mysql?: string;
}

/** The servers to use in place of private ones. */
export type ServerUrls = Pick<StageOptions, 'redisUrl' | 'mysqlUrl'>;

/**
 * The options come before the environment; an empty variable is as good as none. What is no URL of
 * such a server is refused here, before anything is done.
 */
export function serverUrls({ redis, mysql }: ServerOptions, { env }: Context): ServerUrls {
  const redisUrl = redis ?? (env.REDIS_URL || undefined);
  const mysqlUrl = mysql ?? (env.MYSQL_URL || undefined);
  if (redisUrl !== undefined) redisAddress(redisUrl);
  if (mysqlUrl !== undefined) mysqlAddress(mysqlUrl);
  return {
    ...(redisUrl === undefined ? {} : { redisUrl }),
    ...(mysqlUrl === undefined ? {} : { mysqlUrl }),
  };
}
