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

  it('has each claim settled by the reference, or called not testable', () => {
    const settled = verdicts.map(({ claim }) => claim);
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
