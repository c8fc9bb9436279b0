import { describe, expect, it } from 'vitest';
import { BloomFilter } from '../filters/bloom.ts';
import { sizeFor } from '../filters/sizing.ts';
import { brokenSubject, type Patch } from './broken-modules.test.fixture.ts';
import { defaultPlan, type GatePlan } from './cells.ts';
import { type Check, exitCodeOf, type Test } from './check.ts';
import { judgeGolden, runGate } from './gate.ts';
import { bloomSubject, type Subject } from './subject.ts';

const golden = { key: 'golden', members: 1000, capacity: 1000, p: 0.01 };
const plan: GatePlan = {
  golden: [{ ...golden, scanEnds: [10_000, 20_000] }],
  statistical: [{ key: 'random', n: 100_000, p: 0.01, probes: 1_000_000 }],
};
/** One insert of a million is lost in it. */
const largePlan: GatePlan = {
  golden: [{ ...golden, members: 1_000_000, capacity: 1_000_000, scanEnds: [1e6 + 1, 1e6 + 2] }],
  statistical: [],
};
/** Two cells of the gate: whose filter fits the caches, and whose does not. */
const cachedPlan = gateCell('n=200000 p=0.01');
const beyondPlan = gateCell('n=3600000 p=0.001');

function gateCell(wanted: string): GatePlan {
  return { golden: defaultPlan().golden.filter(({ key }) => key === wanted), statistical: [] };
}

/** The tests that are red, of those that are switched on. */
async function red(subject: Subject, tests: readonly Test[], on = plan): Promise<Test[]> {
  const checks = await checksOf(subject, tests, on);
  return [...new Set(checks.filter(({ holds }) => !holds).map(({ test }) => test))];
}

async function checksOf(subject: Subject, tests: readonly Test[], on = plan): Promise<Check[]> {
  const options = { plan: on, seed: 'gate.test', tests: new Set(tests) };
  const { checks, observed } = await runGate({ ...options, subject });
  if (!tests.includes('golden')) return [...checks];
  const sound = await runGate({ ...options, subject: bloomSubject });
  return [...checks, ...judgeGolden(sound.observed, observed).checks];
}

async function causeOf(subject: Subject): Promise<string | undefined> {
  const options = { plan, seed: 'gate.test', tests: new Set<Test>(['golden']) };
  const [sound, broken] = [bloomSubject, subject].map((of) => runGate({ ...options, subject: of }));
  return judgeGolden((await sound!).observed, (await broken!).observed).cause;
}

const everywhere: readonly Test[] = ['golden', 'shape', 'fill', 'rate', 'members'];
const byChance: readonly Test[] = ['shape', 'fill', 'rate', 'members'];

it('is green for the filter of this package, in every part', async () => {
  const checks = await checksOf(bloomSubject, everywhere);
  expect(checks.filter(({ holds }) => !holds)).toEqual([]);
  expect(checks).toHaveLength(7);
  expect(await red(bloomSubject, ['members'], largePlan)).toEqual([]);
});

const noStep: Patch = ['probe.ts', 'return select<u64>(1, stride, stride == 0);', 'return 0;'];
const sameHash: Patch = ['probe.ts', 'splitmix64(id ^ 0x94d049bb133111eb)', 'splitmix64(id)'];
const noMixing: Patch = ['hash.ts', 'return x ^ (x >> 31);', 'return unmixed;'];
const keepSeed: Patch = ['hash.ts', 'x += 0x9e3779b97f4a7c15;', 'const unmixed = x;'];
const cutHash: Patch = ['hash.ts', 'return x ^ (x >> 31);', 'return (x ^ (x >> 31)) & 0xffffffff;'];
const narrowSum: Patch[] = [
  ['probe.ts', '<i64>next < 0', '<i32>next < 0'],
  ['lanes.ts', 'i64x2.lt_s(values,', 'i32x4.lt_s(values,'],
];
const weakMixing: Patch = ['hash.ts', 'return x ^ (x >> 31);', 'return x;'];
const offByOne: Patch[] = [
  ['plain.ts', 'let sum = splitmix64(id);', 'let sum = splitmix64(id) + 1;'],
  ['single.ts', 'const first = splitmix64(id);', 'const first = splitmix64(id) + 1;'],
  ['lanes.ts', 'splitmix64(id0), splitmix64(id1)', 'splitmix64(id0) + 1, splitmix64(id1) + 1'],
];

describe('a fault in the module', () => {
  it('is red in the fill when the step is 0', async () => {
    expect(await red(await brokenSubject(noStep), ['fill'])).toEqual(['fill']);
  });

  it('is red in the fill and in the rate, each by itself, when h2 is h1', async () => {
    const subject = await brokenSubject(sameHash);
    expect(await red(subject, ['fill'])).toEqual(['fill']);
    expect(await red(subject, ['rate'])).toEqual(['rate']);
  });

  it('is red in the golden cells when nothing is mixed; h2 = x xor c hangs on h1 = x', async () => {
    const subject = await brokenSubject(keepSeed, noMixing);
    expect(await red(subject, ['golden'])).toEqual(['golden']);
    expect(await causeOf(subject)).toContain('mixer: ');
    expect(await red(subject, byChance)).toEqual(['fill', 'rate']);
  });

  it.each([
    ['the hash is cut to 32 bits', [cutHash], 'width: hashes have lost their upper 32 bits'],
    ['a sum is narrower than it was', narrowSum, 'width: only ids or positions above 2^32'],
    ['an index is off by one', offByOne, 'probes: '],
    ['a step of the mixer is left out', [weakMixing], 'mixer: '],
  ])('is red in the golden cells alone when %s', async (_, patches, cause) => {
    const subject = await brokenSubject(...patches);
    expect(await red(subject, ['golden'])).toEqual(['golden']);
    expect(await red(subject, byChance)).toEqual([]);
    expect(await causeOf(subject)).toContain(cause);
  });
});

