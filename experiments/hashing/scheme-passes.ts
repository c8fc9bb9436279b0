import { sizeFor } from '../../src/filters/sizing.ts';
import { type Scheme, s0Schemes, s3Schemes } from '../../src/hashing/schemes.ts';
import { idsFrom, keyShapes, randomSides, sidesOf } from '../../src/hashing/streams.ts';
import type { Lab, Result } from '../../src/lab/experiment.ts';
import { askMany, askOne } from './measure.ts';
import {
  libraryShare,
  manyIds,
  type Parameters,
  s3Shape,
  schemeNamed,
  shapeFor,
  sizesOf,
} from './plan.ts';

/** One scheme at three sizes, over many filters of random ids each. */
export async function schemePass(name: string, lab: Lab, params: Parameters): Promise<Result[]> {
  const scheme = await schemeNamed(name);
  const share = scheme.pairOf === undefined ? 1 : libraryShare;
  return sizesOf(params).map(({ size, n, p, filters, probes }) => {
    const asked = {
      scheme,
      shape: shapeFor(scheme, n, p),
      n,
      probes: Math.ceil(probes * share),
      sides: (index: number) => randomSides(lab.random(size, String(index))),
    };
    return { row: { pass: 'scheme', size, p, ...askMany(asked, filters) } };
  });
}

/** One scheme and one filter for each shape of ids. */
export async function shapesPass(name: string, lab: Lab, params: Parameters): Promise<Result[]> {
  const scheme = await schemeNamed(name);
  const n = manyIds(params.ids);
  return keyShapes.map((shape) => {
    const row = askOne({
      scheme,
      shape: sizeFor(n, 0.01),
      n,
      probes: 5 * params.probes,
      sides: () => sidesOf(shape, n, lab.random(shape)),
    });
    return { row: { pass: 'shapes', shape, p: 0.01, ...row } };
  });
}

/** S3's filter of integers: 10,000 of them at 0.001, in order and at random. */
export function integersPass(lab: Lab, { filters, probes }: Parameters): Result[] {
  const n = 10_000;
  const shape = s3Shape(n, 0.001);
  const common = { n, shape };
  const ranges = [
    ['the next 10,000', 10_000, 10_000],
    ['the 90,000 after them', 20_000, 90_000],
    ['the 10 million after those', 110_000, 10_000_000],
  ] as const;
  const schemes: readonly Scheme[] = [s3Schemes.v3Integers, s0Schemes.s0];
  return schemes.flatMap((scheme) => [
    ...ranges.map(([shapeName, first, count]) => {
      const sides = () => ({ members: idsFrom(0n), probes: idsFrom(BigInt(first)) });
      const row = askOne({ ...common, scheme, probes: count, sides });
      return { row: { pass: 'integers', shape: shapeName, p: 0.001, ...row } };
    }),
    {
      row: {
        pass: 'integers',
        shape: 'random, 31 bits',
        p: 0.001,
        ...askMany(
          { ...common, scheme, probes, sides: (i) => randomSides(lab.random(String(i)), 31) },
          filters,
        ),
      },
    },
  ]);
}
