import { outcomes } from '../../src/funnel/outcomes.ts';
import type { Chart } from '../../src/lab/chart.ts';
import type { Row } from '../../src/lab/experiment.ts';
import { integer, num, sum, where } from '../rows.ts';
import { type WalkedDefence, walkedDefences } from './plan.ts';
import { attackName, attacksOn } from './select.ts';

/** How a reader calls the two defences, and the lessons do. */
const names: Readonly<Record<WalkedDefence, string>> = {
  sentinel: 'sentinel',
  both: 'filter',
};

export function walkCharts(rows: readonly Row[]): Chart[] {
  return [endsChart(rows), keysChart(rows)];
}

/** The numbers that article S0 leaves open, as shares: the attacks differ a hundredfold in size. */
function endsChart(rows: readonly Row[]): Chart {
  const attacks = where(rows, { pass: 'attack' });
  const seen = outcomes.filter((outcome) => attacks.some((row) => row[outcome] !== 0));
  return {
    id: 'ends',
    title: 'How the requests of each attack end',
    lesson: selectsLesson(rows),
    x: { title: 'attack', unit: '', scale: 'category' },
    y: { title: 'of 100 requests', unit: '', scale: 'linear' },
    series: seen.map((outcome) => ({
      name: outcome,
      mark: 'stacked-bars',
      points: walkedDefences.flatMap((defence) =>
        attacksOn(rows, defence).map((row) => ({
          x: `${names[defence]}: ${attackName(row)}`,
          y: per100(row, outcome),
          note: `${integer(num(row, outcome))} of ${integer(num(row, 'requests'))}`,
        })),
      ),
    })),
    claims: ['S0-34', 'S0-40', 'S1-12', 'S1-27', 'S1-32'],
  };
}

function keysChart(rows: readonly Row[]): Chart {
  return {
    id: 'keys',
    title: 'Redis keys that an attack leaves',
    lesson: keysLesson(rows),
    x: { title: 'attack', unit: '', scale: 'category' },
    y: { title: 'keys for 100 requests', unit: '', scale: 'linear' },
    series: walkedDefences.map((defence) => ({
      name: names[defence],
      mark: 'bars',
      points: attacksOn(rows, defence).map((row) => ({
        x: attackName(row),
        y: per100(row, 'keys'),
        note: `${integer(num(row, 'keys'))} keys`,
      })),
    })),
    claims: ['S1-14'],
  };
}

function per100(row: Row, column: string): number {
  return (100 * num(row, column)) / num(row, 'requests');
}

function selectsLesson(rows: readonly Row[]): string {
  const queries = (defence: WalkedDefence, attack: string) => {
    const attacks = where(attacksOn(rows, defence), { attack });
    return `${integer(sum(attacks, 'selects'))} for ${integer(sum(attacks, 'requests'))} requests`;
  };
  const both = (defence: WalkedDefence) =>
    `${queries(defence, 'equal')} of one id and ${queries(defence, 'different')} of different ids`;
  const [sentinel, filter] = [both('sentinel'), both('both')];
  return `Queries at MySQL with the sentinel alone: ${sentinel}; with the filter: ${filter}.`;
}

function keysLesson(rows: readonly Row[]): string {
  const keys = (defence: WalkedDefence) => integer(sum(attacksOn(rows, defence), 'keys'));
  const requests = integer(sum(attacksOn(rows, 'sentinel'), 'requests'));
  const left = `${keys('sentinel')} keys with the sentinel alone, ${keys('both')} with the filter`;
  return `${requests} requests leave ${left}.`;
}
