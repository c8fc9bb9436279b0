import type { Experiment } from '../src/lab/experiment.ts';
import { attackVerdicts } from './renewal/attack-verdicts.ts';
import { bulkPass } from './renewal/bulk-pass.ts';
import { renewalCharts } from './renewal/charts.ts';
import { columns } from './renewal/columns.ts';
import { drawsPass } from './renewal/draws-pass.ts';
import { renewalExpectations } from './renewal/expectations.ts';
import { floodPass } from './renewal/flood-pass.ts';
import { lifeVerdicts } from './renewal/life-verdicts.ts';
import {
  type Parameters,
  parameters,
  presets,
  type RenewalCell,
  renewalCells,
} from './renewal/plan.ts';
import { ttlPass } from './renewal/ttl-pass.ts';
import { visiblePass } from './renewal/visible-pass.ts';

/** What a TTL does to a sentinel: renewal theory against Redis, and the price of the delay. */
export const renewal: Experiment<Parameters, RenewalCell> = {
  id: 'renewal',
  title: 'The life of a sentinel',
  question:
    'How much of an attack do sentinels absorb by their TTL, how many are alive, and what do the ' +
    'TTL and its jitter cost?',
  needs: ['redis', 'mysql', 'private-redis'],
  columns,
  parameters,
  presets,
  budgetSeconds: 28,
  cells: renewalCells,
  run: async (cell, lab, params) => {
    if (cell.pass === 'draws') return drawsPass(lab, params);
    if (cell.pass === 'ttl') return ttlPass(lab, params);
    if (cell.pass === 'flood') return floodPass(lab, params);
    if (cell.pass === 'bulk') return bulkPass(lab, params);
    return visiblePass(lab, params);
  },
  expectations: renewalExpectations,
  verdicts: (rows) => [...attackVerdicts(rows), ...lifeVerdicts(rows)],
  charts: renewalCharts,
};
