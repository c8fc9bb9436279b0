import type { Column, Experiment, Lab, Result } from '../src/lab/experiment.ts';
import { exact, measured } from './columns.ts';
import { goldenPass, scanPass } from './fpr-sweep/census.ts';
import { sweepCharts } from './fpr-sweep/charts.ts';
import { sweepExpectations } from './fpr-sweep/expectations.ts';
import { type Parameters, parameters, presets } from './fpr-sweep/parameters.ts';
import { type SweepCell, sweepCells } from './fpr-sweep/plan.ts';
import { probesPass } from './fpr-sweep/probes.ts';
import { ratesRow } from './fpr-sweep/rates.ts';
import { speedPass } from './fpr-sweep/speed.ts';
import { sweepVerdicts } from './fpr-sweep/verdicts.ts';

const columns: readonly Column[] = [
  ...exact('', 'pass', 'series', 'filter', 'scheme', 'keys'),
  ...exact('ids', 'n', 'capacity'),
  ...exact('', 'load', 'p'),
  ...exact('bits', 'bits'),
  ...exact('', 'hashes', 'filters'),
  ...exact('bits', 'bitsSet'),
  ...exact('id', 'from', 'to'),
  ...exact('ids', 'probes', 'fp', 'fn'),
  ...exact('', 'rate', 'low', 'high', 'intervalOf'),
  ...exact('', 'approximate', 'classic', 'exact', 'fromFill', 'passingIds'),
  ...exact('bits', 'probesPerQuery', 'probesExpected'),
  ...measured('', 'threads', 'ratio'),
  ...measured('s', 'cppSeconds', 'wasmSeconds'),
];

async function run(cell: SweepCell, lab: Lab, params: Parameters): Promise<readonly Result[]> {
  switch (cell.pass) {
    case 'rates':
      return cell.specs.map((spec) => ratesRow(spec, lab));
    case 'golden':
      return goldenPass(cell.golden);
    case 'scan':
      return scanPass(cell.from, cell.to);
    case 'probes':
      return probesPass(cell.n, Math.min(1_000_000, params.maxProbes), lab);
    case 'speed':
      return speedPass(params.scanTo, lab);
  }
}

export const fprSweep: Experiment<Parameters, SweepCell> = {
  id: 'fpr-sweep',
  title: 'False-positive rates',
  question: 'At which n, p, k, load and kind of ids does the false-positive rate follow theory?',
  needs: [],
  columns,
  parameters,
  presets,
  budgetSeconds: 16,
  cells: sweepCells,
  run,
  expectations: sweepExpectations,
  verdicts: sweepVerdicts,
  charts: sweepCharts,
};
