import { articleDefences, type Defence } from '../../src/funnel/defences.ts';
import type { Lab } from '../../src/lab/experiment.ts';
import type { defenceNames } from './plan.ts';

/** The defence of a cell; its warnings go to the log of the run. */
export function defenceNamed(name: (typeof defenceNames)[number], lab: Lab): Defence {
  return articleDefences({ log: lab.log }).find((defence) => defence.name === name)!;
}
