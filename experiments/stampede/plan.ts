import { z } from 'zod';
import { plainDefences } from '../../src/funnel/defences.ts';
import type { Cell } from '../../src/lab/experiment.ts';
import { patient } from '../../src/lab/open-funnel.ts';
import { contiguous, type Population } from '../../src/workload/population.ts';
import { count, differentCounts } from '../counts.ts';

export const parameters = z.strictObject({
  skus: count('rows of the table', 1_000, 10_000_000),
  queryMs: count('milliseconds by which every answer of MySQL comes late', 1, 200),
  rates: differentCounts('requests a second for one id, open loop', 10_000),
  seconds: z.number().min(0.05).max(600).describe('length of the traffic at each rate'),
  clients: differentCounts('clients of a closed loop', 512),
  burst: count('clients that share one or two processes', 2, 512),
  repetitions: count('expiries of each closed loop', 1, 1_000),
});

export type Parameters = z.infer<typeof parameters>;

const common = { skus: 200_000, queryMs: 10, burst: 64 };

export const presets = {
  smoke: { ...common, rates: [1_000], seconds: 0.1, clients: [1, 16], repetitions: 1 },
  quick: {
    ...common,
    rates: [100, 300, 1_000, 3_000],
    seconds: 0.5,
    clients: [1, 4, 16, 64, 256],
    repetitions: 3,
  },
  full: {
    ...common,
    rates: [50, 100, 300, 1_000, 3_000, 5_000],
    seconds: 20,
    clients: [1, 2, 4, 8, 16, 32, 64, 128, 256],
    repetitions: 50,
  },
};

/** Whether MySQL has a row for the one id that is asked for. */
export const kinds = ['absent', 'present'] as const;
export type Kind = (typeof kinds)[number];

/** The value cache and sentinels; a filter would spare the absent id all of it. */
export const { sentinel } = plainDefences;

/**
 * One connection to MySQL is enough, since a late answer holds none, and the counters of a given
 * server can be compared with it. Nobody is refused: the stampede is to be seen, not the gate that
 * ends one.
 */
export const oneConnection = { ...patient, connections: 1, queueLimit: 100_000 } as const;

export type StampedeCell = Cell &
  (
    | {
        readonly pass: 'open';
        readonly id: Kind;
        readonly singleFlight: boolean;
        readonly rate: number;
      }
    | { readonly pass: 'closed'; readonly id: Kind; readonly singleFlight: boolean }
    | { readonly pass: 'processes'; readonly singleFlight: boolean }
    | { readonly pass: 'failure'; readonly id: Kind }
  );

/** With single flight one rate is enough: whatever comes, one load is made. */
export function stampedeCells(params: Parameters): StampedeCell[] {
  const highest = Math.max(...params.rates);
  const both = [false, true];
  return [
    ...kinds.flatMap((id) => [
      ...params.rates.map((rate) => openCell(id, false, rate, params)),
      openCell(id, true, highest, params),
    ]),
    ...kinds.flatMap((id) => both.map((singleFlight) => closedCell(id, singleFlight, params))),
    ...both.map(
      (singleFlight): StampedeCell => ({
        key: `processes/${flightName(singleFlight)}`,
        seconds: 0.6 + (4 * params.repetitions * params.queryMs) / 500,
        pass: 'processes',
        singleFlight,
      }),
    ),
    ...kinds.map(
      (id): StampedeCell => ({ key: `failure/${id}`, seconds: 0.1, pass: 'failure', id }),
    ),
  ];
}

function openCell(
  id: Kind,
  singleFlight: boolean,
  rate: number,
  { seconds }: Parameters,
): StampedeCell {
  const key = `open/${id}/${flightName(singleFlight)}/${rate}`;
  return { key, seconds: 0.1 + seconds, pass: 'open', id, singleFlight, rate };
}

function closedCell(id: Kind, singleFlight: boolean, params: Parameters): StampedeCell {
  const bursts = params.clients.length * params.repetitions;
  const seconds = 0.1 + (bursts * params.queryMs) / 500;
  const key = `closed/${id}/${flightName(singleFlight)}`;
  return { key, seconds, pass: 'closed', id, singleFlight };
}

function flightName(singleFlight: boolean): string {
  return singleFlight ? 'single-flight' : 'each-for-itself';
}

/** The ids of the table and the one id of each kind that all requests ask for. */
export function shopOf({ skus }: Parameters): {
  readonly population: Population;
  readonly ids: Readonly<Record<Kind, number>>;
} {
  const population = contiguous(skus);
  return { population, ids: { absent: skus + 100, present: Math.ceil(skus / 2) } };
}
