import { once } from 'node:events';
import { connect } from 'node:net';
import { describe, expect, test } from 'vitest';
import { OverloadedError } from '../gate.ts';
import { changed, latch } from '../interleave.ts';
import { memoryTable } from '../stores.test.fixture.ts';
import { bodyBytesMax, urlCharsMax, warmLimitMax } from './http-request.ts';
import { serveMemory, threeSkus } from './service.test.fixture.ts';

const present = JSON.stringify(threeSkus[0]);
const closing = 'Connection: close\r\n\r\n';

describe('GET /api/seckill/{skuId}', () => {
  test('answers a present id with its row, cold and cached with the same bytes', async () => {
    const { get } = await serveMemory();
    const [first, second] = [await get('/api/seckill/1'), await get('/api/seckill/1?x=1')];
    expect([first.status, second.status]).toEqual([200, 200]);
    expect([await first.text(), await second.text()]).toEqual([present, present]);
    const headers = (response: Response) => ({ ...Object.fromEntries(response.headers), date: '' });
    expect(headers(second)).toEqual(headers(first));
    expect(first.headers.get('content-type')).toBe('application/json; charset=utf-8');
  });

  test('answers absent ids alike, whatever has found it out', async () => {
    const { get, funnel } = await serveMemory();
    const answers = [await get('/api/seckill/9'), await get('/api/seckill/9')];
    await funnel.rebuild();
    answers.push(await get('/api/seckill/9'));
    const { outcomes } = funnel.stats();
    expect(outcomes).toMatchObject({ 'db-miss': 1, 'sentinel-hit': 1, 'filter-reject': 1 });
    for (const answer of answers) {
      expect(answer.status).toBe(404);
      expect(await answer.text()).toBe('{"error":"no such SKU"}');
      expect(answer.headers.get('x-outcome')).toBeNull();
    }
  });

  test('names the outcome in x-outcome in the lab', async () => {
    const { get } = await serveMemory({ service: { lab: true } });
    const outcome = async (path: string) => (await get(path)).headers.get('x-outcome');
    const paths = ['/api/seckill/1', '/api/seckill/1', '/api/seckill/9', '/api/seckill/x'];
    const seen = [];
    for (const path of paths) seen.push(await outcome(path));
    expect(seen).toEqual(['db-hit', 'cache-hit', 'db-miss', 'invalid']);
  });

  test.each([
    ...['007', '+7', '%2B7', '7.0', '1e3', '0x10', '1abc', '-1', '-0', '%D9%A3', '%EF%BC%97'],
    ...['NaN', 'null', 'undefined', '', '%20', '1%00', '18446744073709551616', '9'.repeat(20)],
    ...['%', '%E0%A4%A', '%C0%80', '..%2f1', '%2e%2e', '1%2f2', '1;DROP', "1'--", '1\\'],
  ])('refuses the id %s with 400 before any store, and lives', async (id) => {
    const { raw, get, funnel } = await serveMemory();
    // As it is: clients like fetch would mend some of these.
    const answer = await raw(`GET /api/seckill/${id} HTTP/1.1\r\nHost: x\r\n${closing}`);
    expect(answer).toMatch(/^HTTP\/1.1 400 /);
    const body = answer.slice(answer.indexOf('\r\n\r\n') + 4);
    expect(body).toBe('{"error":"a SKU id is a decimal number from 0 to 18446744073709551615"}');
    expect(funnel.stats()).toMatchObject({ outcomes: { invalid: 1, 'db-miss': 0 } });
    expect((await get('/api/seckill/1')).status).toBe(200);
  });

  test('takes digits that were escaped, and the absolute form', async () => {
    const { raw } = await serveMemory();
    for (const target of [
      '/api/seckill/%31',
      'http://x/api/seckill/1',
      'HTTP://x:80/api/seckill/1',
    ]) {
      const answer = await raw(`GET ${target} HTTP/1.1\r\nHost: x\r\n${closing}`);
      expect(answer).toMatch(/^HTTP\/1.1 200 /);
    }
  });

  test('answers HEAD with the headers of GET', async () => {
    const { raw } = await serveMemory();
    const answer = await raw(`HEAD /api/seckill/1 HTTP/1.1\r\nHost: x\r\n${closing}`);
    expect(answer).toMatch(/^HTTP\/1.1 200 /);
    expect(answer).toContain(`Content-Length: ${present.length}`);
    expect(answer.endsWith('\r\n\r\n')).toBe(true);
  });

  test.each([
    [new OverloadedError('full'), 'overloaded'],
    [new Error("You have an error in your SQL syntax near 'SELECT'"), 'MySQL does not answer'],
  ])('answers 503 with Retry-After and no word of %s', async (error, words) => {
    const failing = changed(memoryTable([]), { find: () => Promise.reject(error) });
    const { get } = await serveMemory({ table: failing });
    const answer = await get('/api/seckill/1');
    expect([answer.status, answer.headers.get('retry-after')]).toEqual([503, '1']);
    expect(await answer.json()).toEqual({ error: words });
  });
});

