import { setImmediate } from 'node:timers/promises';
import { BloomFilter } from '../../src/filters/bloom.ts';
import { KeyedSet } from '../../src/filters/keyed.ts';
import { articleFilter } from '../../src/funnel/defences.ts';
import { withTag } from '../../src/funnel/rivals/id-tags.ts';
import type { Lab, Result } from '../../src/lab/experiment.ts';
import { timeLookups } from '../lookups.ts';
import { tagsOf } from './open-rival.ts';
import type { Parameters } from './plan.ts';

/** Guesses are also compared to fewer bits, which are few enough to be guessed. */
const bitsCompared = [4, 8, 12, 16, 32];

/** Members of the filters whose checks are timed beside the check of a tag. */
const members = 10_000;

/** Guesses between two looks at the signal. */
const block = 20_000;

/** Checks that are timed. */
const mostTimed = 100_000;

/** Forged ids: how many of them pass, with the whole tag and with its first bits. */
export async function tagsPass(lab: Lab, { skus, forged }: Parameters): Promise<Result[]> {
  const tags = tagsOf(lab);
  const random = lab.random('forged');
  const passed = new Map(bitsCompared.map((bits) => [bits, 0]));
  const tokens: string[] = [];
  let accepted = 0;
  for (let index = 0; index < forged; index++) {
    if (index % block === 0) await setImmediate(undefined, { signal: lab.signal });
    const id = skus + 1 + index;
    const guess = random.below(2 ** 32);
    const wrong = (tags.tag(id) ^ guess) >>> 0;
    for (const bits of bitsCompared) {
      if (wrong < 2 ** (32 - bits)) passed.set(bits, passed.get(bits)! + 1);
    }
    const token = withTag(id, guess);
    if (tags.idOf(token) !== undefined) accepted++;
    if (index < mostTimed) tokens.push(token);
  }
  return [
    ...bitsCompared.map((bits) => ({
      row: { pass: 'tags', tagBits: bits, forged, forgedPass: passed.get(bits)! },
    })),
    { row: { pass: 'tag checks', forged, forgedPass: accepted, ...checksRow(lab, tokens) } },
  ];
}

/** Nanoseconds of one check of a tag, of the article's filter and of a keyed one. */
function checksRow(lab: Lab, tokens: readonly string[]) {
  const tags = tagsOf(lab);
  const plain = BloomFilter.forCapacity(articleFilter.capacity, articleFilter.p);
  const inside = BloomFilter.forCapacity(articleFilter.capacity, articleFilter.p);
  const keyed = new KeyedSet(inside, lab.random('secret').u64());
  for (let id = 1; id <= members; id++) {
    plain.add(id);
    keyed.add(id);
  }
  const each = (finds: (index: number) => boolean) => timeLookups(lab, tokens.length, finds).ns;
  return {
    tagNs: each((index) => tags.idOf(tokens[index]) !== undefined),
    bloomNs: each((index) => plain.has(members + 1 + index)),
    keyedNs: each((index) => keyed.has(members + 1 + index)),
  };
}
