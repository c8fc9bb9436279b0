import type { IncomingMessage } from 'node:http';
import type { Answer, Funnel } from '../funnel.ts';
import { Gate, OverloadedError } from '../gate.ts';
import { Health } from '../health.ts';
import { encodeSku } from '../sku.ts';
import type { SkuTable } from '../sku-table.ts';
import { bloomStats } from './bloom-stats.ts';
import {
  decoded,
  parseWarmOrder,
  pathOf,
  readBody,
  urlCharsMax,
  type WarmOrder,
  warmOrderForm,
} from './http-request.ts';
import { type Measured, metricsText, metricsType } from './metrics-text.ts';

/** What an HTTP request is answered with. */
export interface Reply {
  readonly status: number;
  readonly body: string;
  /** Beside those that every answer has. */
  readonly headers?: Readonly<Record<string, string>>;
}

export interface RoutesOptions {
  readonly funnel: Pick<Funnel, 'detail' | 'warm' | 'rebuild' | 'membership' | 'stats'>;
  readonly table: Pick<SkuTable, 'load'>;
  /**
   * Names the outcome of a request in the header `x-outcome`. Off by default: it would tell an
   * attacker which absent ids pass the filter.
   */
  readonly lab?: boolean;
  readonly responses: Measured['responses'];
  readonly log: (line: string) => void;
}

type Handler = (request: IncomingMessage, path: string) => Promise<Reply> | Reply;

interface Route {
  readonly path: RegExp;
  readonly methods: readonly string[];
  readonly answer: Handler;
}

const detailPath = '/api/seckill/';

/** Warm-ups that may wait for the one that runs, and how long. */
const warmGate = { places: 1, queueLimit: 8, waitMs: 30_000 };

/** An answer that is no SKU. `error` is a text of ours and never holds what the client sent. */
export function refusal(status: number, error: string, headers?: Reply['headers']): Reply {
  return { ...json(status, { error }), ...(headers && { headers }) };
}

/** Said with a 503: the place may be free again in a second. */
const retryLater = { 'Retry-After': '1' };

/** What the service answers on each path; it knows nothing of sockets. */
export class Routes {
  readonly #options: RoutesOptions;
  readonly #routes: readonly Route[];
  /** Warm-ups run one after another: each may read the whole table. */
  readonly #warming = new Gate(warmGate);
  readonly #warmUps: Health;

  constructor(options: RoutesOptions) {
    this.#options = options;
    this.#warmUps = new Health('warm', options.log);
    const read = ['GET', 'HEAD'];
    this.#routes = [
      {
        path: /^\/api\/seckill\/[^/]*$/,
        methods: read,
        answer: (_, path) => this.#detail(decoded(path.slice(detailPath.length))),
      },
      { path: /^\/api\/cache\/stats$/, methods: read, answer: () => this.#stats() },
      { path: /^\/metrics$/, methods: read, answer: () => this.#metrics() },
      {
        path: /^\/api\/cache\/warm$/,
        methods: ['POST'],
        answer: (request) => this.#warm(request),
      },
    ];
  }

  async answer(request: IncomingMessage): Promise<Reply> {
    if (request.httpVersion === '1.1' && request.headersDistinct.host?.length !== 1) {
      return refusal(400, 'a request has one Host');
    }
    const target = request.url ?? '';
    if (target.length > urlCharsMax) {
      return refusal(414, `the URL is longer than ${urlCharsMax} characters`);
    }
    const path = pathOf(target);
    const route = this.#routes.find((one) => path !== undefined && one.path.test(path));
    if (path === undefined || route === undefined) {
      const malformed = path === undefined || decoded(path) === undefined;
      return malformed ? refusal(400, 'the URL is malformed') : refusal(404, 'no such path');
    }
    if (!route.methods.includes(request.method ?? '')) {
      return refusal(405, 'no such method here', { Allow: route.methods.join(', ') });
    }
    return route.answer(request, path);
  }

  async #detail(id: string | undefined): Promise<Reply> {
    const answer = await this.#options.funnel.detail(id);
    const reply = detailReply(answer);
    if (this.#options.lab !== true) return reply;
    return { ...reply, headers: { ...reply.headers, 'x-outcome': answer.outcome } };
  }

  #stats(): Reply {
    const { funnel } = this.#options;
    return json(200, { bloom: bloomStats(funnel), ...funnel.stats() });
  }

  #metrics(): Reply {
    const { funnel, table, responses } = this.#options;
    const body = metricsText({ funnel, mysql: table.load, responses });
    return { status: 200, body, headers: { 'Content-Type': metricsType } };
  }

  async #warm(request: IncomingMessage): Promise<Reply> {
    const body = await readBody(request);
    if (body === undefined) return refusal(413, 'the body is too long', { Connection: 'close' });
    const order = parseWarmOrder(body);
    if (order === undefined) return refusal(400, warmOrderForm);
    try {
      return json(200, await this.#warming.run(() => this.#warmed(order)));
    } catch (error) {
      if (error instanceof OverloadedError) {
        return refusal(503, 'other warm-ups are under way', retryLater);
      }
      this.#warmUps.down(`failed (${(error as Error).message})`);
      return refusal(503, 'MySQL does not answer', retryLater);
    }
  }

  async #warmed(order: WarmOrder) {
    const { funnel } = this.#options;
    if (order.rebuild_bloom) await funnel.rebuild();
    const warmed = await funnel.warm(order.limit);
    this.#warmUps.up();
    return { warmed, bloom: bloomStats(funnel) };
  }
}

/** All kinds of absence give the same bytes: nobody can tell a false positive by them. */
function detailReply({ outcome, sku, error }: Answer): Reply {
  if (sku !== undefined) return { status: 200, body: encodeSku(sku) };
  switch (outcome) {
    case 'invalid':
      return refusal(400, 'a SKU id is a decimal number from 0 to 18446744073709551615');
    case 'error':
      return refusal(
        503,
        error === 'overloaded' ? 'overloaded' : 'MySQL does not answer',
        retryLater,
      );
    default:
      return refusal(404, 'no such SKU');
  }
}

function json(status: number, value: object): Reply {
  return { status, body: JSON.stringify(value) };
}
