import type { Unit } from '../bench/goals.ts';
import { type GoalWord, goalWords, type JudgedGoal } from '../bench/judge-goals.ts';
import { painter } from '../lab/terminal.ts';
import { type BenchConditions, preconditionsText } from './bench-conditions.ts';
import type { Context } from './context.ts';
import { textTable } from './text-table.ts';

export interface GoalsReport extends BenchConditions {
  readonly runs: number;
  readonly goals: readonly JudgedGoal[];
}

/** What `bench --goals --json` prints. */
export function jsonGoals(report: GoalsReport): string {
  return `${JSON.stringify(report, null, 2)}\n`;
}

/** The same for people: a line for each goal, why some are not met, how many are, the machine. */
export function textGoals(report: GoalsReport, context: Context): string {
  const paint = painter(context.stdout, context.env);
  const { machine, rounds, runs, seed, seconds, goals } = report;
  const head = ['work', 'call', 'against', 'median', 'of the runs', 'goal', 'floor', ''];
  const lines = goals.map((goal) => {
    const style = styles[goal.word];
    return [...goalCells(goal), style ? paint(style, goal.word) : goal.word];
  });
  return [
    'Shares of the time of plain C++; with an x, how many times as fast; M/s: millions a second,\n',
    'no ratio but an absolute figure, and so one of this machine\n',
    textTable([head, ...lines], [3, 4, 5, 6]),
    notesText(goals),
    '\nRequests a second of the funnel against bare GETs of ioredis need servers, and are measured ',
    'by\nnpm run experiment -- funnel (chart bare-gets)\n',
    `\n${countText(goals)}; figures are medians of runs: ${runs}, rounds in each: ${rounds}\n`,
    `${Object.values(machine).join(', ')}; seed ${seed}, ${seconds.toFixed(0)} s\n`,
    preconditionsText(report, context),
  ].join('');
}

const styles: Partial<Record<GoalWord, 'green' | 'red'>> = { 'goal met': 'green', missed: 'red' };

function goalCells(goal: JudgedGoal): string[] {
  const { work, call, against, median, low, high } = goal;
  const text = (figure: number | null) => figureText(goal, figure);
  const spread = median === null ? '' : `${text(low)} … ${text(high)}`;
  return [work, call, against ?? '', text(median), spread, text(goal.goal), text(goal.floor)];
}

/** Each reason once, below the goals that it speaks of. */
function notesText(goals: readonly JudgedGoal[]): string {
  const notes = new Set(goals.flatMap(({ note }) => note ?? []));
  if (notes.size === 0) return '';
  const lines = [...notes].map((note) => {
    const names = goals
      .filter((goal) => goal.note === note)
      .map((one) => `${one.call}, ${one.work}`);
    return `${names.join('; ')}: ${note}\n`;
  });
  return `\nWhy a goal is not met, as found on the machine that the README names\n${lines.join('')}`;
}

/** `goal met: 5, missed: 1` */
function countText(goals: readonly JudgedGoal[]): string {
  return goalWords
    .map((word) => ({ word, count: goals.filter((goal) => goal.word === word).length }))
    .filter(({ count }) => count > 0)
    .map(({ word, count }) => `${word}: ${count}`)
    .join(', ');
}

const unitTexts: Readonly<Record<Unit, string>> = { share: '', times: 'x', 'M/s': ' M/s' };

/** `0.57` of the time, `12.3x` as fast, `24.1 M/s`. */
function figureText({ unit }: JudgedGoal, figure: number | null): string {
  if (figure === null) return '';
  return `${figure.toFixed(figure < 10 ? 2 : 1)}${unitTexts[unit]}`;
}
