import type { Row } from '../../src/lab/experiment.ts';
import { churnPass } from './churn-pass.ts';
import { type Parameters, presets, rebuildIntervals, ways } from './plan.ts';
import { swapPass } from './swap-pass.ts';

export const params: Parameters = { ...presets.quick, skus: 2_000, churnSteps: 3 };

const laws = { lawsBroken: '' };

/** What the pure passes give, and the others' rows as quick gives them. */
export async function standardRows(): Promise<Row[]> {
  const swaps = await Promise.all(
    ways.map((way) => swapPass({ key: way, seconds: 0, pass: 'swap', way })),
  );
  const churns = rebuildIntervals.map((rebuildEvery) =>
    churnPass({ key: 'churn', seconds: 0, pass: 'churn', rebuildEvery }, params),
  );
  return [
    ...[...swaps, ...churns].flat().map(({ row }) => row),
    ...starts,
    ...builds,
    ...inserts,
    ...deletions,
    ...processes,
    ...rebuilds,
  ];
}

const asked = { presentAsked: 500, absentAsked: 500 };

const starts: Row[] = ['open', 'closed'].flatMap((posture) => {
  const pass = { pass: 'cold start', posture, ...laws };
  const open = posture === 'open';
  const window = { windowNs: 2e8, buildQueries: 42, windowWrong404: open ? 0 : 90 };
  return [
    {
      ...{ ...pass, ...asked, phase: 'before the build' },
      ...{ presentFound: open ? 500 : 0, absentToMysql: open ? 500 : 0 },
    },
    { ...pass, ...asked, phase: 'after the build', presentFound: 500, absentToMysql: 0 },
    { ...pass, phase: 'the window', ...window, windowRequests: 200, windowPassed: open ? 90 : 0 },
  ];
});

const builds: Row[] = [
  ['the first build', 'aa', 200_000],
  ['a second build', 'aa', 200_000],
  ['an insert by SQL and a build', 'bb', 200_001],
  ['its deletion and a build', 'aa', 200_000],
].map(([after, checksum, added]) => ({
  ...{ pass: 'bits', after: after!, checksum: checksum!, added: added!, ...laws },
  ...{ memberDenied: 0, absentScanned: 9_800_000, absentPassing: 4 },
}));

const inserts: Row[] = [
  ['by SQL', 'filter-reject', 'filter-reject', 'db-hit'],
  ['by SQL, a sentinel there', 'db-miss', 'filter-reject', 'sentinel-hit'],
  ['through the funnel', 'filter-reject', 'cache-hit', 'cache-hit'],
  ['through the funnel, a sentinel there', 'db-miss', 'cache-hit', 'cache-hit'],
  ['through the funnel, during a build', 'filter-reject', 'db-hit', 'db-hit'],
].map(([how, outcomeBefore, outcomeAtOnce, outcomeAfterBuild]) => ({
  ...{ pass: 'inserted', how: how!, outcomeBefore: outcomeBefore!, ...laws },
  ...{ outcomeAtOnce: outcomeAtOnce!, outcomeAfterBuild: outcomeAfterBuild! },
}));

const deletions: Row[] = ['none', 'sentinel', 'bloom', 'both'].map((defence) => ({
  ...{ pass: 'deleted', defence, deleted: 200, asked: 600, rejected: 0, gets: 600, ...laws },
  selects: defence === 'none' || defence === 'bloom' ? 600 : 200,
  rejectedAfterBuild: defence === 'bloom' || defence === 'both' ? 200 : 0,
}));

const inserted = { pass: 'processes', inserted: 50, insertNsP50: 3e6, ...laws };

const processes: Row[] = [
  { ...inserted, situation: 'without news', foundAtOnce: 0, foundLater: 50 },
  { ...inserted, situation: 'with news', foundAtOnce: 50 },
  {
    ...{ ...inserted, situation: 'stream cut', foundAtOnce: 50, foundLater: 50 },
    ...{ unknownAsked: 20, unknownPassed: 20, recoveryNs: 1e8 },
  },
  { ...inserted, situation: 'stream removed', foundAtOnce: 50, foundLater: 50, recoveryNs: 4e8 },
  {
    ...{ pass: 'processes', situation: 'delays', announcements: 200, ...laws },
    ...{ heardNsP50: -2e4, heardNsP99: 7e4, heardNsMax: 7e5 },
  },
];

const rebuilds: Row[] = [
  { ids: 10_000_000, from: 'generated' },
  { ids: 200_000, from: 'table' },
].flatMap(({ ids, from }) =>
  ['rest', 'rebuild'].map((during) => ({
    ...{ pass: 'rebuild', ids, from, during, round: '0', wrong404: 0, requests: 500, ...laws },
    ...{ rebuildNs: 3e8, blockNsMax: 6e6, blockNsP99: 4e6, latencyNsP50: 2e5, latencyNsP99: 3e6 },
  })),
);
