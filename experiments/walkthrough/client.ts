import { once } from 'node:events';
import { Agent, type IncomingMessage, request } from 'node:http';
import { text } from 'node:stream/consumers';

/** One HTTP answer. */
export interface HttpAnswer {
  readonly status: number;
  readonly body: string;
}

/** Connections that are used again; one request each at a time. */
const connections = 16;

/** Asks one service over HTTP, as `curl` does but without a process for each request. */
export class Client {
  readonly #url: string;
  readonly #signal: AbortSignal;
  readonly #agent = new Agent({ keepAlive: true, maxSockets: connections });

  constructor(url: string, signal: AbortSignal) {
    this.#url = url;
    this.#signal = signal;
  }

  get(path: string): Promise<HttpAnswer> {
    return this.#ask('GET', path);
  }

  post(path: string, body: string): Promise<HttpAnswer> {
    return this.#ask('POST', path, body);
  }

  /** The status of a request for each id, in their order; several are under way at once. */
  async statuses(ids: readonly number[]): Promise<number[]> {
    const statuses: number[] = [];
    let next = 0;
    const ask = async () => {
      while (next < ids.length) {
        const index = next++;
        statuses[index] = (await this.get(`/api/seckill/${ids[index]}`)).status;
      }
    };
    await Promise.all(Array.from({ length: connections }, ask));
    return statuses;
  }

  async #ask(method: string, path: string, body?: string): Promise<HttpAnswer> {
    this.#signal.throwIfAborted();
    const sent = request(this.#url + path, { method, agent: this.#agent });
    sent.end(body);
    const [response] = (await once(sent, 'response')) as [IncomingMessage];
    return { status: response.statusCode!, body: await text(response) };
  }

  close(): void {
    this.#agent.destroy();
  }
}
