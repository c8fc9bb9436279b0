import type { AddressInfo } from 'node:net';
import { createServer } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { serveMemory } from '../funnel/http/service.test.fixture.ts';
import { HttpTarget } from './http-target.ts';

/** A client of the service there, with two connections. */
function targetAt(url: string): HttpTarget {
  const target = new HttpTarget(url, 2);
  onTestFinished(() => target.close());
  return target;
}

test('the outcomes of the funnel come over HTTP', async () => {
  const { service, funnel } = await serveMemory({ service: { lab: true } });
  await funnel.rebuild();
  const target = targetAt(service.url);
  const outcomes: string[] = [];
  for (const id of [1, 1, 9, '007', '%', '1/2']) outcomes.push((await target.detail(id)).outcome);
  expect(outcomes).toEqual([
    'db-hit',
    'cache-hit',
    'filter-reject',
    'invalid',
    'invalid',
    'invalid',
  ]);
  expect(funnel.stats().outcomes['cache-hit']).toBe(1);
});

test('a service that names no outcome, or is not there, gives errors', async () => {
  const { service } = await serveMemory();
  expect(await targetAt(service.url).detail(1)).toEqual({ outcome: 'error' });
  expect(await targetAt('http://127.0.0.1:1').detail(1)).toEqual({ outcome: 'error' });
});

test('many requests share the connections', async () => {
  let connections = 0;
  const answer = 'HTTP/1.1 404 Not Found\r\nx-outcome: db-miss\r\nContent-Length: 0\r\n\r\n';
  const server = createServer((socket) => {
    connections++;
    socket.on('data', () => socket.write(answer));
    socket.on('error', () => {});
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  const target = targetAt(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
  const answers = await Promise.all(Array.from({ length: 50 }, (_, id) => target.detail(id)));
  expect(new Set(answers.map(({ outcome }) => outcome))).toEqual(new Set(['db-miss']));
  expect(connections).toBe(2);
});
