import { BloomFilter } from '../../filters/bloom.ts';
import type { Funnel } from '../funnel.ts';
import type { GateLoad } from '../gate.ts';
import { bloomStats } from './bloom-stats.ts';

/** What `/metrics` tells of. */
export interface Measured {
  readonly funnel: Pick<Funnel, 'membership' | 'stats'>;
  readonly mysql: GateLoad;
  /** HTTP answers by status code. */
  readonly responses: ReadonlyMap<number, number>;
}

type Sample = readonly [labels: string, value: number];

/** The text format 0.0.4 of Prometheus. */
export const metricsType = 'text/plain; version=0.0.4; charset=utf-8';

/** The counters and gauges of one service, and of its process. */
export function metricsText({ funnel, mysql, responses }: Measured): string {
  return [
    ...requestFamilies(funnel, responses),
    ...filterFamilies(funnel),
    gauge(
      'funnel_mysql_loads_running',
      'Queries of requests that are at MySQL now.',
      mysql.running,
    ),
    gauge('funnel_mysql_loads_waiting', 'Loads that wait for a connection.', mysql.waiting),
    ...processFamilies(),
  ].join('');
}

function requestFamilies(funnel: Measured['funnel'], responses: Measured['responses']): string[] {
  const stats = funnel.stats();
  const outcomes = Object.entries(stats.outcomes);
  return [
    family('funnel_requests_total', 'counter', 'Requests for a SKU, by how they ended.', [
      ...labelled('outcome', outcomes),
    ]),
    counter(
      'funnel_joined_total',
      "Requests that ended as db-hit or db-miss by another request's load.",
      stats.joined,
    ),
    family('funnel_write_backs_total', 'counter', 'Loads that were written back to Redis.', [
      ...labelled('kind', [
        ['value', stats.valuesWrittenBack],
        ['sentinel', stats.sentinelsWrittenBack],
      ]),
    ]),
    family('funnel_cache_faults_total', 'counter', 'What Redis could not do.', [
      ...labelled('kind', [
        ['unreadable', stats.unreadable],
        ['unavailable', stats.unavailable],
        ['write', stats.writeFailures],
      ]),
    ]),
    family('funnel_http_responses_total', 'counter', 'HTTP answers on all paths, by status.', [
      ...labelled('code', responses),
    ]),
  ];
}

function filterFamilies(funnel: Measured['funnel']): string[] {
  const { ready, added, bits, hashes } = bloomStats(funnel);
  const set = funnel.membership?.set;
  const families = [
    gauge('funnel_filter_ready', '1 if a filter is in use, 0 if all ids pass.', Number(ready)),
    gauge('funnel_filter_ids', 'Ids that were added to the filter in use.', added),
    gauge('funnel_filter_bytes', 'Memory of the filter in use.', set?.byteLength ?? 0),
  ];
  if (!(set instanceof BloomFilter)) return families;
  return [
    ...families,
    gauge('funnel_filter_bits', 'Bits of the filter in use, m.', bits),
    gauge('funnel_filter_hashes', 'Probes for each id, k.', hashes),
    gauge('funnel_filter_fill_ratio', 'Share of its bits that are set.', set.fillRatio),
    gauge(
      'funnel_filter_estimated_false_positive_rate',
      'Share of absent ids that pass, FP / (FP + TN), by its set bits; no share of all requests.',
      set.estimatedFalsePositiveRate,
    ),
  ];
}

function processFamilies(): string[] {
  const { active, idle } = performance.eventLoopUtilization();
  const { user, system } = process.cpuUsage();
  return [
    family('funnel_event_loop_seconds_total', 'counter', 'Time of the event loop, by state.', [
      ...labelled('state', [
        ['active', active / 1e3],
        ['idle', idle / 1e3],
      ]),
    ]),
    counter('process_cpu_seconds_total', 'CPU time of this process.', (user + system) / 1e6),
    gauge(
      'process_resident_memory_bytes',
      'Resident memory of this process.',
      process.memoryUsage.rss(),
    ),
  ];
}

function labelled(label: string, values: Iterable<readonly [unknown, number]>): Sample[] {
  return [...values].map(([name, value]) => [`{${label}="${name}"}`, value]);
}

function counter(name: string, help: string, value: number): string {
  return family(name, 'counter', help, [['', value]]);
}

function gauge(name: string, help: string, value: number): string {
  return family(name, 'gauge', help, [['', value]]);
}

/** Neither help texts nor labels of ours hold a backslash, a quote or a line feed. */
function family(name: string, type: string, help: string, samples: readonly Sample[]): string {
  const lines = samples.map(([labels, value]) => `${name}${labels} ${value}\n`);
  return `# HELP ${name} ${help}\n# TYPE ${name} ${type}\n${lines.join('')}`;
}
