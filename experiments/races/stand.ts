import { articleDefences } from '../../src/funnel/defences.ts';
import type { Answer } from '../../src/funnel/funnel.ts';
import type { Sku } from '../../src/funnel/sku.ts';
import { cacheKey } from '../../src/funnel/sku-cache.ts';
import { generateSkus } from '../../src/funnel/sku-rows.ts';
import {
  insertSkus,
  selectVersionedSku,
  skuTable,
  skuValues,
  versionTable,
} from '../../src/funnel/sku-schema.ts';
import { found } from '../../src/funnel/sku-table.ts';
import type { Lab } from '../../src/lab/experiment.ts';
import type { Scene } from '../../src/lab/scene.ts';
import { type Parameters, sentinelTtls, type WriteBack } from './plan.ts';
import { openSide, type Side } from './side.ts';

/** What a request was answered after a race, and how long the entry of its id lives on. */
export interface Observation {
  /** `404`, or `200` and the title of the row. */
  readonly answer: string;
  readonly outcome: string;
  /** Whole seconds by Redis; 0 where there is no entry. */
  readonly entrySeconds: number;
}

/** Where races are run: five processes on one Redis and one MySQL, and a hand on both servers. */
export class Stand {
  /** Two processes without a filter. */
  readonly a: Side;
  readonly b: Side;
  /** One behind a Bloom filter, with the sentinel TTL of article S2. */
  readonly filtered: Side;
  /** One without a filter, whose sentinels last for ten minutes. */
  readonly patient: Side;
  /** One that reads MySQL on the connection that {@link openSnapshot} holds back. */
  readonly lagging: Side;
  readonly #scene: Scene;
  readonly #lab: Lab;
  readonly #skus: number;
  #requests = 0;

  private constructor(
    scene: Scene,
    lab: Lab,
    skus: number,
    sides: Pick<Stand, 'a' | 'b' | 'filtered' | 'patient' | 'lagging'>,
  ) {
    this.#scene = scene;
    this.#lab = lab;
    this.#skus = skus;
    this.a = sides.a;
    this.b = sides.b;
    this.filtered = sides.filtered;
    this.patient = sides.patient;
    this.lagging = sides.lagging;
  }

  static async open(
    scene: Scene,
    lab: Lab,
    { skus }: Parameters,
    writeBack: WriteBack,
  ): Promise<Stand> {
    const defences = articleDefences({ log: lab.log });
    const setup = (side: string, ttl: keyof typeof sentinelTtls, defence = defences.sentinel) => ({
      defence,
      random: lab.random('ttl', side),
      cache: { writeBack, sentinelTtlSeconds: sentinelTtls[ttl] },
    });
    const readOld = async (id: string) => {
      const [rows] = await scene.mysql.query(selectVersionedSku(id));
      return found(rows);
    };
    return new Stand(scene, lab, skus, {
      a: await openSide(scene, setup('a', 'product')),
      b: await openSide(scene, setup('b', 'product')),
      filtered: await openSide(scene, setup('filtered', 's2', defences.both)),
      patient: await openSide(scene, setup('patient', 'long')),
      lagging: await openSide(scene, setup('lagging', 'product'), readOld),
    });
  }

  get sides(): readonly Side[] {
    return [this.a, this.b, this.filtered, this.patient, this.lagging];
  }

  /** Requests that were sent. */
  get requests(): number {
    return this.#requests;
  }

  ask(side: Side, id: string): Promise<Answer> {
    this.#requests++;
    return side.funnel.detail(id);
  }

  /** Asks and looks at what stands in Redis then. */
  async observe(side: Side, id: string): Promise<Observation> {
    return this.look(id, await this.ask(side, id));
  }

  /** What an answer said, and what stands in Redis now. */
  async look(id: string, { outcome, sku }: Answer): Promise<Observation> {
    const ms = await this.#scene.redis.pttl(cacheKey(id));
    return {
      answer: answerText(sku?.title),
      outcome,
      entrySeconds: Math.max(0, Math.ceil(ms / 1_000)),
    };
  }

  /** A row for an id of a race; its title tells one from another. */
  readonly sku = (id: string, title: string): Sku => {
    const [sku] = generateSkus(this.#lab.seed, [Number(id)]);
    return { ...sku!, title };
  };

  /** A row from nowhere: cache and filters do not hear of it. */
  async insertRow(id: string, title: string): Promise<void> {
    await this.sql(`${insertSkus}(?)`, [skuValues(this.sku(id, title))]);
  }

  async sql(sql: string, values: unknown[] = []): Promise<void> {
    await this.#scene.mysql.query(sql, values);
  }

  /** Takes an entry away, as an eviction, a restart or a writer that removes keys would. */
  async removeKey(id: string): Promise<void> {
    await this.#scene.redis.unlink(cacheKey(id));
  }

  /** From now on `lagging` reads what is committed now, as a replica that has fallen behind. */
  async openSnapshot(): Promise<void> {
    await this.sql('SET TRANSACTION ISOLATION LEVEL REPEATABLE READ');
    await this.sql('START TRANSACTION WITH CONSISTENT SNAPSHOT');
  }

  /** The titles that MySQL has for the ids of races. */
  async titles(): Promise<ReadonlyMap<string, string>> {
    const [rows] = await this.#scene.mysql.query({
      sql: `SELECT CAST(id AS CHAR), title FROM ${skuTable} WHERE id > ?`,
      values: [this.#skus],
      rowsAsArray: true,
    });
    return new Map(rows as unknown as [string, string][]);
  }

  /** Leaves the table as it was seeded. */
  async clear(): Promise<void> {
    await this.sql('ROLLBACK');
    await this.sql(`DELETE FROM ${skuTable} WHERE id > ?`, [this.#skus]);
    await this.sql(`DELETE FROM ${versionTable} WHERE sku_id > ?`, [this.#skus]);
  }
}

/** What a request is answered where this is the title of its row. */
export function answerText(title: string | undefined): string {
  return title === undefined ? '404' : `200 ${title}`;
}
