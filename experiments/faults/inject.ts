import { setTimeout as delay } from 'node:timers/promises';
import { createConnection } from 'mysql2/promise';
import { skuTable } from '../../src/funnel/sku-schema.ts';
import type { Lab } from '../../src/lab/experiment.ts';
import type { Scene } from '../../src/lab/scene.ts';
import { observe } from '../../src/servers/redis.ts';
import type { MysqlServer, RedisServer } from '../../src/servers/server.ts';
import type { Population } from '../../src/workload/population.ts';
import type { FaultName } from './plan.ts';

/** Something that goes wrong at a server and is put right again. */
export interface Fault {
  begin(): Promise<unknown> | unknown;
  end(): Promise<unknown> | unknown;
  /** Stops and closes what the fault itself has started. */
  close(): Promise<unknown> | unknown;
}

/** When a fault was there, in nanoseconds of the lab's clock. */
export interface Lasted {
  readonly beginNs: bigint;
  readonly endNs: bigint;
}

/** Runs `task` on private servers, the table seeded, with a fault at hand; closes all of it. */
export async function withFault<T>(
  name: FaultName,
  population: Population,
  lab: Lab,
  task: (scene: Scene, fault: Fault) => Promise<T>,
): Promise<T> {
  // On a port, so that another can come up at the same address.
  const redis = await lab.stage.freshRedis({ listen: 'port' });
  try {
    const mysql = await lab.stage.privateMysql();
    const scene = await lab.stage.scene(population, redis, mysql);
    try {
      const fault = await makeFault(name, { redis, mysql }, lab);
      try {
        return await task(scene, fault);
      } finally {
        await fault.close();
      }
    } finally {
      await scene.close();
    }
  } finally {
    await redis.stop();
  }
}

/**
 * Has the fault there for so long, and until it was `noticed`. It is ended in any case, also when
 * the run is interrupted.
 * @throws what beginning or ending it threw; the signal's reason
 */
export async function inject(
  fault: Fault,
  lastsMs: number,
  lab: Lab,
  noticed: () => Promise<void> = async () => {},
): Promise<Lasted> {
  await fault.begin();
  const beginNs = lab.now();
  try {
    await delay(lastsMs, undefined, { signal: lab.signal });
    await noticed();
  } finally {
    await fault.end();
  }
  return { beginNs, endNs: lab.now() };
}

interface Servers {
  readonly redis: RedisServer;
  readonly mysql: MysqlServer;
}

async function makeFault(name: FaultName, servers: Servers, lab: Lab): Promise<Fault> {
  switch (name) {
    case 'Redis killed':
      return killed(servers.redis, lab);
    case 'Redis refuses writes':
      return full(servers.redis);
    case 'MySQL stopped':
      return stopped(servers.mysql);
    case 'MySQL busy':
      return locked(servers.mysql);
  }
}

/** As in a crash: no goodbye, and what comes back is empty. */
function killed(server: RedisServer, lab: Lab): Fault {
  let second: RedisServer | undefined;
  return {
    begin: () => process.kill(server.pid!, 'SIGKILL'),
    end: async () => {
      second = await lab.stage.freshRedis({ args: ['--port', String(server.options.port)] });
    },
    close: () => second?.stop(),
  };
}

/** As with a `maxmemory` that is reached and nothing that may be evicted. */
function full(server: RedisServer): Fault {
  const redis = observe(server.options);
  return {
    begin: async () => {
      await redis.config('SET', 'maxmemory-policy', 'noeviction');
      await redis.config('SET', 'maxmemory', '1');
    },
    end: () => redis.config('SET', 'maxmemory', '0'),
    close: () => redis.disconnect(),
  };
}

/** As on a machine that swaps or loses its disk: connections stay, nothing is answered. */
function stopped(server: MysqlServer): Fault {
  const send = (signal: 'SIGSTOP' | 'SIGCONT') => () => process.kill(server.pid!, signal);
  return { begin: send('SIGSTOP'), end: send('SIGCONT'), close: () => undefined };
}

/** As behind a long ALTER TABLE: MySQL is up, and each query holds its connection. */
async function locked(server: MysqlServer): Promise<Fault> {
  const connection = await createConnection(server.options);
  connection.on('error', () => {});
  return {
    begin: () => connection.query(`LOCK TABLES ${skuTable} WRITE`),
    end: () => connection.query('UNLOCK TABLES'),
    close: () => connection.destroy(),
  };
}
