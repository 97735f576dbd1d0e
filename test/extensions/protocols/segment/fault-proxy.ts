// The network between an SDK and the service, which fails as it is told: for each request that sends events, the next fault.
import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { buffer } from 'node:stream/consumers';

/**
 * lost: the connection is cut before the service gets the request.
 * unanswered: the service has counted the events, and the connection is cut before the SDK learns of it.
 */
export type Fault = 429 | 503 | 'lost' | 'unanswered';

export class FaultProxy {
  readonly #server: Server;
  readonly #targetUrl: string;
  /** Taken from the front. Without any, everything gets through. */
  faults: Fault[] = [];
  /** Requests with events to which the service gave these statuses. */
  readonly statuses: number[] = [];

  private constructor(targetUrl: string) {
    this.#targetUrl = targetUrl;
    this.#server = createServer((request, response) => {
      this.#handle(request, response).catch(() => response.destroy());
    });
  }

  static async start(targetUrl: string): Promise<FaultProxy> {
    const proxy = new FaultProxy(targetUrl);
    proxy.#server.listen(0, '127.0.0.1');
    await once(proxy.#server, 'listening');
    return proxy;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as { port: number }).port}`;
  }

  async close(): Promise<void> {
    this.#server.closeAllConnections();
    this.#server.close();
  }

  async #handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = await buffer(request);
    const fault = request.method === 'POST' ? this.faults.shift() : undefined;
    if (fault === 'lost') return void response.destroy();
    if (typeof fault === 'number') return refuse(response, request, fault);
    const { host: _, connection: __, 'content-length': ___, ...headers } = request.headers;
    const answer = await fetch(this.#targetUrl + request.url, {
      method: request.method!,
      headers: headers as Record<string, string>,
      ...(body.length > 0 && { body: new Uint8Array(body) }),
    });
    const text = await answer.text();
    if (request.method === 'POST') this.statuses.push(answer.status);
    if (fault === 'unanswered') return void response.destroy();
    const passed = [...answer.headers].filter(
      ([name]) => !['connection', 'keep-alive', 'content-length'].includes(name),
    );
    response.writeHead(answer.status, Object.fromEntries(passed)).end(text);
  }
}

/** As the service does it: the page may read why. */
function refuse(response: ServerResponse, { headers }: IncomingMessage, status: number): void {
  response
    .writeHead(status, {
      'retry-after': '1',
      'access-control-allow-origin': headers.origin ?? '*',
      'access-control-expose-headers': 'Retry-After',
    })
    .end('{}');
}
