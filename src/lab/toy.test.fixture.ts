import { z } from 'zod';
import type { Cell, Experiment, Lab, Result } from './experiment.ts';
import type { RunRecord } from './run-record.ts';
import type { OwnedStage } from './stage.ts';

export interface ToyCell extends Cell {
  readonly n: number;
}

const parameters = z.strictObject({
  sizes: z.array(z.int().min(1).max(1000)),
  scale: z.number().positive(),
  label: z.string(),
  twice: z.boolean(),
});

export type ToyParameters = z.infer<typeof parameters>;

const quick: ToyParameters = { sizes: [1, 2, 3], scale: 0.5, label: 'BaNaNa', twice: true };

/** An experiment with a cell a size and two rows a cell; no servers, no time. */
export function toy(
  changes: Partial<Experiment<ToyParameters, ToyCell>> = {},
): Experiment<ToyParameters, ToyCell> {
  return {
    id: 'toy',
    title: 'A toy',
    question: 'Does the lab work?',
    needs: [],
    columns: [
      { name: 'n', unit: '', kind: 'exact' },
      { name: 'draw', unit: '', kind: 'exact' },
      { name: 'rate', unit: '1', kind: 'exact' },
      { name: 'label', unit: '', kind: 'exact' },
    ],
    parameters,
    presets: { smoke: { ...quick, sizes: [1] }, quick, full: { ...quick, sizes: [1, 2, 3, 4] } },
    budgetSeconds: 1,
    cells: ({ sizes }) => sizes.map((n) => ({ key: `size/${n}`, seconds: n, n })),
    run: async (cell, lab, values) => toyRows(cell, lab, values),
    expectations: (rows) => [
      { name: 'two rows a cell', holds: rows.length % 2 === 0, measured: 'even', expected: 'even' },
    ],
    verdicts: (rows) => [
      {
        claim: 'S0-20',
        verdict: 'reproduced',
        evidence: 'computed',
        measured: `${rows.length} rows`,
        expected: 'some rows',
      },
    ],
    charts: () => [],
    ...changes,
  };
}

export function toyRows(cell: ToyCell, lab: Lab, { scale, label }: ToyParameters): Result[] {
  return [1, 2].map((pass) => ({
    row: {
      label,
      n: cell.n,
      draw: lab.random('draw', String(pass)).below(1_000_000),
      rate: pass === 1 ? cell.n * scale : null,
    },
    ...(pass === 1 ? {} : { reasons: { rate: 'no requests in this pass' } }),
  }));
}

/** A `run.json` of a run without experiments. */
export const sampleRecord: RunRecord = {
  schemaVersion: 1,
  runId: '20260131-120000-quick',
  createdAt: '2026-01-31T12:00:00.789Z',
  preset: 'quick',
  seed: '1',
  command: 'npm run experiment',
  status: 'done',
  seconds: 1,
  environment: {
    packageVersion: '0.1.0',
    gitSha: null,
    gitDirty: null,
    node: '20',
    v8: '11',
    os: 'Linux',
    cpu: 'abacus',
    cores: 2,
    memoryBytes: 1,
    locale: 'en',
    timeZone: 'UTC',
    servers: [],
  },
  experiments: [],
};

async function noServers(): Promise<never> {
  throw new Error('the toy has no servers');
}

/** A stage without servers that remembers whether it was closed. */
export function toyStage(): OwnedStage & { closed: number } {
  return {
    scene: noServers,
    freshRedis: noServers,
    privateMysql: noServers,
    closed: 0,
    servers: () => [],
    async close() {
      this.closed += 1;
    },
  };
}
