// A real HTTP server that keeps the requests it gets, as the receiver of webhooks.
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';

export interface ReceivedRequest {
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

export class HttpReceiver {
  readonly received: ReceivedRequest[] = [];
  /** What it answers. */
  status = 200;
  readonly #server = createServer(async (request, response) => {
    const body = await text(request);
    this.received.push({ path: request.url ?? '', headers: request.headers, body });
    response.writeHead(this.status).end('ok');
  });

  static async start(): Promise<HttpReceiver> {
    const receiver = new HttpReceiver();
    await new Promise<void>((resolve) => receiver.#server.listen(0, '127.0.0.1', resolve));
    return receiver;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  close(): Promise<unknown> {
    this.#server.closeAllConnections();
    return new Promise((resolve) => this.#server.close(resolve));
  }
}
