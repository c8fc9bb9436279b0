import { describe, expect, it } from 'vitest';
import { ledger } from '../src/claims/ledger.ts';
import type { Verdict } from '../src/lab/experiment.ts';
import { readResults, readRun } from '../src/lab/run-store.ts';
import { experiments } from './index.ts';

/** Claims that an article has wrong or leaves unproven: sums alone would convince nobody. */
const mustBeSeen = [
  ...['S0-17', 'S0-16', 'S1-10', 'S1-22', 'S1-17', 'S0-38', 'S2-22', 'S0-02', 'S3-32', 'S3-33'],
  ...['S3-34', 'S0-20', 'S0-21', 'S0-22', 'S0-03', 'S1-18', 'S1-21', 'S1-19', 'S1-13', 'S2-14'],
  ...['S3-62', 'S3-63', 'S3-52', 'S3-31', 'S3-60', 'S2-10', 'S3-12', 'S2-04', 'S2-05', 'S2-15'],
  ...['S4-15', 'S4-16', 'S0-23', 'S0-26', 'S0-44', 'S0-30', 'S0-14', 'S1-30', 'S1-05', 'S1-06'],
  ...['S4-10', 'S4-04', 'S3-29', 'S3-21', 'S2-23'],
];

/** What experiments settle, until the reference holds rows of them. */
const awaited: Readonly<Record<string, readonly string[]>> = {
  articles: [
    ...['S1-16', 'S2-23', 'S2-24', 'S3-01', 'S3-02', 'S3-03', 'S3-06', 'S3-13', 'S3-20', 'S3-22'],
    ...['S3-24', 'S3-25', 'S3-26', 'S3-27', 'S3-30', 'S3-31', 'S3-35', 'S3-36', 'S3-37', 'S3-38'],
    ...['S3-39', 'S3-40', 'S3-45', 'S3-46', 'S3-49', 'S3-50', 'S3-56', 'S3-58', 'S3-59', 'S3-61'],
  ],
  'fpr-sweep, full filters': ['S2-10'],
  walkthrough: ['S0-34', 'S0-40', 'S1-12', 'S1-13', 'S1-14', 'S1-15', 'S1-27', 'S1-31', 'S1-32'],
  stampede: ['S1-17', 'S4-04', 'S4-06'],
  renewal: [
    ...['S0-14', 'S1-05', 'S1-06', 'S1-18', 'S1-19', 'S1-20', 'S1-21', 'S1-22', 'S1-23', 'S1-26'],
    ...['S1-29', 'S1-30', 'S1-33', 'S2-22', 'S2-25', 'S4-05', 'S4-08', 'S4-09'],
  ],
  eviction: ['S2-04', 'S2-05'],
  lifecycle: [
    ...['S0-28', 'S0-31', 'S0-32', 'S0-33', 'S0-42', 'S1-09', 'S2-11', 'S2-12', 'S2-19', 'S2-21'],
    'S4-03',
  ],
  races: ['S1-13', 'S2-14'],
  faults: ['S0-30'],
  latency: ['S1-03', 'S1-04', 'S2-01', 'S3-04', 'S3-05'],
  rivals: ['S0-13', 'S0-43'],
  systems: [
    ...['S2-07', 'S2-08', 'S2-15', 'S2-17', 'S2-20', 'S3-54', 'S3-62', 'S3-63', 'S3-64', 'S3-65'],
    ...['S4-07', 'S4-10', 'S4-18', 'S4-19', 'S4-21'],
  ],
};

const folder = 'results/reference';

/** The verdicts of this version on the rows of the reference. */
function referenceVerdicts(): Verdict[] {
  return readRun(folder).experiments.flatMap(({ id, columns, parameters }) => {
    const known = experiments.find((one) => one.id === id);
    // Rows of other columns are those of another version.
    if (known === undefined || JSON.stringify(known.columns) !== JSON.stringify(columns)) return [];
    const rows = readResults(folder, id).map(({ row }) => row);
    return [...known.verdicts(rows, known.parameters.parse(parameters))];
  });
}

describe('the ledger', () => {
  const verdicts = referenceVerdicts();

  it('knows each claim on which an experiment gives a verdict', () => {
    const ids = ledger.map(({ id }) => id);
    const given = verdicts.map(({ claim }) => claim);
    expect(ids).toEqual(expect.arrayContaining([...given, ...mustBeSeen]));
    expect(verdicts.length).toBeGreaterThan(80);
  });

  it('has what an article has wrong seen in a run or counted in full, not computed', () => {
    const unseen = verdicts.filter(
      ({ claim, evidence }) => mustBeSeen.includes(claim) && !['run', 'census'].includes(evidence),
    );
    expect(unseen.map(({ claim }) => claim)).toEqual([]);
  });

  it('has each claim settled, awaited from an experiment, or called not testable', () => {
    const done = readRun(folder).experiments.map(({ id }) => id);
    const coming = Object.entries(awaited).filter(([id]) => !done.includes(id));
    const settled = [...verdicts.map(({ claim }) => claim), ...coming.flatMap(([, ids]) => ids)];
    const open = ledger.filter(
      ({ id, notTestable }) => notTestable === undefined && !settled.includes(id),
    );
    expect(open.map(({ id }) => id)).toEqual([]);
  });

  it('has no verdict on a claim that nothing is said to settle', () => {
    const impossible = ledger.filter(({ notTestable }) => notTestable !== undefined);
    const given = verdicts.map(({ claim }) => claim);
    expect(impossible.filter(({ id }) => given.includes(id))).toEqual([]);
  });
});