describe('POST /api/cache/warm', () => {
  const order = '{"limit":2,"rebuild_bloom":true}';

  test('fills the cache and builds the filter; the statistics say it as the article', async () => {
    const { get, post } = await serveMemory();
    const stats = async () =>
      /"bloom":\{[^}]*\}/.exec(await (await get('/api/cache/stats')).text())?.[0];
    expect(await stats()).toBe(
      '"bloom":{"enabled":true,"ready":false,"added":0,"rejected":0,"bits":0,"hashes":0}',
    );
    const answer = await post('/api/cache/warm', order);
    // For 1,000 ids at 1e-6: m = ceil(28755.175…), k = round(19.93).
    const built =
      '"bloom":{"enabled":true,"ready":true,"added":3,"rejected":0,"bits":28756,"hashes":20}';
    expect(await answer.text()).toBe(`{"warmed":2,${built}}`);
    await get('/api/seckill/9');
    expect(await stats()).toBe(built.replace('"rejected":0', '"rejected":1'));
  });

  test('without a filter it warms and says that there is none', async () => {
    const { post } = await serveMemory({ filter: false });
    const answer = await (await post('/api/cache/warm', order)).json();
    expect(answer).toMatchObject({ warmed: 2, bloom: { enabled: false, ready: false } });
  });

  test('an empty body and fields left out mean a limit of 1000 and no rebuild', async () => {
    const { post } = await serveMemory();
    for (const body of ['', '{}', `{"limit":${warmLimitMax}}`]) {
      expect(await (await post('/api/cache/warm', body)).json()).toMatchObject({ warmed: 3 });
    }
  });

  test.each([
    ...['{"limit":0}', '{"limit":1.5}', '{"limit":-1}', '{"limit":"10"}', '{"limit":1e9}'],
    ...['{"limit":null}', '{"rebuild_bloom":"yes"}', '{"rebuild_blom":true}', '[]', '1', 'null'],
    ...['{', 'limit=1', '{"__proto__":{"limit":1}}', '<script>'],
  ])('refuses %s with 400, says the form and quotes nothing', async (body) => {
    const { post, funnel } = await serveMemory();
    const answer = await post('/api/cache/warm', body);
    expect(answer.status).toBe(400);
    expect(await answer.json()).toEqual({
      error: 'the body is {"limit":1..100000,"rebuild_bloom":true|false}',
    });
    expect(funnel.stats().maintenance).toEqual({ selects: 0, sets: 0 });
  });

  test.each([
    ['stated', `Content-Length: ${bodyBytesMax + 1}\r\n\r\n`],
    ['stated and sent', `Content-Length: 1000000\r\n\r\n${'x'.repeat(1_000_000)}`],
    ['chunked', `Transfer-Encoding: chunked\r\n\r\n800\r\n${'x'.repeat(2_048)}\r\n`],
  ])('refuses a body beyond the bound, %s, with 413 and closes', async (_, rest) => {
    const { raw, get } = await serveMemory();
    const answer = await raw(`POST /api/cache/warm HTTP/1.1\r\nHost: x\r\n${rest}`);
    expect(answer).toMatch(/^HTTP\/1.1 413 /);
    expect(answer).toContain('{"error":"the body is too long"}');
    expect((await get('/api/seckill/1')).status).toBe(200);
  });

  test('takes a body at the bound', async () => {
    const { post } = await serveMemory();
    const body = '{"limit":1}'.padEnd(bodyBytesMax);
    expect((await post('/api/cache/warm', body)).status).toBe(200);
  });

  test('two at once run one after the other, and both find what they asked for', async () => {
    const [entered, go] = [latch(), latch()];
    let running = 0;
    let together = 0;
    const store = memoryTable(threeSkus);
    const table = changed(store, {
      first: async (limit) => {
        together = Math.max(together, ++running);
        entered.reach();
        await go.reached;
        running--;
        return store.first(limit);
      },
    });
    const { post } = await serveMemory({ table });
    const first = post('/api/cache/warm', order);
    await entered.reached;
    const second = post('/api/cache/warm', order);
    go.reach();
    for (const answer of await Promise.all([first, second])) {
      expect(await answer.json()).toMatchObject({ warmed: 2, bloom: { ready: true, added: 3 } });
    }
    expect(together).toBe(1);
  });

  test('a tenth one is refused with 503 while one runs and eight wait', async () => {
    const go = latch();
    const store = memoryTable(threeSkus);
    const held = changed(store, { first: (limit) => go.reached.then(() => store.first(limit)) });
    const { post } = await serveMemory({ table: held });
    const statuses: number[] = [];
    const all = Array.from({ length: 10 }, async () => {
      const { status, headers } = await post('/api/cache/warm', order);
      if (statuses.push(status) === 1) {
        expect([status, headers.get('retry-after')]).toEqual([503, '1']);
        go.reach();
      }
    });
    await Promise.all(all);
    expect(statuses).toEqual([503, ...new Array(9).fill(200)]);
  });

  test('MySQL away: 503, one line a change in the log, and the old filter stays', async () => {
    const gone = () => Promise.reject(new Error('SELECT failed'));
    let broken = false;
    const store = memoryTable(threeSkus);
    const table = changed(store, { size: () => (broken ? gone() : store.size()) });
    const { post, get, lines } = await serveMemory({ table });
    await post('/api/cache/warm', order);
    broken = true;
    for (let attempt = 0; attempt < 2; attempt++) {
      const answer = await post('/api/cache/warm', order);
      expect(answer.status).toBe(503);
      expect(await answer.json()).toEqual({ error: 'MySQL does not answer' });
    }
    expect(lines).toEqual(['warm: failed (SELECT failed)']);
    expect(await (await get('/api/cache/stats')).json()).toMatchObject({ bloom: { added: 3 } });
    broken = false;
    await post('/api/cache/warm', order);
    expect(lines.slice(1)).toEqual(['warm: works again']);
  });
});

