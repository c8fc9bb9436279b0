import type { Chart } from '../../src/lab/chart.ts';
import type { Row } from '../../src/lab/experiment.ts';
import { integer, num, where } from '../rows.ts';
import { point } from './point.ts';
import { paths, readerNames, timed } from './select.ts';

/** The filter in a service: several threads that share it, and a funnel around it. */
export function serviceCharts(rows: readonly Row[]): Chart[] {
  return [...readers(rows), rejections(rows)];
}

/** Nothing where there is one core. */
function readers(rows: readonly Row[]): Chart[] {
  const all = where(rows, { pass: 'readers' }).filter(({ ratio }) => ratio !== null);
  const gain = (contender: string, presentShare: number) => {
    const [row] = where(all, { contender, presentShare });
    return row && num(row, 'ratio').toFixed(2);
  };
  const { shared, own } = readerNames;
  const [absent, present] = [gain(shared, 0), gain(shared, 1)];
  if (absent === undefined || present === undefined) return [];
  return [
    {
      id: 'readers',
      title: 'Queries a second of two threads by those of one',
      lesson:
        `Two threads over one shared filter answer ${absent} times as many queries for absent ids ` +
        `as one thread, and ${present} times as many for present ones; over a filter each it is ` +
        `${gain(own, 0)} and ${gain(own, 1)} times.`,
      x: { title: 'what the threads ask', unit: '', scale: 'category' },
      y: { title: 'queries a second by those of one thread', unit: 'times', scale: 'linear' },
      series: [0, 1].map((presentShare) => ({
        name: presentShare === 0 ? 'absent' : 'present',
        mark: 'bars',
        points: where(all, { presentShare }).map((row) => point(row, `${row.contender}`, 'ratio')),
      })),
    },
  ];
}

/** What the funnel takes around the filter, beside the filter and what every call of it takes. */
function rejections(rows: readonly Row[]): Chart {
  const all = where(rows, { pass: 'rejections' });
  const told = all.map((row) => {
    const millions = (1_000 / num(row, 'ns')).toFixed(0);
    const bytes = integer(num(row, 'heapBytes'));
    return `${row.contender}: ${millions} million a second, ${bytes} bytes of heap each`;
  });
  const inside = [paths.emptyCall, paths.single].flatMap((contender) =>
    timed(rows, { contender, operation: 'ask', presentShare: 0 }),
  );
  return {
    id: 'rejections',
    title: 'Time of a request that ends in the funnel’s filter, and of what it is made of',
    lesson: `On one core, ${told.join('; ')}.`,
    x: { title: 'call, for an absent id', unit: '', scale: 'category' },
    y: { title: 'time a call', unit: 'ns', scale: 'linear' },
    series: [
      {
        name: 'one call an id',
        mark: 'bars',
        points: [...inside, ...all].map((row) => point(row, `${row.contender}`)),
      },
    ],
  };
}
