import { once } from 'node:events';
import { connect } from 'node:net';
import { onTestFinished } from 'vitest';
import { bloomSets } from '../defences.ts';
import { Funnel, type TableStore } from '../funnel.ts';
import { exampleSku } from '../sku.test.fixture.ts';
import { memoryCache, memoryTable } from '../stores.test.fixture.ts';
import { HttpService, type HttpServiceOptions } from './service.ts';

export interface Served {
  readonly service: HttpService;
  readonly funnel: Funnel;
  /** What was logged. */
  readonly lines: string[];
  get(path: string): Promise<Response>;
  post(path: string, body: string): Promise<Response>;
  /** Sends bytes as they are and gives all that comes until the service closes the connection. */
  raw(bytes: string): Promise<string>;
}

interface ServeOptions {
  readonly filter?: false;
  readonly service?: Partial<HttpServiceOptions>;
  readonly table?: TableStore;
}

/** The SKUs 1 … 3 in memory. */
export const threeSkus = ['1', '2', '3'].map((id) => exampleSku({ id }));

/** A service over stores in memory; it is stopped with the test. */
export async function serveMemory(options: ServeOptions = {}): Promise<Served> {
  const lines: string[] = [];
  const log = (line: string) => lines.push(line);
  const table = options.table ?? memoryTable(threeSkus);
  const filter = options.filter ?? bloomSets({ capacity: 1_000, p: 1e-6, log });
  const funnel = new Funnel(memoryCache(), table, {
    ...(filter && { filter }),
    sentinels: true,
    log,
  });
  return { funnel, lines, ...(await serve({ funnel, table, log, ...options.service })) };
}

/** A service on any free port, and ways to ask it; it is stopped with the test. */
export async function serve(options: Omit<HttpServiceOptions, 'port'>) {
  const service = await HttpService.listen({ port: 0, ...options });
  onTestFinished(() => service.stop());
  const { url } = service;
  return {
    service,
    get: (path: string) => fetch(url + path),
    post: (path: string, body: string) => fetch(url + path, { method: 'POST', body }),
    raw: (bytes: string) => sendRaw(Number(new URL(url).port), bytes),
  };
}

async function sendRaw(port: number, bytes: string): Promise<string> {
  const socket = connect(port, '127.0.0.1');
  let received = '';
  socket.on('data', (chunk) => {
    received += chunk;
  });
  socket.on('error', () => {});
  await once(socket, 'connect');
  socket.write(bytes, 'latin1');
  await new Promise((resolve) => socket.once('close', resolve));
  return received;
}
