import { type Shape, sizeFor } from '../../src/filters/sizing.ts';
import { SchemeFilter } from '../../src/hashing/filter.ts';
import { type Scheme, s0Schemes, s3Schemes, s4Scheme } from '../../src/hashing/schemes.ts';
import { idsFrom, randomIds } from '../../src/hashing/streams.ts';
import type { Lab, Result, Row } from '../../src/lab/experiment.ts';
import { stable } from '../rows.ts';
import { compression } from './measure.ts';
import { s3Shape, s4Shape, schemeNamed, schemeNames, shapeFor, v1Shape } from './plan.ts';

/** What the article's filter is made for. */
const articleShape = sizeFor(500_000, 0.001);

/** The article's filter at four loads, stored as gzip. */
export function gzipPass(): Result[] {
  const shape = articleShape;
  return [20_000, 100_000, 200_000, 500_000].map((n) => {
    const filter = new SchemeFilter(s0Schemes.s0, shape);
    filter.addFrom(idsFrom(1n), n);
    const fill = stable(filter.bitsSet / filter.bits);
    return { row: { pass: 'gzip', scheme: 'S0', n, ...shape, fill, ...compression(filter, 9) } };
  });
}

/** How many other members are lost when the bits of one are cleared, for 20 of them. */
export function deletionPass(): Result[] {
  const [n, shape] = [200_000, articleShape];
  const filter = new SchemeFilter(s0Schemes.s0, shape);
  filter.addFrom(idsFrom(1n), n);
  const fill = stable(filter.bitsSet / filter.bits);
  const before = filter.bytes.slice();
  let lost = 0;
  for (let one = 0; one < deleted; one++) {
    for (const bit of filter.positions(BigInt(1 + one * 10_000))) {
      filter.bytes[bit >> 3]! &= ~(1 << (bit & 7));
    }
    lost += n - 1 - filter.countFrom(idsFrom(1n), n);
    filter.bytes.set(before);
  }
  return [{ row: { pass: 'deletion', scheme: 'S0', n, ...shape, fill, deleted, lost } }];
}

const deleted = 20;

/** Positions of 1000 ids by each scheme for the article's m and k, and what a bad stride does. */
export async function positionsPass(lab: Lab): Promise<Result[]> {
  const rows: Row[] = [];
  for (const name of schemeNames) {
    const scheme = await schemeNamed(name);
    rows.push(distinctPositions(scheme, shapeFor(scheme, 500_000, 0.001), lab));
  }
  return [...rows, ...textPositions(lab), ...strides(lab)].map((row) => ({
    row: { pass: 'positions', ...row },
  }));
}

function distinctPositions(scheme: Scheme, shape: Shape, lab: Lab): Row {
  const [filter, s0] = [scheme, s0Schemes.s0].map((one) => new SchemeFilter(one, shape));
  const ids = new BigUint64Array(1000);
  idsFrom(1n).fill(ids);
  let differing = 0;
  for (const id of ids) {
    const [positions, reference] = [filter!.positions(id), s0!.positions(id)];
    differing += positions.filter((position, i) => position !== reference[i]).length;
  }
  const row = { scheme: scheme.name, ...shape, positions: 1000 * shape.hashes, differing };
  return { ...row, ...repeats(filter!, lab) };
}

/** Different positions of 1000 random ids, and how many of these meet one twice. */
function repeats(filter: SchemeFilter, lab: Lab): Row {
  const ids = new BigUint64Array(1000);
  randomIds(lab.random('distinct')).fill(ids);
  const counts = Array.from(ids, (id) => new Set(filter.positions(id)).size);
  const distinct = counts.reduce((sum, count) => sum + count, 0);
  const repeating = counts.filter((count) => count < filter.hashes).length;
  return { distinct: stable(distinct / 1000), repeating };
}

/** The same of the schemes for strings, of `user:` and a random number. */
function textPositions(lab: Lab): Row[] {
  const schemes: readonly (readonly [Scheme, Shape])[] = [
    [s3Schemes.v1, v1Shape],
    [s3Schemes.v2, s3Shape(500_000, 0.001)],
    [s3Schemes.v3, s3Shape(500_000, 0.001)],
    [s4Scheme, s4Shape],
  ];
  return schemes.map(([scheme, shape]) => {
    const filter = new SchemeFilter(scheme, { ...shape, text: 'user' });
    const positions = 1000 * shape.hashes;
    return { scheme: scheme.name, text: 'user', ...shape, positions, ...repeats(filter, lab) };
  });
}

/** Second hashes that are 0 or half of m, modulo m, in the wrapped and the unbounded sum. */
function strides(lab: Lab): Row[] {
  const shape = articleShape;
  const half = BigInt(shape.bits / 2);
  const random = lab.random('strides');
  return (['sum wraps', 'sum unbounded'] as const).flatMap((rule) =>
    [0n, half].map((rest) => {
      const stride = () => {
        const multiple = random.u64() / BigInt(shape.bits) - 1n;
        return multiple * BigInt(shape.bits) + rest;
      };
      const name = `${rule}, h2 mod m = ${rest === 0n ? '0' : 'm/2'}`;
      const pairOf = () => [random.u64(), stride()] as const;
      const filter = new SchemeFilter({ name, hash: 'host', rule, pairOf }, shape);
      let distinct = 0;
      for (let i = 0; i < 1000; i++) distinct += new Set(filter.positions(0n)).size;
      return { scheme: name, ...shape, distinct: stable(distinct / 1000) };
    }),
  );
}
