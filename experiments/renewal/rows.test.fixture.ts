import type { Row } from '../../src/lab/experiment.ts';

/** A group that behaves as theory has it, with an interval around. */
function group(name: string, changes: Row & { load: number }): Row {
  const absorbed = changes.load / (1 + changes.load);
  return {
    ...{ pass: 'group', group: name, baseSeconds: 2, jitter: 0.5, ids: 500, windowSeconds: 8 },
    ...{ requests: 1_200, hits: 500, meanTtlSeconds: 2.5, ttlsIssued: 1_000, absorbed },
    ...{ absorbedByTheory: absorbed, absorbedLow: absorbed - 0.04, absorbedHigh: absorbed + 0.04 },
    ...{ queriesPerSecond: 150 * (1 - absorbed), queriesByTheory: 150 * (1 - absorbed) },
    ...{ aliveByTheory: 200, gaps: 600, gapMeanSeconds: 4, gapShortestSeconds: 2.005 },
    ...changes,
  };
}

const jitters: readonly Row[] = [
  { jitterName: 'none, 60 s', jitter: 0, baseSeconds: 60, possibleTtls: 1, ttlSecondsMax: 60 },
  { jitterName: '± 5 %', jitter: 0.1, baseSeconds: 57, possibleTtls: 7, ttlSecondsMax: 63 },
  { jitterName: '+ 50 %', jitter: 0.5, baseSeconds: 60, possibleTtls: 31, ttlSecondsMax: 90 },
];

/** What `quick` gives, in a few of its rows. */
export function renewalRows(): Row[] {
  return [
    ...[1e6, 1e7, 1e12].map((range) => ({
      ...{ pass: 'draws', range, draws: 1_000_000, present: 200_000 },
      distinct: range === 1e6 ? 631_879 : range === 1e7 ? 951_539 : 999_999,
      distinctByTheory: range === 1e6 ? 632_121 : range === 1e7 ? 951_626 : 1_000_000,
    })),
    ...jitters.flatMap((jitter): Row[] => [
      {
        ...{ pass: 'ttl', ...jitter, ttlSecondsMin: jitter.baseSeconds!, written: 10_000 },
        ...{
          ttlsIssued: 10_000,
          keys: 10_000,
          endless: 0,
          usedMemoryBytes: 1_591_520,
          meanTtlSeconds: 75,
        },
        peakPer100Ms: 4_000 / Number(jitter.possibleTtls),
        ...(jitter.jitter === 0 ? {} : { chiSquareP: 0.5 }),
      },
      {
        ...{ pass: 'lives', jitterName: jitter.jitterName!, ttlSeconds: jitter.baseSeconds! },
        count: 300,
      },
    ]),
    {
      ...{ pass: 'flood', offered: 20_000, sent: 20_000, dropped: 0, lawsBroken: '' },
      ...{ requestsPerSecond: 1_650, writeFailures: 0 },
      ...{ aliveFound: 2_288, aliveLeast: 2_271, aliveMost: 2_300 },
    },
    group('present', { load: 1.5, baseSeconds: 4, gapShortestSeconds: 4.1 }),
    group('range', { load: 0.075, ids: 5_000 }),
    group('range', { load: 0.75 }),
    group('range', { load: 7.5, ids: 50 }),
    group('jitter', { load: 0.6, jitter: 0 }),
    group('jitter', { load: 0.9, jitter: 1 }),
    group('ttl', { load: 0.4, baseSeconds: 1, gapShortestSeconds: 1.01 }),
    group('ttl', { load: 1.5, baseSeconds: 4, gapShortestSeconds: 4.01 }),
    group('unlimited', {
      ...{ load: 3.75e-7, ids: 1e9, hits: 0, absorbed: 0, absorbedLow: 0, absorbedHigh: 0.005 },
      gaps: 0,
    }),
    group('again and again', {
      ...{ load: 15, baseSeconds: 1, jitter: 0, ids: 10, gaps: 100, gapMeanSeconds: 1.07 },
      gapShortestSeconds: 1.003,
    }),
    ...[0, 2, 4, 6, 8].map((atSecond) => ({
      ...{ pass: 'over time', atSecond, alive: 300 * atSecond, keys: 360 * atSecond },
      ...{ usedMemoryBytes: 50_000 * atSecond, stalePercent: 20 },
    })),
    ...[0, 0.5].flatMap((jitter): Row[] => [
      {
        ...{ pass: 'bulk', jitter, baseSeconds: 2, loaded: 400, lawsBroken: '' },
        ...{ peakQueriesPer100Ms: jitter === 0 ? 56 : 33, peakPer100Ms: 200 },
      },
      { pass: 'bulk over time', jitter, atSecond: 2, queries: 30, ended: 200 },
    ]),
    ...['SQL', 'funnel'].map((way) => ({
      ...{ pass: 'visible', way, baseSeconds: 2, inserted: 30, seen: 30, ttlSecondsMax: 3 },
      lawsBroken: '',
      ...(way === 'SQL'
        ? { wrong404s: 3_000, delaySecondsMin: 2.007, delaySecondsMax: 3.008 }
        : { wrong404s: 0, delaySecondsMin: 0.0001, delaySecondsMax: 0.001 }),
    })),
  ];
}
