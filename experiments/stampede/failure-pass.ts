import { setTimeout as delay } from 'node:timers/promises';
import type { RowDataPacket } from 'mysql2/promise';
import { changed } from '../../src/funnel/interleave.ts';
import { skuTable } from '../../src/funnel/sku-schema.ts';
import type { Lab, Result } from '../../src/lab/experiment.ts';
import type { Scene } from '../../src/lab/scene.ts';
import { oneConnection, type Parameters, type StampedeCell, sentinel, shopOf } from './plan.ts';

const pollMs = 2;

/**
 * The connection of a query that many requests share is killed while the query waits for a lock;
 * then the id is asked for again.
 */
export async function failurePass(
  { id: kind }: Extract<StampedeCell, { pass: 'failure' }>,
  lab: Lab,
  params: Parameters,
): Promise<Result[]> {
  const { population, ids } = shopOf(params);
  const scene = await lab.stage.scene(population);
  try {
    let loads = 0;
    const funnel = await scene.funnel({
      defence: sentinel,
      random: lab.random('ttl'),
      table: oneConnection,
      wrapTable: (table) =>
        changed(table, {
          find: (sku) => {
            loads++;
            return table.find(sku);
          },
        }),
      // The fault is meant, and its lines would look as if something were wrong.
      log: () => {},
    });
    await scene.mysql.query(`LOCK TABLES ${skuTable} WRITE`);
    const asked = Array.from({ length: params.burst }, () => funnel.detail(ids[kind]));
    const answers = Promise.all(asked);
    await Promise.race([killWaitingQuery(scene, lab.signal), answers]).finally(() =>
      scene.mysql.query('UNLOCK TABLES'),
    );
    const errors = (await answers).filter(({ outcome }) => outcome === 'error').length;
    const next = await funnel.detail(ids[kind]);
    const afterwards = await funnel.detail(ids[kind]);
    return [
      {
        row: {
          ...{ pass: 'failure', id: kind, clients: params.burst, error: errors },
          ...{ next: next.outcome, afterwards: afterwards.outcome, loads },
        },
      },
    ];
  } finally {
    await scene.close();
  }
}

/** Waits until a query stands at the lock, which SHOW tells without being counted as a SELECT. */
async function killWaitingQuery(scene: Scene, signal: AbortSignal): Promise<void> {
  for (;;) {
    const [threads] = await scene.mysql.query<RowDataPacket[]>('SHOW FULL PROCESSLIST');
    const waiting = threads.find((thread) => isWaitingLoad(thread));
    if (waiting !== undefined) {
      await scene.mysql.query(`KILL ${Number(waiting.Id)}`);
      return;
    }
    await delay(pollMs, undefined, { signal });
  }
}

/** A query of our table that stands at a lock; on a given server others may wait for theirs. */
export function isWaitingLoad({ Info, State }: Pick<RowDataPacket, string>): boolean {
  const [sql, state] = [String(Info ?? ''), String(State ?? '')];
  return sql.startsWith('SELECT') && sql.includes(skuTable) && /lock/i.test(state);
}
