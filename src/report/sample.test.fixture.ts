import { claimsOf } from '../claims/claim.ts';
import type { Chart } from '../lab/chart.ts';
import type { ExperimentReport, RunReport } from './run-report.ts';

/** A false-positive sweep in which the smallest rates met nothing and one cell did not run. */
export const sweep: Chart = {
  id: 'sweep',
  title: 'Measured against target',
  lesson: 'The filter keeps its promise.',
  x: { title: 'Target', unit: '', scale: 'log' },
  y: { title: 'Rate', unit: 'FP / asked', scale: 'log' },
  claims: ['S0-20'],
  series: [
    {
      name: 'target',
      mark: 'line',
      points: [1e-2, 1e-3, 1e-9].map((p) => ({ x: p, y: p })),
    },
    {
      name: 'bloom',
      mark: 'points',
      points: [
        { x: 1e-2, y: 0.011, low: 0.01, high: 0.0125 },
        { x: 1e-3, y: 0, low: 0, high: 3.7e-7, note: '0 hits in 10,000,000 probes' },
        { x: 1e-9, y: null, note: 'interrupted' },
      ],
    },
  ],
};

export const experiment: ExperimentReport = {
  id: 'fpr',
  title: 'False positives',
  question: 'Does the filter keep its rate?',
  status: 'done',
  seconds: 1.5,
  parameters: { n: 500000, rates: [0.01, 0.001] },
  columns: [
    { name: 'p', unit: '', kind: 'exact' },
    { name: 'rate', unit: 'FP / asked', kind: 'exact' },
  ],
  rows: [
    { row: { p: 0.01, rate: 0.011234567 } },
    { row: { p: 1e-9, rate: null }, reasons: { rate: 'no probes' } },
  ],
  charts: [sweep],
  expectations: [{ name: 'no false negative', holds: true, measured: '0', expected: '0' }],
  verdicts: [
    {
      claim: 'S0-20',
      verdict: 'refuted',
      evidence: 'run',
      measured: '0.011 of 10,000',
      interval: '0.010 … 0.0125',
      expected: '0.001',
      statement: 'The rate is the target.',
    },
  ],
};

const ledger = claimsOf('S0', 'An article', [
  {
    number: '20',
    place: 'L26',
    statement: 'The rate is the target.',
    statementZh: '误判率就是目标。',
    check: 'measure it',
    expected: 'reproduced',
  },
  {
    number: '21',
    place: 'L27',
    statement: 'Nobody asks.',
    statementZh: '没有人问。',
    check: 'ask',
    expected: 'unproven',
  },
  {
    number: '22',
    place: 'L28',
    statement: 'It is good.',
    statementZh: '它很好。',
    notTestable: 'a matter of taste',
  },
]);

export const report: RunReport = {
  runId: 'run-1',
  preset: 'full',
  seed: 'funnel-lab',
  createdAt: '2026-11-30T16:51:04Z',
  status: 'done',
  command: 'npm run experiment -- --seed funnel-lab',
  environment: { node: 'v20.20.2', redis: 'Redis 7.0.15, installed' },
  experiments: [experiment],
  ledger,
};
