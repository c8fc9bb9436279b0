import { type GoalWord, goalWords, type JudgedGoal } from '../bench/judge-goals.ts';
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

/** The same for people: a line for each goal, then how many are met, then the machine. */
export function textGoals(report: GoalsReport, { stdout, env }: Context): string {
  const paint = painter(stdout, env);
  const { machine, rounds, runs, seed, seconds, goals } = report;
  const head = ['work', 'call', 'against', 'median', 'of the runs', 'goal', 'floor', ''];
  const lines = goals.map((goal) => {
    const style = styles[goal.word];
    return [...goalCells(goal), style ? paint(style, goal.word) : goal.word];
  });
  return [
    'Shares of the time of plain C++; with an x, how many times as fast\n',
    textTable([head, ...lines], [3, 4, 5, 6]),
    `\n${countText(goals)}; figures are medians of runs: ${runs}, rounds in each: ${rounds}\n`,
    `${Object.values(machine).join(', ')}; seed ${seed}, ${seconds.toFixed(0)} s\n`,
    ...report.failedPreconditions.map((line) => paint('red', `✗ too short to be timed: ${line}\n`)),
  ].join('');
}

const styles: Partial<Record<GoalWord, 'green' | 'red'>> = { 'goal met': 'green', missed: 'red' };

function goalCells(goal: JudgedGoal): string[] {
  const { work, call, against, median, low, high } = goal;
  const text = (figure: number | null) => figureText(goal, figure);
  const spread = median === null ? '' : `${text(low)} … ${text(high)}`;
  return [work, call, against, text(median), spread, text(goal.goal), text(goal.floor)];
}

/** `goal met: 5, missed: 1` */
function countText(goals: readonly JudgedGoal[]): string {
  return goalWords
    .map((word) => ({ word, count: goals.filter((goal) => goal.word === word).length }))
    .filter(({ count }) => count > 0)
    .map(({ word, count }) => `${word}: ${count}`)
    .join(', ');
}

/** `0.57` of the time, `12.3x` as fast. */
function figureText({ better }: JudgedGoal, figure: number | null): string {
  if (figure === null) return '';
  return better === 'less' ? figure.toFixed(2) : `${figure.toFixed(figure < 10 ? 2 : 1)}x`;
}
