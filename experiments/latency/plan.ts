import { z } from 'zod';
import type { Cell } from '../../src/lab/experiment.ts';
import { count } from '../counts.ts';

const counts = z.strictObject({
  skus: count('rows of the table that fits MySQL’s buffer pool', 1_000),
  holesSkus: count('rows of the table that does not, its ids with holes', 1_000),
  range: count('largest id that is asked for where the ids have no holes'),
  normalPerSecond: count('normal requests offered a second', 10, 5_000),
  attackPerSecond: count('absent ids asked for a second by the steady attack', 10, 20_000),
  attackers: count('clients of the flood, each asking again at once', 1, 512),
  phaseMs: count('milliseconds that a point is measured for', 20, 60_000),
  rounds: count('rounds with the table that fits', 1, 1_000),
  holesRounds: count('rounds with the table that does not', 0, 1_000),
});

export const parameters = counts.refine(({ range, skus }) => range >= skus + 1_000, {
  path: ['range'],
  error: 'must be a thousand above skus, or hardly an id is absent',
});

export type Parameters = z.infer<typeof parameters>;

const common = {
  skus: 200_000,
  holesSkus: 80_000,
  range: 10_000_000,
  normalPerSecond: 600,
  attackPerSecond: 1_000,
  attackers: 64,
};

export const presets = {
  smoke: { ...common, phaseMs: 30, rounds: 1, holesRounds: 0 },
  quick: { ...common, phaseMs: 200, rounds: 4, holesRounds: 2 },
  full: { ...common, phaseMs: 3_000, rounds: 15, holesRounds: 15 },
} as const;

export const attackedDefences = ['none', 'sentinel', 'bloom', 'both'] as const;
export type AttackedDefence = (typeof attackedDefences)[number];

/** Nobody attacks; at a rate; as fast as the attackers get answers. */
export const levels = ['quiet', 'steady', 'flood'] as const;
export type Level = (typeof levels)[number];

/** Where the rows are: in memory, or most of them on disk behind a buffer pool of 16 MB. */
export const tables = ['fits', 'pool of 16 MB'] as const;
export type TableName = (typeof tables)[number];

export interface LatencyCell extends Cell {
  readonly table: TableName;
  readonly round: number;
}

export function levelsOf(table: TableName): readonly Level[] {
  return table === 'fits' ? levels : ['quiet', 'flood'];
}

export function latencyCells(params: Parameters): LatencyCell[] {
  return tables.flatMap((table) => {
    const rounds = table === 'fits' ? params.rounds : params.holesRounds;
    const points = levelsOf(table).length * attackedDefences.length;
    return Array.from({ length: rounds }, (_, round) => ({
      key: `${table.replaceAll(' ', '-').toLowerCase()}/${round}`,
      seconds: 1 + points * (0.1 + params.phaseMs / 1_000),
      table,
      round,
    }));
  });
}
