import { Agent, get, type IncomingMessage } from 'node:http';
import type { Service } from '../funnel/driver.ts';
import type { Answer } from '../funnel/funnel.ts';
import { type Outcome, outcomes } from '../funnel/outcomes.ts';

/** A connection on which nothing comes for so long is given up, and its request is an error. */
const silenceMs = 10_000;

/**
 * A service as its clients see it: over HTTP on connections that are kept. The outcome is what the
 * service names in `x-outcome`; without that header, or without an answer, it is an `error`.
 */
export class HttpTarget implements Service {
  readonly #url: string;
  readonly #agent: Agent;

  /** `url` is that of the service, `connections` how many there are at most. */
  constructor(url: string, connections: number) {
    this.#url = `${url}/api/seckill/`;
    this.#agent = new Agent({ keepAlive: true, maxSockets: connections, timeout: silenceMs });
  }

  /** Never rejects; the SKU itself is read and thrown away. */
  async detail(id: unknown): Promise<Answer> {
    return { outcome: await this.#outcomeOf(String(id)).catch(() => 'error' as const) };
  }

  #outcomeOf(id: string): Promise<Outcome> {
    return new Promise((resolve, reject) => {
      const request = get(
        this.#url + encodeURIComponent(id),
        { agent: this.#agent },
        (response) => {
          response.on('end', () => resolve(namedIn(response)));
          response.on('error', reject);
          response.resume();
        },
      );
      request.on('timeout', () => request.destroy());
      request.on('error', reject);
    });
  }

  close(): void {
    this.#agent.destroy();
  }
}

function namedIn({ headers }: IncomingMessage): Outcome {
  return outcomes.find((outcome) => outcome === headers['x-outcome']) ?? 'error';
}
