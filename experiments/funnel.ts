import type { Experiment } from '../src/lab/experiment.ts';
import { funnelCharts } from './funnel/charts.ts';
import { columns } from './funnel/columns.ts';
import { exactPass } from './funnel/exact-pass.ts';
import { funnelExpectations } from './funnel/expectations.ts';
import { getsPass } from './funnel/gets-pass.ts';
import {
  type FunnelCell,
  funnelCells,
  type Parameters,
  parameters,
  presets,
} from './funnel/plan.ts';
import { timedPass } from './funnel/timed-pass.ts';
import { funnelVerdicts } from './funnel/verdicts.ts';

/** Every defence under every traffic: counts that are exact, then times in interleaved rounds. */
export const funnel: Experiment<Parameters, FunnelCell> = {
  id: 'funnel',
  title: 'The detail funnel under attack',
  question: 'What does each defence let through to Redis and to MySQL, and what does it cost?',
  needs: ['redis', 'mysql'],
  columns,
  parameters,
  presets,
  budgetSeconds: 57,
  cells: funnelCells,
  run: (cell, lab, params) => {
    switch (cell.pass) {
      case 'gets':
        return getsPass(lab, params);
      case 'exact':
        return exactPass(cell, lab, params);
      case 'timed':
        return timedPass(cell, lab, params);
    }
  },
  expectations: funnelExpectations,
  verdicts: funnelVerdicts,
  charts: funnelCharts,
};
