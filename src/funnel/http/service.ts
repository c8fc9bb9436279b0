import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Duplex } from 'node:stream';
import { type Reply, Routes, type RoutesOptions, refusal } from './routes.ts';

/** What is served, and where; always on loopback. */
export interface ServiceOptions extends Omit<RoutesOptions, 'responses'> {
  /** 0 takes a free one. */
  readonly port: number;
  /** Changes the bounds, for tests. */
  readonly limits?: Partial<typeof defaultLimits>;
}

/** Bounds of one service; times in milliseconds. */
const defaultLimits = {
  /** A connection beyond it is closed unanswered. */
  connections: 1_024,
  /** All headers together; more is a 431. */
  headerBytes: 8_192,
  /** From the first byte of a request to the end of its headers, and of its body: else a 408. */
  headersMs: 5_000,
  requestMs: 10_000,
  /** A connection without a request. */
  keepAliveMs: 5_000,
  /** A connection on which nothing moves; a rebuild of a large table may take as long. */
  silenceMs: 120_000,
  /** Requests under way at a stop; the servers behind end after it, and Ctrl-C shall be quick. */
  stopMs: 3_000,
};

/** Where a service listens: on loopback only. */
export const serviceHost = '127.0.0.1';
const jsonType = 'application/json; charset=utf-8';

/**
 * The funnel over HTTP, on loopback only: `GET /api/seckill/{skuId}`, `POST /api/cache/warm`,
 * `GET /api/cache/stats`, `GET /metrics`. It owns its sockets and nothing else.
 */
export class HttpService {
  readonly #server: Server;
  readonly #routes: Routes;
  readonly #options: ServiceOptions;
  readonly #limits: typeof defaultLimits;
  readonly #responses = new Map<number, number>();
  /** What each connection waits for: its requests, and the ends of their answers. */
  readonly #underWay = new Map<Duplex, Map<IncomingMessage, Promise<void>>>();
  #stopping = false;

  private constructor(options: ServiceOptions) {
    this.#options = options;
    this.#limits = { ...defaultLimits, ...options.limits };
    this.#routes = new Routes({ ...options, responses: this.#responses });
    const { connections, headerBytes, headersMs, requestMs, keepAliveMs, silenceMs } = this.#limits;
    this.#server = createServer({
      maxHeaderSize: headerBytes,
      headersTimeout: headersMs,
      requestTimeout: requestMs,
      keepAliveTimeout: keepAliveMs,
      connectionsCheckingInterval: Math.min(headersMs, 1_000),
      // Its own refusal is no JSON; `Routes` refuses in its place.
      requireHostHeader: false,
    });
    this.#server.maxConnections = connections;
    this.#server.setTimeout(silenceMs);
    this.#server.on('connection', (socket) => {
      this.#underWay.set(socket, new Map());
      socket.once('close', () => this.#underWay.delete(socket));
    });
    const serve = (...pair: Exchange) => void this.#serve(...pair);
    this.#server.on('request', serve);
    // A server may pass over what it is told to expect (RFC 9110, 10.1.1).
    this.#server.on('checkExpectation', serve);
    this.#server.on('connect', (_, socket) => void this.#refuse('CONNECT', socket));
    this.#server.on('clientError', ({ code }: NodeJS.ErrnoException, socket) => {
      void this.#refuse(code, socket);
    });
  }

  /** @throws the system's error where the port cannot be had (`EADDRINUSE`, `EACCES`) */
  static async listen(options: ServiceOptions): Promise<HttpService> {
    const service = new HttpService(options);
    service.#server.listen(options.port, serviceHost);
    await once(service.#server, 'listening');
    service.#server.on('error', (error) => options.log(`HTTP: ${error.message}`));
    return service;
  }

  /** `http://127.0.0.1:8080` */
  get url(): string {
    return `http://${serviceHost}:${(this.#server.address() as AddressInfo).port}`;
  }

  async #serve(...[request, response]: Exchange): Promise<void> {
    const own = this.#underWay.get(request.socket);
    own?.set(request, new Promise<void>((resolve) => response.once('close', resolve)));
    response.once('close', () => own?.delete(request));
    const reply = await this.#answer(request);
    // A client that has gone, or has been refused meanwhile, gets no answer that could be counted.
    if (request.socket.writable) this.#send(response, reply);
  }

  async #answer(request: IncomingMessage): Promise<Reply> {
    try {
      return await this.#routes.answer(request);
    } catch (error) {
      // A client that went away in the middle of its body is no fault, and hears nothing.
      if (!request.errored) this.#options.log(`HTTP: a fault of ours: ${(error as Error).stack}`);
      return refusal(500, 'internal error');
    }
  }

  #send(response: ServerResponse, { status, body, headers }: Reply): void {
    this.#count(status);
    const bytes = Buffer.from(body);
    response.writeHead(status, {
      'Content-Type': jsonType,
      'Content-Length': bytes.length,
      'Cache-Control': 'no-store',
      ...(this.#stopping && { Connection: 'close' }),
      ...headers,
    });
    response.end(bytes);
  }

  /**
   * What is no HTTP, too large or too slow; there is no request to answer then, only a socket. The
   * whole requests that came before on it are answered first, as the client takes answers in order.
   */
  async #refuse(code: string | undefined, socket: Duplex): Promise<void> {
    if (code === 'ECONNRESET' || !socket.writable) return void socket.destroy();
    const own = this.#underWay.get(socket);
    // Once: what comes behind a malformed request is malformed, too.
    if (own === undefined) return;
    this.#underWay.delete(socket);
    await Promise.all([...own].map(([request, answered]) => request.complete && answered));
    if (!socket.writable) return;
    const [status, text, words] = clientErrors[code ?? ''] ?? malformed;
    this.#count(status);
    const { body } = refusal(status, words);
    const head = [
      `HTTP/1.1 ${status} ${text}`,
      `Content-Type: ${jsonType}`,
      `Content-Length: ${body.length}`,
      'Connection: close',
    ];
    socket.end(`${head.join('\r\n')}\r\n\r\n${body}`);
  }

  #count(status: number): void {
    this.#responses.set(status, (this.#responses.get(status) ?? 0) + 1);
  }

  /** Accepts nothing more, lets requests under way end, for `stopMs` at most. */
  async stop(): Promise<void> {
    this.#stopping = true;
    const closed = once(this.#server, 'close');
    this.#server.close();
    // Also those on which nothing or half a request has come: Node would wait for the rest.
    for (const [socket, own] of this.#underWay) if (own.size === 0) socket.destroy();
    const timer = setTimeout(() => this.#server.closeAllConnections(), this.#limits.stopMs);
    await closed;
    clearTimeout(timer);
  }
}

type Exchange = [request: IncomingMessage, response: ServerResponse];

type ClientError = readonly [status: number, text: string, words: string];

const malformed: ClientError = [400, 'Bad Request', 'the request is malformed'];

const clientErrors: Readonly<Record<string, ClientError>> = {
  HPE_HEADER_OVERFLOW: [431, 'Request Header Fields Too Large', 'the headers are too long'],
  CONNECT: [501, 'Not Implemented', 'this is no proxy'],
  ERR_HTTP_REQUEST_TIMEOUT: [408, 'Request Timeout', 'the request took too long'],
};
