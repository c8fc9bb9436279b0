import { once } from 'node:events';
import { createServer } from 'node:net';
import { type ExitCode, usageError } from '../errors.ts';
import { articleDefences } from '../funnel/defences.ts';
import { HttpService, serviceHost } from '../funnel/http/service.ts';
import { unlessAborted } from '../lab/abort.ts';
import type { Stage } from '../lab/stage.ts';
import { redisAddress } from '../servers/redis.ts';
import { contiguous } from '../workload/population.ts';
import { random } from '../workload/random.ts';
import type { Context } from './context.ts';
import { parseNumber } from './parse-number.ts';
import { serveGreeting } from './serve-greeting.ts';
import { type ServerOptions, type ServerUrls, serverUrls } from './server-urls.ts';

/** What `--defence` takes: those of the articles. */
export const servedDefences = ['none', 'sentinel', 'bloom', 'both'] as const;

export interface ServeOptions extends ServerOptions {
  readonly port: string;
  readonly skus: string;
  readonly seed: string;
  readonly defence: (typeof servedDefences)[number];
  readonly lab?: true;
}

type Closers = (() => Promise<unknown>)[];

/**
 * Serves the funnel over HTTP until a signal comes; then requests under way end, and with them the
 * servers that were started. The URL is a line on stdout, all else goes to stderr.
 * @throws the signal's reason; LabError for bad options, a port in use, servers that cannot be had
 */
export async function serveCommand(options: ServeOptions, context: Context): Promise<ExitCode> {
  const log = (line: string) => void context.stderr.write(`${line}\n`);
  const closers: Closers = [];
  try {
    const url = await open(options, context, closers, log);
    context.stdout.write(`${url}\n`);
    const forever = new Promise<never>(() => {});
    return await unlessAborted(forever, context.signal);
  } finally {
    for (const close of closers.reverse()) {
      // What does not close does not keep the rest open, nor hide why we end.
      await close().catch((error: Error) => log(`while closing: ${error.message}`));
    }
  }
}

/** @returns the URL; what is to be closed stands in `closers`, also after an error */
async function open(
  options: ServeOptions,
  context: Context,
  closers: Closers,
  log: (line: string) => void,
): Promise<string> {
  const port = wholeNumber('--port', options.port, 0, 65_535);
  const skus = wholeNumber('--skus', options.skus, 1, 10_000_000);
  const urls = serverUrls(options, context);
  const { seed, defence, lab = false } = options;
  await onPort(port, tryPort(port));
  const stage = context.createStage({ ...urls, seed, signal: context.signal, log });
  closers.push(() => stage.close());
  const { redis, address } = await redisOf(urls, stage);
  if (redis !== undefined) closers.push(() => redis.stop());
  const scene = await stage.scene(contiguous(skus), redis);
  closers.push(() => scene.close());
  const { funnel, table } = await scene.coldFunnel({
    defence: articleDefences({ log })[defence],
    random: random(seed, 'serve', 'ttl'),
    onMissized: log,
  });
  const service = await onPort(port, HttpService.listen({ funnel, table, lab, port, log }));
  closers.push(() => service.stop());
  const { url } = service;
  log(serveGreeting({ url, defence, skus, redis: address, servers: stage.servers() }));
  return url;
}

/** A Redis of our own also listens on a port, so that `redis-cli` can look into it. */
async function redisOf({ redisUrl }: ServerUrls, stage: Stage) {
  if (redisUrl !== undefined) return { address: redisAddress(redisUrl).options };
  const redis = await stage.freshRedis({ listen: 'port' });
  return { redis, address: redis.options };
}

/** Listens for a moment, so that a port in use is told of before servers start and rows are made. */
async function tryPort(port: number): Promise<void> {
  const probe = createServer().listen(port, serviceHost);
  await once(probe, 'listening');
  probe.close();
  await once(probe, 'close');
}

async function onPort<T>(port: number, listening: Promise<T>): Promise<T> {
  try {
    return await listening;
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    const why = code === 'EADDRINUSE' ? 'it is in use by another program' : message;
    throw usageError(`--port ${port} cannot be had: ${why}. --port 0 takes a free one.`);
  }
}

function wholeNumber(option: string, text: string, least: number, most: number): number {
  const value = parseNumber(option, text);
  if (!Number.isInteger(value) || value < least || value > most) {
    throw usageError(`${option} is a whole number from ${least} to ${most}; got '${text}'`);
  }
  return value;
}
