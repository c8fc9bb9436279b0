import { defenceNames } from '../../src/funnel/defences.ts';
import { outcomes } from '../../src/funnel/outcomes.ts';
import type { Chart, Point } from '../../src/lab/chart.ts';
import type { Row } from '../../src/lab/experiment.ts';
import { medianInterval } from '../../src/stats/median.ts';
import { num, where } from '../rows.ts';
import { type HitName, trafficNames } from './plan.ts';
import { exact } from './select.ts';

export function funnelCharts(rows: readonly Row[]): Chart[] {
  return [
    perThousand(rows, missedAtMysql, {
      id: 'selects',
      title: 'Queries for nothing: SELECTs that find no row',
      lesson:
        'Sentinels stop the repeats of an id, deleted or not; the filter stops ids that never ' +
        'were; only the two together stop both.',
      claims: ['S1-01', 'S1-07', 'S1-08', 'S1-11', 'S0-35', 'S0-39'],
    }),
    perThousand(rows, absentAtRedis, {
      id: 'gets',
      title: 'Requests for absent ids that reach Redis',
      lesson:
        'A filter in the process spares Redis the ids that never were; a sentinel costs a GET each.',
      claims: ['S0-05', 'S0-36', 'S1-02'],
    }),
    perThousand(rows, (row) => num(row, 'ourKeys'), {
      id: 'keys',
      title: 'Keys left in Redis, values and sentinels',
      lesson:
        'With sentinels every distinct absent id leaves a key; behind a filter almost none do.',
      claims: ['S0-01', 'S0-37', 'S1-24', 'S1-25', 'S1-28'],
    }),
    ...trafficNames.map((traffic) => outcomesChart(rows, traffic)),
    overRounds(rows, 'requestsPerSecond', 1, {
      id: 'throughput',
      title: 'Requests a second (closed loop)',
      lesson:
        'What ends in the filter is answered a hundred times as fast as what goes to a server.',
      unit: 'requests/s',
    }),
    overRounds(rows, 'latencyNsP50', 1e6, {
      id: 'latency-p50',
      title: 'Latency of half of the requests (closed loop)',
      lesson:
        'Where half of the requests end in the filter the median is microseconds, not milliseconds.',
      unit: 'ms',
    }),
    overRounds(rows, 'latencyNsP99', 1e6, {
      id: 'latency-p99',
      title: 'Latency of 99 % of the requests (closed loop)',
      lesson: 'Where more than one request in a hundred reaches MySQL, the tail belongs to them.',
      unit: 'ms',
    }),
    besideGets(rows),
  ];
}

/** What the funnel adds to the GET that it sends. */
function besideGets(rows: readonly Row[]): Chart {
  const all = where(rows, { pass: 'gets' });
  const share = (work: HitName, service: string) => {
    const row = where(all, { work, service })[0]!;
    const text = (column: string) => num(row, column).toFixed(2);
    return `${text('ratio')} (${text('ratioLow')} … ${text('ratioHigh')})`;
  };
  return {
    id: 'bare-gets',
    title: 'Requests a second beside bare GETs of ioredis (closed loop)',
    lesson:
      `Where a sentinel answers, the funnel does ${share('sentinel-hit', 'GET')} times the requests ` +
      `of bare GETs; where a value does, ${share('cache-hit', 'GET')} times those, and ` +
      `${share('cache-hit', 'GET and JSON.parse')} times those of GETs whose text is also parsed.`,
    x: { title: 'how the requests end', unit: '', scale: 'category' },
    y: { title: 'median of rounds', unit: 'requests/s', scale: 'linear' },
    series: [...new Set(all.map(({ service }) => `${service}`))].map((service) => ({
      name: service,
      mark: 'bars',
      points: where(all, { service }).map((row) => ({
        x: `${row.work}`,
        y: num(row, 'requestsPerSecond'),
        low: num(row, 'requestsPerSecondLow'),
        high: num(row, 'requestsPerSecondHigh'),
        note: `${row.rounds} rounds`,
      })),
    })),
  };
}

type Words = Pick<Chart, 'id' | 'title' | 'lesson' | 'claims'>;

/** In an exact pass nothing is joined, so every miss is a query. */
function missedAtMysql(row: Row): number {
  return num(row, 'db-miss');
}

function absentAtRedis(row: Row): number {
  return num(row, 'db-miss') + num(row, 'sentinel-hit');
}

function perThousand(rows: readonly Row[], y: (row: Row) => number, words: Words): Chart {
  return {
    ...words,
    x: { title: 'traffic', unit: '', scale: 'category' },
    y: { title: 'per 1,000 requests', unit: '', scale: 'linear' },
    series: defenceNames.map((defence) => ({
      name: defence,
      mark: 'bars',
      points: trafficNames.map((traffic) => {
        const row = exact(rows, traffic, defence);
        return { x: traffic, y: (1_000 * y(row)) / num(row, 'requests') };
      }),
    })),
  };
}

function outcomesChart(rows: readonly Row[], traffic: (typeof trafficNames)[number]): Chart {
  return {
    id: `outcomes-${traffic}`,
    title: `How requests end: ${traffic} traffic`,
    lesson: outcomeLessons[traffic],
    x: { title: 'defence', unit: '', scale: 'category' },
    y: { title: 'requests', unit: '', scale: 'linear' },
    series: outcomes.map((outcome) => ({
      name: outcome,
      mark: 'stacked-bars',
      points: defenceNames.map((defence) => ({
        x: defence,
        y: num(exact(rows, traffic, defence), outcome),
      })),
    })),
  };
}

const outcomeLessons: Record<(typeof trafficNames)[number], string> = {
  repeat: 'One absent id again and again: one query with sentinels, none with any filter.',
  random: 'Ids from the whole range, 2 % of them present: sentinels hardly help, filters do.',
  deleted:
    'Rows that are gone behind the filters’ backs: only sentinels help. (An exact set that is told ' +
    'of a deletion can forget the id; a Bloom filter cannot.)',
  holes: 'Absent ids between present ones: a range check lets all of them through.',
  mix: 'Normal requests with an attack among them: present ids are found with every defence.',
};

interface TimedWords extends Omit<Words, 'claims'> {
  readonly unit: string;
}

/** The median of the rounds with its interval; closed loop, see the driver. */
function overRounds(
  rows: readonly Row[],
  column: string,
  divisor: number,
  words: TimedWords,
): Chart {
  const { unit, ...rest } = words;
  const point = (traffic: string, defence: string): Point => {
    const rounds = where(rows, { pass: 'timed', traffic, defence }).map((r) => num(r, column));
    const median = medianInterval(rounds)!;
    return {
      x: traffic,
      y: median.median / divisor,
      low: median.low / divisor,
      high: median.high / divisor,
      note: `${rounds.length} rounds, interval of ${(100 * median.confidence).toFixed(1)} %`,
    };
  };
  return {
    ...rest,
    x: { title: 'traffic', unit: '', scale: 'category' },
    y: { title: 'median of rounds', unit, scale: 'log' },
    series: defenceNames.map((defence) => ({
      name: defence,
      mark: 'bars',
      points: trafficNames.map((traffic) => point(traffic, defence)),
    })),
  };
}
