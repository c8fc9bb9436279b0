import { usageError } from '../../src/errors.ts';
import { type Shape, sizeFor } from '../../src/filters/sizing.ts';
import { approximateRate } from '../../src/filters/theory.ts';
import { type KeyShape, keyShapes } from '../../src/hashing/streams.ts';
import type { Cell } from '../../src/lab/experiment.ts';
import { articleMembers, goldenFilters, scanRanges } from './known.ts';
import { checkMemory } from './memory-check.ts';
import type { Parameters } from './parameters.ts';

/** What a row of rates belongs to, and so which chart shows it. */
export type Series = 'grid' | 'hashes' | 'load' | 'full' | 'shapes' | 'sizes' | 'floors';

/** How k positions come from an id: the product's double hashing, and two that it is held against. */
export const schemes = ['double', 'enhanced', 'independent'] as const;
export type SchemeName = (typeof schemes)[number];

/** Filters of one kind, filled and asked for absent ids: one row. */
export interface RateSpec extends Shape {
  readonly series: Series;
  /** The filter's name, where a series has several. */
  readonly filter: string;
  readonly scheme: SchemeName;
  readonly keys: KeyShape;
  /** Ids in each filter. */
  readonly n: number;
  /** Ids that it is made for. */
  readonly capacity: number;
  readonly p: number;
  /** So many filters, each with ids of its own. */
  readonly filters: number;
  /** Absent ids asked, over all filters. */
  readonly probes: number;
}

export type SweepCell = Cell &
  (
    | { readonly pass: 'rates'; readonly specs: readonly RateSpec[] }
    | { readonly pass: 'golden'; readonly golden: (typeof goldenFilters)[number] }
    | { readonly pass: 'scan'; readonly from: number; readonly to: number }
    | { readonly pass: 'probes'; readonly n: number }
    | { readonly pass: 'speed' }
  );

type Spec = Omit<RateSpec, 'probes' | 'filters' | 'keys' | 'scheme'> & Partial<RateSpec>;

/** At fewer ids one filter is not the mean, and their spread is measured over many. */
const smallN = 10_000;
/** The fewest filters that tell how much they spread. */
const fewFilters = 20;
/** What few ids cost: the sharper intervals of these series are cheap and needed. */
const fine = 0.02;
/** About as long as a cell of rows should take. */
const cellSeconds = 1;
/** 8 MiB. */
const cachedBits = 2 ** 26;

export function sweepCells(params: Parameters): SweepCell[] {
  const specs = [
    ...gridSpecs(params),
    ...hashSpecs(),
    ...loadSpecs(),
    fullSpec(params),
    ...shapeSpecs(params),
    ...sizeSpecs(params),
    ...floorSpecs(params),
  ].map((spec) => complete(spec, params));
  checkMemory(specs);
  return [
    ...rateCells(specs),
    ...goldenFilters.map(
      (golden): SweepCell => ({
        key: `golden/${golden.n}-of-${golden.capacity}-${golden.p}`,
        seconds: 0.05,
        pass: 'golden',
        golden,
        pure: true,
      }),
    ),
    ...scanRanges(params.scanTo).map(
      ([from, to]): SweepCell => ({
        key: `scan/${from}-${to}`,
        seconds: (to - from) * 7e-9 + 0.02,
        pass: 'scan',
        from,
        to,
        pure: true,
      }),
    ),
    ...[100_000, articleMembers, 300_000, 500_000].map(
      (n): SweepCell => ({ key: `probes/${n}`, seconds: 0.6, pass: 'probes', n, pure: true }),
    ),
    // Its seconds are those of the scan in C++ and beside it.
    ...(params.compare ? [{ key: 'speed', seconds: 15, pass: 'speed' } as const] : []),
  ];
}

/** Filters at full load over n and p. */
function gridSpecs({ n, p }: Parameters): Spec[] {
  return [...new Set(p)].flatMap((rate) => [...new Set(n)].map((ids) => sized('grid', ids, rate)));
}

/** k from 1 to 24 at the bits an id of 1 % and of 0.1 %. */
function hashSpecs(): Spec[] {
  return [0.01, 0.001].flatMap((p) => {
    const spec = sized('hashes', 100_000, p);
    return Array.from({ length: 24 }, (_, index) => ({ ...spec, hashes: index + 1 }));
  });
}

/** The articles' filters from a tenth of their capacity to ten times of it. */
function loadSpecs(): Spec[] {
  const loads = [0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.75, 0.9, 1, 1.1, 1.25, 1.5, 2, 3, 4, 5, 7, 10];
  const s0 = { ...sized('load', 500_000, 0.001), filter: 'S0' };
  const s2 = { ...sized('load', 10_000, 0.01), filter: 'S2', bits: 95_850 };
  // Made for no number of ids; k = 3 is best for 231,000, at 12.5 %.
  const s3 = { ...s2, filter: 'S3', bits: 1_000_000, hashes: 3, capacity: 231_000, p: 0.125 };
  const s3Ids = [10_000, 50_000, 100_000, 231_000, 500_000, 1_000_000, 2_310_000];
  return [
    ...[s0, s2].flatMap((spec) =>
      loads.map((load) => ({ ...spec, n: Math.round(load * spec.capacity) })),
    ),
    ...s3Ids.map((n) => ({ ...s3, n })),
  ];
}

