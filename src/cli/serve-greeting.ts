import type { UsedServer } from '../lab/stage.ts';
import type { RedisAddress } from '../servers/server.ts';

interface Served {
  readonly url: string;
  readonly defence: string;
  readonly skus: number;
  readonly redis: RedisAddress;
  readonly servers: readonly UsedServer[];
}

/** What `serve` says when it is ready: what it serves, and the lines of the articles to try. */
export function serveGreeting({ url, defence, skus, redis, servers }: Served): string {
  const cli = redisCli(redis);
  const next = skus + 1;
  const key = `seckill:sku:v1:item:${next}`;
  const used = servers.map(({ product, version, source }) => `${product} ${version} (${source})`);
  return `${used.join(', ')}
Serving ${skus} SKUs at ${url}, defence: ${defence}. Ctrl-C ends it. To try:
  # an absent id leaves a sentinel, while the filter is not built (or there is none)
  curl -s -o /dev/null ${url}/api/seckill/${next}
  ${cli} GET ${key}
  ${cli} TTL ${key}
  # build the filter, and see what it rejects
  curl -s -X POST ${url}/api/cache/warm \\
    -H 'Content-Type: application/json' -d '{"limit":1000,"rebuild_bloom":true}'
  for i in $(seq 1 100); do curl -s -o /dev/null ${url}/api/seckill/${skus + 100}; done
  curl -s ${url}/api/cache/stats | grep -o '"bloom":{[^}]*}'
  curl -s ${url}/metrics`;
}

/** The command line that reaches a Redis; a password is never printed. */
function redisCli({ path, host, port, db = 0, username, password, tls }: RedisAddress): string {
  return [
    'redis-cli',
    ...(path === undefined ? [] : ['-s', path]),
    ...(host === undefined || host === '127.0.0.1' ? [] : ['-h', host]),
    ...(port === undefined ? [] : ['-p', String(port)]),
    ...(tls === undefined ? [] : ['--tls']),
    ...(username === undefined ? [] : ['--user', username]),
    ...(password === undefined ? [] : ['--askpass']),
    ...(db === 0 ? [] : ['-n', String(db)]),
  ].join(' ');
}
