import type { Chart, Point } from '../../src/lab/chart.ts';
import type { Row } from '../../src/lab/experiment.ts';
import { where } from '../rows.ts';
import { writeBacks } from './plan.ts';

export function racesCharts(rows: readonly Row[]): Chart[] {
  return [
    chart(rows, 'loads', 'Loads that are older than a change, and write back after it', ['S1-13']),
    chart(rows, 'writers', 'Changes against each other and against what stands before them', [
      'S1-19',
    ]),
    chart(rows, 'filter', 'Inserts against the filter', ['S2-14']),
    chart(rows, 'snapshots', 'Readers of an old snapshot', []),
  ];
}

function chart(
  rows: readonly Row[],
  group: string,
  title: string,
  claims: readonly string[],
): Chart {
  const races = where(rows, { group });
  return {
    id: group,
    title,
    lesson: `${tally(races)} ${remedies(races)}`,
    x: { title: 'race: what the change does', unit: '', scale: 'category' },
    y: { title: 'wrong for, by a TTL with jitter', unit: 's', scale: 'linear' },
    series: writeBacks.map((writeBack) => ({
      name: writeBack,
      mark: 'bars',
      points: where(races, { writeBack }).map(point),
    })),
    claims,
  };
}

function point(row: Row): Point {
  const x = `${row.race}: ${row.remedy}`;
  const said = `${row.steps}: ${row.answerAfter}, MySQL has ${row.expectedAnswer}`;
  if (row.wrongForSeconds !== null) return { x, y: Number(row.wrongForSeconds), note: said };
  return { x, y: null, note: `${said}; wrong, but by no entry of Redis` };
}

/** `Answered wrong: plain 10 of 11, …` */
function tally(rows: readonly Row[]): string {
  const counts = writeBacks.map((writeBack) => {
    const races = where(rows, { writeBack });
    return `${writeBack} ${where(races, { wrong: true }).length} of ${races.length}`;
  });
  const sizes = writeBacks.map((writeBack) => where(rows, { writeBack }).length);
  const alone = Math.min(...sizes) < Math.max(...sizes);
  const endless = rows.some(({ wrongForSeconds }) => wrongForSeconds === null);
  return (
    `Answered wrong: ${counts.join(', ')}; where there is no bar the answer is right` +
    `${endless ? ', or it is named below the chart' : ''}` +
    `${alone ? ', or the race was not run with it because it has no part in it' : ''}.`
  );
}

/** Which remedies end right with every write-back, and which with none. */
function remedies(rows: readonly Row[]): string {
  const names = [...new Set(rows.map((row) => `${row.remedy}`))];
  const always = (wrong: boolean) =>
    names.filter((remedy) => where(rows, { remedy }).every((row) => row.wrong === wrong));
  return [
    inWords(always(false), 'Always right'),
    inWords(always(true), 'Always wrong'),
    ...versions(rows),
  ].join('');
}

function inWords(remedies: readonly string[], which: string): string {
  return remedies.length === 0 ? '' : `${which}: ${remedies.join('; ')}. `;
}

/** What versions close and a guarded write-back does not. */
function versions(rows: readonly Row[]): string[] {
  const wrongIfGuarded = where(rows, { writeBack: 'guarded', wrong: true });
  const closed = where(rows, { writeBack: 'versioned', wrong: false }).filter((row) =>
    wrongIfGuarded.some(({ race, remedy }) => race === row.race && remedy === row.remedy),
  );
  if (closed.length === 0) return [];
  return [`Versions alone close: ${closed.map(({ race }) => race).join('; ')}.`];
}