/** S2's filter at its capacity: telling 1.004 % from 1 % takes many filters and a million hits. */
function fullSpec({ filters, maxProbes }: Parameters): Spec {
  const s2 = sized('full', 10_000, 0.01);
  return { ...s2, filter: 'S2', bits: 95_850, filters: 2 * filters, probes: 5 * maxProbes };
}

/** Ids as people have them. */
function shapeSpecs(params: Parameters): Spec[] {
  const most = Math.min(params.maxProbes, 2 ** 24 - 100_000);
  return [0.01, 0.001].flatMap((p) => {
    const spec = sized('shapes', 100_000, p);
    // Shifted by 40 bits there are no more ids.
    const probes = Math.min(probesFor(spec, { ...params, precision: fine }), most);
    return keyShapes.map((keys) => ({ ...spec, keys, probes }));
  });
}

/** m in single steps around sizes where a power of two or a plain number might do harm. */
function sizeSpecs(params: Parameters): Spec[] {
  return [65_536, 95_851, 131_072].flatMap((center) => {
    const n = Math.round((center * Math.LN2 ** 2) / Math.log(100));
    const spec = { ...sized('sizes', n, 0.01), filter: `${center}` };
    const probes = probesFor(spec, { ...params, precision: fine });
    return Array.from({ length: 33 }, (_, step) => ({ ...spec, bits: center - 16 + step, probes }));
  });
}

/** Few ids and small p, where double hashing has too few different probe sequences. */
function floorSpecs({ maxProbes }: Parameters): Spec[] {
  const sizes = [1e-3, 1e-7].flatMap((p) =>
    [1, 10, 100, 1_000, 10_000].map((n) => sized('floors', n, p)),
  );
  const probes = Math.ceil(maxProbes / 4);
  return schemes.flatMap((scheme) => sizes.map((spec) => ({ ...spec, scheme, probes })));
}

function sized(series: Series, n: number, p: number): Spec {
  try {
    return { series, filter: `${p}`, n, capacity: n, p, ...sizeFor(n, p) };
  } catch (error) {
    throw usageError(`n, p: ${error instanceof Error ? error.message : error}`);
  }
}

function complete(spec: Spec, params: Parameters): RateSpec {
  const { n, filters = n < smallN ? params.filters : n === smallN ? fewFilters : 1 } = spec;
  // A load or a size is of one filter, which fill^k speaks of.
  const single = spec.series === 'load' || spec.series === 'sizes';
  const probes = spec.probes ?? probesFor(spec, params);
  const units = single ? 1 : filters;
  return {
    scheme: 'double',
    keys: 'random',
    ...spec,
    filters: units,
    probes: Math.ceil(probes / units) * units,
  };
}

/**
 * Absent ids that bring the 95 % interval of a rate q to ± `precision`·q: 1.96²·(1-q)/(q·precision²)
 * by the normal approximation, at least 1,000 and at most `maxProbes`.
 */
function probesFor(spec: Spec, { precision, maxProbes }: Parameters): number {
  const rate = approximateRate(spec, spec.n);
  const wanted = (1.96 ** 2 * (1 - rate)) / (rate * precision ** 2);
  return Math.min(maxProbes, Math.max(1_000, Math.ceil(wanted)));
}

/**
 * Rows of one series and filter in cells of about a second: a cell for each row would spend more
 * on being stored than on being counted.
 */
function rateCells(specs: readonly RateSpec[]): SweepCell[] {
  const packs: { group: string; seconds: number; specs: RateSpec[] }[] = [];
  for (const spec of specs) {
    const group = [spec.series, spec.filter, spec.scheme].join('/');
    const last = packs.at(-1);
    if (last?.group === group && last.seconds < cellSeconds) {
      last.specs.push(spec);
      last.seconds += secondsOf(spec);
    } else {
      packs.push({ group, seconds: secondsOf(spec), specs: [spec] });
    }
  }
  return packs.map(({ group, seconds, specs: members }) => {
    const [{ keys, n, bits, hashes }] = members as [RateSpec];
    const key = `${group}/${keys}-n${n}-m${bits}-k${hashes}`;
    return { key, seconds, pass: 'rates', specs: members, pure: true };
  });
}

/**
 * About 3 ns a bit that is set and tested again and 20 ns an id that is asked; ten times that where
 * the bits do not fit into the caches.
 */
function secondsOf({ n, filters, bits, hashes, probes }: RateSpec): number {
  const inCache = n * filters * hashes * 6e-9 + probes * 2e-8;
  return (bits > cachedBits ? 10 : 1) * inCache + filters * 2e-4;
}
