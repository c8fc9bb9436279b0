import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, rmSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { promisify } from 'node:util';
import { Redis } from 'ioredis';
import { expect, onTestFinished, test, vi } from 'vitest';
import { temporaryFolder } from '../lab/temporary-folder.test.fixture.ts';
import { isAlive, processesUnder, testDir } from '../servers/processes.test.fixture.ts';
import { main, type Started, start } from './start-process.test.fixture.ts';

interface Serving extends Started {
  readonly url: string;
  /** Where its servers keep their files. */
  readonly tmp: string;
  /** The Redis whose port was printed. */
  readonly redis: Redis;
}

/** `serve` on a free port with private servers; nothing of it is left after the test. */
function launch(words: readonly string[]): Started & { readonly tmp: string } {
  const tmp = testDir();
  onTestFinished(() => rmSync(tmp, { recursive: true, force: true, maxRetries: 10 }));
  const env = { TMPDIR: tmp, REDIS_URL: '', MYSQL_URL: '' };
  const started = start(main, ['serve', '--port', '0', ...words], tmp, env);
  onTestFinished(async () => {
    started.child.kill('SIGTERM');
    await started.ended();
  });
  return { tmp, ...started };
}

async function serve(words: readonly string[]): Promise<Serving> {
  const started = launch(words);
  await started.says('\n', 'stdout');
  const port = Number(/redis-cli -p (\d+) GET/.exec(started.printed.stderr)?.[1]);
  const redis = new Redis({ port, host: '127.0.0.1', retryStrategy: null });
  redis.on('error', () => {});
  onTestFinished(() => redis.disconnect());
  return { ...started, url: started.printed.stdout.trim(), redis };
}

/** A guard's last pause may go on for a moment. */
async function leavesNothing(tmp: string): Promise<void> {
  await vi.waitFor(() => expect(processesUnder(tmp)).toEqual([]), { timeout: 5_000 });
  expect(readdirSync(tmp)).toEqual([]);
}

async function pidOf(redis: Redis): Promise<number> {
  return Number(/process_id:(\d+)/.exec(await redis.info('server'))![1]);
}

/** What a line prints in a shell, with the service's address in place of the articles'. */
async function shell(line: string, url: string): Promise<string> {
  const address = url.replace('http://127.0.0.1', 'localhost');
  const script = line.replaceAll('localhost:8080', address);
  return (await promisify(execFile)('sh', ['-c', script])).stdout.trim();
}

const bloomLine = `curl -s localhost:8080/api/cache/stats | grep -o '"bloom":{[^}]*}'`;

test("the articles' lines work as printed, and give the numbers that are printed", async () => {
  const { url, redis, printed, says } = await serve([]);
  // S1: one request for the id after the last leaves a sentinel, a second one changes nothing.
  for (let request = 0; request < 2; request++) {
    await shell('curl -s -o /dev/null localhost:8080/api/seckill/200001', url);
    expect(await redis.get('seckill:sku:v1:item:200001')).toBe('__nil__');
    expect(await shell('curl -s localhost:8080/api/cache/stats', url)).toContain('"db-miss":1');
  }
  const ttlSeconds = await redis.ttl('seckill:sku:v1:item:200001');
  expect(ttlSeconds).toBeGreaterThan(0);
  expect(ttlSeconds).toBeLessThanOrEqual(90);
  // S0: build the filter, look at it, ask 100 times for an id beyond the range.
  await shell(
    `curl -s -X POST localhost:8080/api/cache/warm \\
      -H 'Content-Type: application/json' -d '{"limit":1000,"rebuild_bloom":true}'`,
    url,
  );
  const built =
    '"bloom":{"enabled":true,"ready":true,"added":200000,"rejected":0,"bits":7188794,"hashes":10}';
  expect(await shell(bloomLine, url)).toBe(built);
  // The article's filter is far too large for its SKUs, which is one line, not one a rebuild.
  await says('the filter is too large: it is sized for 500,000 ids and holds about 200,059');
  await shell(`curl -s -X POST localhost:8080/api/cache/warm -d '{"rebuild_bloom":true}'`, url);
  const keys = await redis.dbsize();
  expect(keys).toBe(1_001);
  await shell(
    `for i in $(seq 1 100); do
      curl -s -o /dev/null localhost:8080/api/seckill/200100
    done`,
    url,
  );
  expect(await shell(bloomLine, url)).toBe(built.replace('"rejected":0', '"rejected":100'));
  expect(await redis.dbsize()).toBe(keys);
  expect(printed.stdout).toBe(`${url}\n`);
  expect(printed.stderr.split('too large')).toHaveLength(2);
}, 60_000);

test.each([
  ['SIGINT', 130],
  ['SIGTERM', 143],
] as const)('%s ends the service with %i, and its servers with it', async (signal, code) => {
  const { child, tmp, redis, ended } = await serve(['--skus', '1000', '--defence', 'sentinel']);
  const pid = await pidOf(redis);
  expect(isAlive(pid)).toBe(true);
  child.kill(signal);
  expect(await ended()).toBe(code);
  expect(isAlive(pid)).toBe(false);
  await leavesNothing(tmp);
});

test('a signal while it starts ends it too, and leaves nothing', async () => {
  const { child, tmp, printed, says, ended } = launch([]);
  await says('seeding contiguous-200000');
  child.kill('SIGTERM');
  expect(await ended()).toBe(143);
  expect(printed.stdout).toBe('');
  await leavesNothing(tmp);
});

test('a Redis that dies under it is one line, and requests go to MySQL', async () => {
  const { url, redis, printed, says } = await serve(['--skus', '1000', '--lab']);
  const outcomes = async () => {
    const answers = [await fetch(`${url}/api/seckill/7`), await fetch(`${url}/api/seckill/7`)];
    return answers.map((answer) => `${answer.status} ${answer.headers.get('x-outcome')}`);
  };
  expect(await outcomes()).toEqual(['200 db-hit', '200 cache-hit']);
  process.kill(await pidOf(redis), 'SIGKILL');
  await says('Redis: does not answer');
  expect(await outcomes()).toEqual(['200 db-hit', '200 db-hit']);
  expect(printed.stderr.split('Redis: does not answer')).toHaveLength(2);
});

test('a port in use ends it with 2 and names port and option before anything starts', async () => {
  const stranger = createServer().listen(0, '127.0.0.1');
  await once(stranger, 'listening');
  onTestFinished(() => void stranger.close());
  const { port } = stranger.address() as AddressInfo;
  const env = { REDIS_URL: '', MYSQL_URL: '' };
  const words = ['serve', '--port', String(port), '--skus', '10'];
  const { printed, ended } = start(main, words, temporaryFolder(), env);
  expect(await ended()).toBe(2);
  expect(printed.stderr).toBe(
    `--port ${port} cannot be had: it is in use by another program. --port 0 takes a free one.\n`,
  );
  expect(printed.stdout).toBe('');
});