describe('other paths and methods', () => {
  test.each([
    ['GET', '/', 404],
    ['GET', '/api/seckill', 404],
    ['GET', '/api/seckill/1/', 404],
    ['GET', '/api/seckill/../cache/stats', 404],
    ['GET', '/api/cache%2Fstats', 404],
    ['GET', '/<script>alert(1)</script>', 404],
    ['GET', '/%', 400],
    ['OPTIONS', '*', 400],
    ['POST', '/api/seckill/1', 405],
    ['DELETE', '/api/cache/stats', 405],
    ['GET', '/api/cache/warm', 405],
    ['GET', `/${'a'.repeat(urlCharsMax)}`, 414],
    ['GET', `/${'a'.repeat(20_000)}`, 431],
  ])('%s %s is answered with %i in short JSON', async (method, target, status) => {
    const { raw, funnel } = await serveMemory();
    const answer = await raw(`${method} ${target} HTTP/1.1\r\nHost: x\r\n${closing}`);
    expect(answer).toMatch(new RegExp(`^HTTP/1.1 ${status} `));
    const body = answer.slice(answer.indexOf('\r\n\r\n') + 4);
    expect(JSON.parse(body)).toEqual({ error: expect.stringMatching(/^[\w ,]{5,60}$/) });
    if (status === 405) expect(answer).toMatch(/\r\nAllow: (GET, HEAD|POST)\r\n/);
    expect(funnel.stats().outcomes.invalid).toBe(0);
  });

  test.each([
    ['no HTTP at all', 'hello\r\n\r\n', 400],
    ['a tunnel', 'CONNECT x:1 HTTP/1.1\r\nHost: x\r\n\r\n', 501],
    ['no Host', `GET /metrics HTTP/1.1\r\n${closing}`, 400],
    ['two Hosts', `GET /metrics HTTP/1.1\r\nHost: x\r\nHost: y\r\n${closing}`, 400],
    ['an odd expectation', `GET / HTTP/1.1\r\nHost: x\r\nExpect: tea\r\n${closing}`, 404],
    ['a head that never ends', 'GET / HTTP/1.1\r\nHost: x\r\nX-Slow: ', 408],
    [
      'a body that never comes',
      'POST /api/cache/warm HTTP/1.1\r\nHost: x\r\nContent-Length: 9\r\n\r\n{',
      408,
    ],
  ])('%s: the connection is ended with a reason', async (_, bytes, status) => {
    const limits = { headersMs: 100, requestMs: 200 };
    const { raw, get } = await serveMemory({ service: { limits } });
    expect(await raw(bytes)).toMatch(
      new RegExp(`^HTTP/1.1 ${status} .*\\{"error":"[\\w ]+"\\}$`, 's'),
    );
    expect((await get('/api/seckill/1')).status).toBe(200);
  });
});

