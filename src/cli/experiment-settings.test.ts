import { expect, test } from 'vitest';
import { experiments } from '../../experiments/index.ts';
import { presets } from '../lab/experiment.ts';
import { planExperiment } from '../lab/plan.ts';
import { parametersOf } from './settings.ts';

/** What planning one experiment says to these settings. */
function refusal(id: string, ...settings: readonly string[]): string {
  const chosen = experiments.filter((experiment) => experiment.id === id);
  try {
    for (const [experiment, values] of parametersOf(chosen, 'smoke', settings)) {
      planExperiment(experiment, values);
    }
    return 'none';
  } catch (error) {
    expect(error).toMatchObject({ exitCode: 2 });
    return error instanceof Error ? error.message : String(error);
  }
}

test.each(experiments)('the presets of $id can be planned', (experiment) => {
  for (const preset of presets) {
    const parameters = parametersOf([experiment], preset, []).get(experiment)!;
    expect(planExperiment(experiment, parameters).cells.length).toBeGreaterThan(0);
  }
});

test.each([
  ['funnel', 'skus=0', 'skus: Too small: expected number to be >=1000; got 0'],
  ['funnel', 'requests=0', 'requests: Too small: expected number to be >=1; got 0'],
  ['funnel', 'rounds=1001', 'rounds: Too big: expected number to be <=1000; got 1001'],
  ['stampede', 'burst=1', 'burst: Too small: expected number to be >=2; got 1'],
  ['memory', 'skus=1', 'skus: Too small: expected number to be >=1000; got 1'],
  ['memory', 'draws=0', 'draws: Too small: expected number to be >=1; got 0'],
  ['memory', 'sentinels=10000001', 'sentinels[0]: Too big: expected number to be <=10000000'],
  ['memory', 'range=1e8', 'range: Too big: expected number to be <=10000000'],
  ['memory', 'processes=65', 'processes[0]: Too big: expected number to be <=64; got 65'],
  ['memory', 'sentinels=2,1,2', 'sentinels: no value may stand twice; got [2,1,2]'],
  ['memory', 'processes=2,2', 'processes: no value may stand twice; got [2,2]'],
])('%s refuses %s before work starts, once and with the range', (id, setting, words) => {
  const said = refusal(id, setting);
  expect(said).toContain(words);
  expect(said.match(/Too (small|big)/g)?.length ?? 1).toBe(1);
});
