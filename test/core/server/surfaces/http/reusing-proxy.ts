// A proxy that has one connection to the service and uses it for one request after the other, whoever sends them.
import { once } from 'node:events';
import { Agent, createServer, type IncomingMessage, request, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export class ReusingProxy {
  readonly #agent = new Agent({ keepAlive: true, maxSockets: 1 });
  readonly #targetUrl: string;
  readonly #server: Server;

  private constructor(targetUrl: string) {
    this.#targetUrl = targetUrl;
    this.#server = createServer((incoming, outgoing) => this.#passOn(incoming, outgoing));
  }

  static async start(targetUrl: string): Promise<ReusingProxy> {
    const proxy = new ReusingProxy(targetUrl);
    await once(proxy.#server.listen(0, '127.0.0.1'), 'listening');
    return proxy;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#agent.destroy();
    this.#server.closeAllConnections();
    this.#server.close();
    await once(this.#server, 'close');
  }

  #passOn(incoming: IncomingMessage, outgoing: ServerResponse): void {
    const { method, url, headers } = incoming;
    const { hostname, port } = new URL(this.#targetUrl);
    const options = { agent: this.#agent, hostname, port, path: url, method, headers };
    const asked = request(options, (answer) => {
      const { connection: _, ...passedOn } = answer.headers;
      outgoing.writeHead(answer.statusCode!, passedOn);
      answer.pipe(outgoing);
    });
    asked.on('error', () => {
      // The service may have ended the connection after its response.
      if (outgoing.headersSent) incoming.resume();
      else outgoing.destroy();
    });
    // A client that has gone sends no more of its body.
    incoming.once('close', () => {
      if (!incoming.complete) asked.destroy();
    });
    incoming.pipe(asked);
  }
}
