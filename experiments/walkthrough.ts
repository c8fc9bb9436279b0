import type { Experiment } from '../src/lab/experiment.ts';
import { walkCharts } from './walkthrough/charts.ts';
import { countPlusOnePass, grammarPass } from './walkthrough/claim-passes.ts';
import { columns } from './walkthrough/columns.ts';
import { walkExpectations } from './walkthrough/expectations.ts';
import {
  type Parameters,
  parameters,
  presets,
  type WalkCell,
  walkCells,
} from './walkthrough/plan.ts';
import { stepsPass } from './walkthrough/steps-pass.ts';
import { walkVerdicts } from './walkthrough/verdicts.ts';

/** What do the articles' own verification steps give, over HTTP? */
export const walkthrough: Experiment<Parameters, WalkCell> = {
  id: 'walkthrough',
  title: "The articles' steps over HTTP",
  question:
    'What do the verification steps of articles S0 and S1 give when they are done over HTTP ' +
    'against the service, and what are the numbers that S0 leaves open?',
  needs: ['redis', 'mysql'],
  columns,
  parameters,
  presets,
  budgetSeconds: 8,
  cells: walkCells,
  async run(cell, lab, params) {
    switch (cell.pass) {
      case 'grammar':
        return grammarPass();
      case 'steps':
        return stepsPass(cell.defence, lab, params);
      case 'count plus one':
        return countPlusOnePass(lab, params);
    }
  },
  expectations: walkExpectations,
  verdicts: walkVerdicts,
  charts: walkCharts,
};
