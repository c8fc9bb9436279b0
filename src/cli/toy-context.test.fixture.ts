import { claimsOf } from '../claims/claim.ts';
import type { Experiment } from '../lab/experiment.ts';
import { toy, toyStage } from '../lab/toy.test.fixture.ts';
import type { RunReport } from '../report/run-report.ts';
import type { Context } from './context.ts';
import { runCommandLine } from './program.ts';

/** A claim that the toy experiment settles, one that nothing has settled, and one that can not. */
const toyLedger = claimsOf('S0', 'A toy article', [
  {
    number: '20',
    place: 'L1',
    statement: 'It has a size.',
    statementZh: '它有大小。',
    check: 'count the rows',
    expected: 'some rows',
  },
  {
    number: '21',
    place: 'L2',
    statement: 'Nobody asks.',
    statementZh: '没有人问。',
    check: 'ask',
    expected: 'nothing',
  },
  {
    number: '22',
    place: 'L3',
    statement: 'It is | `a|b` *good* a_b.',
    statementZh: '它很好。',
    notTestable: 'a matter of taste',
  },
]);

export interface ToyContext extends Context {
  /** What was printed, as text. */
  readonly printed: { stdout: string; stderr: string };
  readonly drawn: RunReport[];
  readonly controller: AbortController;
  /** Runs a command line, which is split at spaces. */
  run(line: string): Promise<number>;
}

/** A context with toy experiments, no servers, no terminal and a clock that stands still. */
export function toyContext(
  cwd: string,
  experiments: readonly Experiment[] = [toy(), toy({ id: 'other' })],
  changes: Partial<Context> = {},
): ToyContext {
  const printed = { stdout: '', stderr: '' };
  const drawn: RunReport[] = [];
  const controller = new AbortController();
  const keep = (stream: keyof typeof printed) => ({
    write: (text: string) => {
      printed[stream] += text;
    },
  });
  const context: Context = {
    experiments,
    ledger: toyLedger,
    env: {},
    cwd,
    stdout: keep('stdout'),
    stderr: keep('stderr'),
    signal: controller.signal,
    now: () => 0n,
    wallClock: () => new Date('2026-01-31T12:00:00Z'),
    freshSeed: () => 'fresh',
    createStage: toyStage,
    writeReport: async (report, folder) => {
      drawn.push(report);
      return `${folder}/${report.runId}/index.html`;
    },
    ...changes,
  };
  const run = (line: string) => runCommandLine(line.split(' ').filter(Boolean), context);
  return { ...context, printed, drawn, controller, run };
}
