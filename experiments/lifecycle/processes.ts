import { setTimeout as delay } from 'node:timers/promises';
import { cacheKey } from '../../src/funnel/sku-cache.ts';
import type { Lab, Row } from '../../src/lab/experiment.ts';
import type { FunnelProcess } from '../../src/lab/funnel-process.ts';
import type { Scene } from '../../src/lab/scene.ts';
import { Samples } from '../../src/stats/samples.ts';
import { found, newSku } from './common.ts';

/** A process that has not caught up by then never will. */
const longestNs = 20_000_000_000n;
const pollMs = 5;

/** `writer` inserts; `listener` hears of it, `deaf` does not. */
const names = ['writer', 'listener', 'deaf'] as const;
type Name = (typeof names)[number];

/** Three processes on one table, and what was asked of them. */
export class Processes {
  readonly redis: Scene['redis'];
  readonly #lab: Lab;
  readonly #named: Readonly<Record<Name, FunnelProcess>>;
  #inserted: readonly string[] = [];
  #requests = 0;
  #nextNew: number;
  #nextUnknown: number;

  private constructor(
    named: Readonly<Record<Name, FunnelProcess>>,
    scene: Scene,
    lab: Lab,
    skus: number,
  ) {
    this.redis = scene.redis;
    this.#named = named;
    this.#lab = lab;
    this.#nextNew = skus + 1;
    this.#nextUnknown = 100 * skus;
  }

  static async open(scene: Scene, lab: Lab, skus: number): Promise<Processes> {
    const [writer, listener, deaf] = await Promise.all(
      names.map((name) =>
        scene.funnelProcess({
          defence: 'bloom',
          news: name !== 'deaf',
          seedPath: [lab.seed, 'lifecycle', 'ttl', name],
        }),
      ),
    );
    const named = { writer: writer!, listener: listener!, deaf: deaf! };
    const processes = new Processes(named, scene, lab, skus);
    await processes.untilAllReject();
    return processes;
  }

  get all(): readonly FunnelProcess[] {
    return Object.values(this.#named);
  }

  /** Requests sent to any of them. */
  get requests(): number {
    return this.#requests;
  }

  rebuild(name: Name): Promise<void> {
    return this.#named[name].rebuild();
  }

  /** Inserts through the writer, and asks another as soon as the insert has returned. */
  async insertAndAsk(count: number, name: Name): Promise<Row> {
    const { now, seed } = this.#lab;
    const insertNs = new Samples();
    const inserted: string[] = [];
    let foundAtOnce = 0;
    for (let index = 0; index < count; index++) {
      const sku = newSku(seed, this.#nextNew++);
      inserted.push(sku.id);
      const start = now();
      await this.#named.writer.insertSku(sku);
      insertNs.record(Number(now() - start));
      if (found(await this.#ask(name, sku.id))) foundAtOnce++;
    }
    this.#inserted = inserted;
    return { inserted: count, foundAtOnce, insertNsP50: insertNs.percentile(50) };
  }

  /** How many of those inserted last it finds, whose values are removed from the cache before. */
  async countFound(name: Name): Promise<number> {
    let count = 0;
    for (const id of this.#inserted) {
      await this.redis.unlink(cacheKey(id));
      if (found(await this.#ask(name, id))) count++;
    }
    return count;
  }

  /** How many of `count` ids that nobody has inserted the listener lets pass. */
  async passing(count: number): Promise<number> {
    let passed = 0;
    for (let index = 0; index < count; index++) {
      if (!(await this.#rejectsUnknown('listener'))) passed++;
    }
    return passed;
  }

  /** Until the listener lets unknown ids pass. */
  async untilPassing(): Promise<void> {
    await this.#until(async () => !(await this.#rejectsUnknown('listener')));
  }

  /** Until all reject unknown ids. @returns nanoseconds */
  async untilAllReject(): Promise<number> {
    const start = this.#lab.now();
    for (const name of names) await this.#until(() => this.#rejectsUnknown(name));
    return Number(this.#lab.now() - start);
  }

  async #until(holds: () => Promise<boolean>): Promise<void> {
    const { now, signal } = this.#lab;
    const start = now();
    while (!(await holds())) {
      if (now() - start > longestNs) throw new Error('a process has not caught up within 20 s');
      await delay(pollMs, undefined, { signal });
    }
  }

  async #rejectsUnknown(name: Name): Promise<boolean> {
    return (await this.#ask(name, this.#nextUnknown++)).outcome === 'filter-reject';
  }

  #ask(name: Name, id: string | number) {
    this.#requests++;
    return this.#named[name].detail(id);
  }
}