const ownPlace: Patch = ['gather.ts', '<u16>placeAt(i), PLACES', '<u16>i, PLACES'];
const noPartner: Patch = ['gather.ts', 'if (kept > 0) store<u16>', 'if (kept > 512) store<u16>'];
const firstRowOnly: Patch = ['gather.ts', ' & load<u8>(at + i, BYTES), BYTES', ', BYTES'];
const signLost: Patch = ['gather.ts', '64, -128, 0', '64, 0, 0'];
const lastLost: Patch = ['insertion.ts', 'ids + (count << 3)', 'ids + ((count >> 1) << 4)'];
const noCopy: Patch = ['insertion.ts', 'store<u64>(last, load<u64>(last - 8));', ''];
const lastUnset: Patch = ['insertion.ts', 'setBits(end);', 'setBits(end - 16);'];
const step = 'from += pairs << 4';
const pairSkipped: Patch = ['insertion.ts', step, 'from += (pairs + <usize>beyondCaches) << 4'];

describe('a fault beyond the caches', () => {
  it.each<[string, Patch, Test[]]>([
    ['survivors are noted by their place in the row', ownPlace, ['golden']],
    ['the last of an odd number has another partner than itself', noPartner, ['golden']],
    ['of probes that are asked together the first counts', firstRowOnly, ['golden']],
    ['no bit is found that is the last of its byte', signLost, ['golden', 'members']],
    ['two ids between two batches are not added', pairSkipped, ['golden', 'members']],
  ])('is red in the large cell alone when %s', async (_, patch, expected) => {
    const subject = await brokenSubject(patch);
    expect(await red(subject, ['golden', 'members'], cachedPlan)).toEqual([]);
    expect((await red(subject, ['golden', 'members'], beyondPlan)).sort()).toEqual(expected);
  });

  it.each<[string, Patch, Test[]]>([
    ['the last id of an odd number is not added', lastLost, ['golden', 'members']],
    ['an id that was there before is added with it', noCopy, ['golden']],
    ['the bits of the last two positions are not set', lastUnset, ['golden', 'members']],
  ])('is red in a smaller cell too when %s', async (_, patch, expected) => {
    const subject = await brokenSubject(patch);
    for (const plan of [cachedPlan, beyondPlan]) {
      expect((await red(subject, ['golden', 'members'], plan)).sort()).toEqual(expected);
    }
  });
});

/** The package's filter, made for other parameters or put in a wrapper. */
function wrapped(forCapacity: Subject['forCapacity']): Subject {
  return { ...bloomSubject, forCapacity };
}

const fewerProbes = wrapped((n, p) => {
  const { bits, hashes } = sizeFor(n, p);
  return new BloomFilter({ bits, hashes: hashes - 1 });
});

const halfTheBits = wrapped((n, p) => {
  const { bits, hashes } = sizeFor(n, p);
  return new BloomFilter({ bits: Math.ceil(bits / 2), hashes });
});

function sharing(): Subject {
  const filters = new Map<string, BloomFilter>();
  return wrapped((n, p) => {
    const key = `${n} ${p}`;
    const filter = filters.get(key) ?? BloomFilter.forCapacity(n, p);
    filters.set(key, filter);
    return filter;
  });
}

/** Loses the last id of every million. */
class Lossy extends BloomFilter {
  #added = 0;

  override addMany(ids: Parameters<BloomFilter['addMany']>[0]): void {
    const kept = [...ids].filter(() => ++this.#added % 1_000_000 !== 0);
    super.addMany(kept);
  }
}

describe('a fault around the module', () => {
  it.each([
    ['a probe too few', fewerProbes],
    ['half the bits', halfTheBits],
    ['bits that two filters share', sharing()],
  ])('is red in the fill: %s', async (_, subject) => {
    expect(await red(subject, ['fill'])).toEqual(['fill']);
  });

  it('is red in the shape when m or k are others, and the golden cells call it sizing', async () => {
    for (const subject of [fewerProbes, halfTheBits]) {
      expect(await red(subject, ['shape'])).toEqual(['shape']);
      expect(await red(subject, ['golden'])).toEqual(['golden']);
      expect(await causeOf(subject)).toBe('sizing: m or k are others');
    }
  });

  it('is red among the members when one insert of a million is lost', async () => {
    const subject = wrapped((n, p) => new Lossy({ ...sizeFor(n, p) }));
    expect(await red(subject, ['members'], largePlan)).toEqual(['members']);
    expect((await checksOf(subject, ['members'], largePlan))[0]?.values?.falseNegatives).toBe(1);
  });
});

it('ends with 4 when the filter is wrong, with 5 when it is only another one', () => {
  const check = (test: Test, holds: boolean): Check => {
    return { cell: 'c', test, holds, measured: '', expected: '' };
  };
  expect(exitCodeOf([check('golden', true), check('rate', true)])).toBe(0);
  expect(exitCodeOf([check('golden', false), check('rate', true)])).toBe(5);
  for (const test of byChance) {
    expect(exitCodeOf([check('golden', false), check(test, false)])).toBe(4);
  }
});

it('ends between two cells when its signal is aborted', async () => {
  const controller = new AbortController();
  const onCell = () => controller.abort(new Error('enough'));
  const options = { plan, subject: bloomSubject, seed: '1', signal: controller.signal, onCell };
  await expect(runGate(options)).rejects.toThrow('enough');
});
