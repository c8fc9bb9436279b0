import { setTimeout as delay } from 'node:timers/promises';
import { articleDefences } from '../../src/funnel/defences.ts';
import { drive } from '../../src/funnel/driver.ts';
import type { Funnel } from '../../src/funnel/funnel.ts';
import { type OpenLoop, openLoop } from '../../src/funnel/open-loop.ts';
import type { Lab, Result, Row } from '../../src/lab/experiment.ts';
import { readMysqlMeter } from '../../src/servers/meters.ts';
import { percentileColumns } from '../percentiles.ts';
import { boundLoads, watchConnections } from './counters.ts';
import { type Fault, inject, withFault } from './inject.ts';
import { tableLimits } from './limits.ts';
import { type FaultsCell, lengthMs, type Parameters, requestsOf } from './plan.ts';
import { AnswerRecord, type FaultMs } from './record.ts';
import { askUntil, failingAfter, failingUnder, mention } from './state-lines.ts';
import { tailRows } from './tail.ts';
import { mixedRequests, onceRequests, type Requests } from './traffic.ts';

type OpenCell = Extract<FaultsCell, { pass: 'open loop' }>;

/** Requests under way at once: several times what comes due while a fault lasts. */
const inFlightLimit = 16_384;

/** How a cache that comes back is waited for after the traffic: for five seconds. */
const recoveryPolls = 500;
const recoveryPollMs = 10;

/**
 * Requests at a fixed rate, and in the middle of them a fault. MySQL stopped meets ids that all
 * must come from it, each other fault the mix.
 */
export async function openPass(cell: OpenCell, lab: Lab, params: Parameters): Promise<Result[]> {
  const { pass, fault: name } = cell;
  const once = name === 'MySQL stopped';
  const requests = once
    ? onceRequests(lab, params, requestsOf(params))
    : mixedRequests(lab, params);
  return withFault(name, requests.population, lab, async (scene, fault) => {
    const lines: string[] = [];
    const own = (await readMysqlMeter(scene.mysql)).clients;
    const funnel = await scene.funnel({
      defence: articleDefences({ log: lab.log })[once ? 'none' : 'both'],
      random: lab.random('ttl'),
      table: tableLimits(name, params),
      log: (line) => lines.push(line),
    });
    const endLoads = await boundLoads(scene, funnel, name !== 'Redis killed');
    const { now, signal } = lab;
    await drive(funnel, requests.hot, { concurrency: 1, now, signal });
    const endWatch = await watchConnections(scene, own);
    const askSpare = (isLogged: () => boolean) =>
      askUntil(isLogged, funnel, requests.spare, signal);
    const failing = failingUnder[name];
    const noticed = () => askSpare(() => failing === undefined || mention(lines, failing));
    const driven = await driveThrough(fault, { funnel, requests, noticed }, lab, params);
    await askSpare(() => failingAfter(lines)?.size === 0);
    const hit = await firstHit(funnel, requests, driven, lab);
    const connections = await endWatch();
    const whole = merged([generator(driven), answers(driven, once), hit, await endLoads()], {
      part: 'whole',
      lines: lines.join('; '),
      connections,
    });
    const { record, loop } = driven;
    const results = [
      whole,
      ...record.windows(driven).map((result) => merged([result], { part: 'window' })),
      ...record.bins(lengthMs(params)).map((result) => merged([result], { part: 'bin' })),
      ...(once ? tailRows({ latencyNs: loop.latencyNs, serviceNs: loop.serviceNs }) : []),
    ];
    return results.map((result) => merged([result], { pass, fault: name }));
  });
}

/** One result of several that have columns of their own. */
function merged(parts: readonly Result[], name: Row): Result {
  return {
    row: Object.assign({}, name, ...parts.map(({ row }) => row)),
    reasons: Object.assign({}, ...parts.map(({ reasons }) => reasons)),
  };
}

interface Driven extends FaultMs {
  readonly loop: OpenLoop;
  readonly record: AnswerRecord;
  /** Milliseconds since the traffic began, as {@link AnswerRecord} has them. */
  readonly sinceStartMs: (ns: bigint) => number;
}

interface Traffic {
  readonly funnel: Funnel;
  readonly requests: Requests;
  /** Ends when the funnel has said that something fails, if the fault makes it say so. */
  readonly noticed: () => Promise<void>;
}

async function driveThrough(
  fault: Fault,
  { funnel, requests, noticed }: Traffic,
  lab: Lab,
  { ratePerSecond, beforeMs, faultMs }: Parameters,
): Promise<Driven> {
  const { now, signal } = lab;
  const record = new AnswerRecord(requests);
  const injecting = delay(beforeMs, undefined, { signal }).then(() =>
    inject(fault, faultMs, lab, noticed),
  );
  // It is waited for below; the traffic ends by itself before that.
  injecting.catch(() => undefined);
  const loop = await openLoop(funnel, requests.ids, {
    arrivals: 'fixed',
    ratePerSecond,
    inFlightLimit,
    now,
    signal,
    onAnswer: record.add,
  });
  const { beginNs, endNs } = await injecting;
  const sinceStartMs = (ns: bigint) => Number(ns - loop.startNs) / 1e6;
  return { loop, record, sinceStartMs, beginMs: sinceStartMs(beginNs), endMs: sinceStartMs(endNs) };
}

function generator({ loop }: Driven): Result {
  const { offered, sent, dropped, keptSchedule, startLagNs } = loop;
  const lag = percentileColumns('startLagNs', startLagNs, [99]);
  return {
    row: { requests: offered, sent, dropped, keptSchedule, ...lag.row },
    reasons: lag.reasons,
  };
}

function answers(driven: Driven, once: boolean): Result {
  const { record, beginMs, endMs } = driven;
  return {
    row: {
      answered: record.count,
      wrongAnswers: record.wrongAnswers,
      faultBeginMs: beginMs,
      faultEndMs: endMs,
      troubleMs: record.troubleMs(driven),
      ...(once ? { answeredWhileStopped: record.answeredWithin(driven) } : {}),
    },
  };
}

/** From the fault's end to the first hit; a cache that is late is asked until it is there. */
async function firstHit(
  funnel: Funnel,
  { hot: [hot] }: Requests,
  driven: Driven,
  { now, signal }: Lab,
): Promise<Result> {
  const none = (firstHitMs: string) => ({ row: { firstHitMs: null }, reasons: { firstHitMs } });
  if (hot === undefined) return none('no id is asked for twice');
  const seen = driven.record.firstHitMs(driven);
  if (seen !== undefined) return { row: { firstHitMs: seen } };
  for (let poll = 0; poll < recoveryPolls; poll++) {
    await delay(recoveryPollMs, undefined, { signal });
    if ((await funnel.detail(hot)).outcome === 'cache-hit') {
      return { row: { firstHitMs: driven.sinceStartMs(now()) - driven.endMs } };
    }
  }
  return none(`none in ${recoveryPolls} requests after the traffic`);
}