test('what is malformed behind a request is refused after its answer, once', async () => {
  const { raw } = await serveMemory();
  const good = 'GET /api/seckill/1 HTTP/1.1\r\nHost: x\r\n\r\n';
  const answers = await raw(`${good}${good}hello\r\n\r\n`);
  expect(answers.match(/HTTP\/1.1 \d+/g)).toEqual(['HTTP/1.1 200', 'HTTP/1.1 200', 'HTTP/1.1 400']);
});

test('every answer that is sent is counted once, and nothing for a client that has gone', async () => {
  const { raw, get } = await serveMemory({
    service: { limits: { headersMs: 100, requestMs: 100 } },
  });
  const head = 'POST /api/cache/warm HTTP/1.1\r\nHost: x\r\n';
  await raw(`${head}Transfer-Encoding: chunked\r\n\r\nno number\r\n`);
  await raw(`${head}Content-Length: 9\r\n\r\n{`);
  const metrics = await (await get('/metrics')).text();
  expect(metrics.match(/^funnel_http_responses_total.*$/gm)).toEqual([
    'funnel_http_responses_total{code="400"} 1',
    'funnel_http_responses_total{code="408"} 1',
  ]);
});

test('a fault of ours is a 500 that tells nothing, a line in the log, and no end', async () => {
  const table = Object.defineProperty(memoryTable(threeSkus), 'load', {
    get: () => {
      throw new Error('secret');
    },
  });
  const { get, lines } = await serveMemory({ table });
  const answer = await get('/metrics');
  expect([answer.status, await answer.text()]).toEqual([500, '{"error":"internal error"}']);
  expect(lines).toEqual([expect.stringMatching(/^HTTP: a fault of ours: Error: secret\n/)]);
  expect((await get('/api/seckill/1')).status).toBe(200);
});

test('a connection beyond the bound is closed, and one that is free again is had', async () => {
  const { service, get } = await serveMemory({ service: { limits: { connections: 1 } } });
  const first = connect(Number(new URL(service.url).port), '127.0.0.1');
  await once(first, 'connect');
  // Its place is taken once it has been answered.
  first.write('GET /api/seckill/1 HTTP/1.1\r\nHost: x\r\n\r\n');
  await once(first, 'data');
  await expect(get('/api/seckill/1')).rejects.toThrow();
  first.end();
  await expect.poll(async () => (await get('/api/seckill/1')).status).toBe(200);
});

describe('stop', () => {
  test('accepts nothing more and lets the request under way end', async () => {
    const [asked, go] = [latch(), latch()];
    const store = memoryTable(threeSkus);
    const table = changed(store, {
      find: async (id) => {
        asked.reach();
        await go.reached;
        return store.find(id);
      },
    });
    const { service, get } = await serveMemory({ table });
    const idle = await get('/api/cache/stats');
    await idle.text();
    const underWay = get('/api/seckill/1');
    await asked.reached;
    const stopped = service.stop();
    await expect(get('/api/cache/stats')).rejects.toThrow();
    go.reach();
    const answer = await underWay;
    expect([answer.status, answer.headers.get('connection')]).toEqual([200, 'close']);
    await stopped;
  });

  test('waits for no connection on which no whole request has come', async () => {
    const { service, get, raw } = await serveMemory({ service: { limits: { stopMs: 60_000 } } });
    const closed = ['', 'GET /api/seckill/1 HTTP/1.1\r\nHost: x\r\n'].map(raw);
    // Accepted later than the two, so they have been accepted.
    await get('/api/cache/stats');
    await service.stop();
    expect(await Promise.all(closed)).toEqual(['', '']);
  });

  test('waits for no request longer than its bound', async () => {
    const asked = latch();
    const never = () => {
      asked.reach();
      return new Promise<never>(() => {});
    };
    const table = changed(memoryTable([]), { find: never });
    const { service, get } = await serveMemory({ table, service: { limits: { stopMs: 50 } } });
    const refused = get('/api/seckill/1');
    await asked.reached;
    await service.stop();
    const answer = await refused;
    expect([answer.status, await answer.json()]).toEqual([503, { error: 'the service ends' }]);
  });

  test('a client that goes away in the middle is no fault', async () => {
    const { service, get, lines } = await serveMemory();
    const socket = connect(Number(new URL(service.url).port), '127.0.0.1');
    await once(socket, 'connect');
    const head = 'POST /api/cache/warm HTTP/1.1\r\nHost: x\r\nContent-Length: 9\r\n';
    socket.write(`${head}Expect: 100-continue\r\n\r\n`);
    await once(socket, 'data');
    socket.destroy();
    expect((await get('/api/seckill/1')).status).toBe(200);
    await service.stop();
    expect(lines).toEqual([]);
  });
});
