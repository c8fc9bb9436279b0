import type { JudgedGoal } from '../bench/judge-goals.ts';
import type { ExitCode } from '../errors.ts';
import { painter } from '../lab/terminal.ts';
import type { Context } from './context.ts';
import { textTable } from './text-table.ts';

export interface GoalsReport {
  readonly seed: string;
  readonly rounds: number;
  readonly runs: number;
  readonly seconds: number;
  readonly machine: Readonly<Record<string, string | number>>;
  readonly goals: readonly JudgedGoal[];
  /** Times that tinybench warned of. */
  readonly failedPreconditions: readonly string[];
  readonly exitCode: ExitCode;
}

/** What `bench --goals --json` prints. */
export function jsonGoals(report: GoalsReport): string {
  return `${JSON.stringify(report, null, 2)}\n`;
}

/** The same for people. */
export function textGoals(report: GoalsReport, { stdout, env }: Context): string {
  const paint = painter(stdout, env);
  const { machine, rounds, runs, seed, seconds, goals } = report;
  const head = ['work', 'call', 'against', 'median', 'of the runs', 'goal', 'floor', ''];
  return [
    `Time in that of plain C++, times as fast as others; median of ${runs} runs, each figure of `,
    'which is the median of its rounds\n',
    textTable([head, ...goals.map(goalLine)], [3, 4, 5, 6]),
    `\n${Object.values(machine).join(', ')}; ${runs} runs of ${rounds} rounds, seed ${seed}, `,
    `${seconds.toFixed(0)} s\n`,
    ...report.failedPreconditions.map((line) => paint('red', `✗ too short to be timed: ${line}\n`)),
  ].join('');
}

function goalLine(goal: JudgedGoal): string[] {
  const { work, call, against, median, low, high, word } = goal;
  const text = (figure: number | null) => figureText(goal, figure);
  const spread = median === null ? '' : `${text(low)} … ${text(high)}`;
  return [work, call, against, text(median), spread, text(goal.goal), text(goal.floor), word];
}

/** `0.57` of the time, `12.3x` as fast. */
function figureText({ better }: JudgedGoal, figure: number | null): string {
  if (figure === null) return '';
  return better === 'less' ? figure.toFixed(2) : `${figure.toFixed(figure < 10 ? 2 : 1)}x`;
}
