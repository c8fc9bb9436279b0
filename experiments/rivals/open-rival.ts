import { BloomFilter } from '../../src/filters/bloom.ts';
import { KeyedSet } from '../../src/filters/keyed.ts';
import {
  articleDefences,
  articleFilter,
  bloomSets,
  type Defence,
  defenceNames,
} from '../../src/funnel/defences.ts';
import type { Service } from '../../src/funnel/driver.ts';
import type { Funnel } from '../../src/funnel/funnel.ts';
import { IdTags, TaggedService, withTag } from '../../src/funnel/rivals/id-tags.ts';
import { LocalAbsences, LocalRows } from '../../src/funnel/rivals/local-answers.ts';
import type { Lab } from '../../src/lab/experiment.ts';
import type { Scene } from '../../src/lab/scene.ts';
import type { Population } from '../../src/workload/population.ts';
import type { RivalName } from './plan.ts';

/**
 * Entries that take what the WASM memory of article S0's filter takes. V8's table of an `Lru` of
 * absences has 28 B a place and twice as many places as entries, a power of two: 16,384 entries are
 * 917,504 B, exactly the filter's. A row takes about 700 B.
 */
export const localCapacity = { absences: 16_384, rows: 1_280 };

/** As long as a sentinel in Redis. */
const localTtlSeconds = 60;

/** A rival, ready for requests. */
export interface OpenRival {
  /** What lies behind it and is audited. */
  readonly funnel: Funnel;
  /** What requests meet first, with nothing remembered yet: made anew for each traffic. */
  front(): Service;
  /** Bytes that it holds in the process, as its own figure says; entries for the local ones. */
  readonly bytes: number;
}

interface Setting {
  readonly scene: Scene;
  readonly lab: Lab;
  readonly population: Population;
}

export async function openRival(name: RivalName, setting: Setting): Promise<OpenRival> {
  const { scene, lab } = setting;
  const funnel = await scene.funnel({ defence: defenceOf(name, lab), random: lab.random('ttl') });
  const filterBytes = funnel.membership?.set?.byteLength ?? 0;
  const rival = { funnel, front: () => funnel, bytes: filterBytes };
  const local = { ttlSeconds: localTtlSeconds, now: lab.now };
  switch (name) {
    case 'local absences': {
      const options = { ...local, capacity: localCapacity.absences };
      return { ...rival, front: () => new LocalAbsences(funnel, options) };
    }
    case 'both + local rows': {
      const options = { ...local, capacity: localCapacity.rows };
      return { ...rival, front: () => new LocalRows(funnel, options) };
    }
    case 'tagged ids':
      return { ...rival, front: () => new Customers(funnel, setting) };
    default:
      return rival;
  }
}

/** The article's defences, and the filter with a secret in front; the rest stands before `none`. */
function defenceOf(name: RivalName, lab: Lab): Defence {
  if (name === 'keyed bloom') {
    const secret = lab.random('secret').u64();
    const sets = bloomSets({ log: lab.log });
    return { name, sentinels: false, filter: (table) => new KeyedSet(sets(table), secret) };
  }
  const behind = name === 'both + local rows' ? 'both' : name;
  const known = defenceNames.find((defence) => defence === behind) ?? 'none';
  return articleDefences({ log: lab.log })[known];
}

/**
 * Those who ask a shop whose ids have tags: an id that was issued comes with its tag, be it deleted
 * since, and an attacker has to guess one.
 */
class Customers implements Service {
  readonly #service: TaggedService;
  readonly #tags: IdTags;
  readonly #issued: Population;
  readonly #guess: () => number;

  constructor(funnel: Funnel, { lab, population }: Setting) {
    this.#tags = tagsOf(lab);
    this.#service = new TaggedService(funnel, this.#tags);
    this.#issued = population;
    const random = lab.random('guesses');
    this.#guess = () => random.below(2 ** 32);
  }

  detail(id: unknown) {
    const number = Number(id);
    const issued = this.#issued.has(number);
    return this.#service.detail(issued ? this.#tags.issue(number) : withTag(number, this.#guess()));
  }
}

/** Tags whose key is made from the seed, so that a run can be done again. */
export function tagsOf(lab: Lab): IdTags {
  const random = lab.random('key');
  return new IdTags(Uint8Array.from({ length: 32 }, () => random.below(256)));
}

/** The article's filter as it stands in the funnel, for its size. */
export function articleFilterBytes(): number {
  return BloomFilter.forCapacity(articleFilter.capacity, articleFilter.p).byteLength;
}
