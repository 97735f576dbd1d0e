// A plain load balancer: hands each request to the next node, whoever sends it.
import { once } from 'node:events';
import { createServer, type IncomingMessage, request, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export class RoundRobinProxy {
  /** Addresses; to be filled when the nodes serve. */
  nodes: readonly string[] = [];
  /** What was handed on, in order. */
  readonly handedOn: { readonly path: string; readonly node: string }[] = [];
  readonly #server: Server;

  private constructor() {
    this.#server = createServer((incoming, outgoing) => this.#handOn(incoming, outgoing));
  }

  static async start(): Promise<RoundRobinProxy> {
    const proxy = new RoundRobinProxy();
    proxy.#server.listen(0, '127.0.0.1');
    await once(proxy.#server, 'listening');
    return proxy;
  }

  get url(): string {
    return `http://localhost:${(this.#server.address() as AddressInfo).port}`;
  }

  async close(): Promise<void> {
    this.#server.closeAllConnections();
    this.#server.close();
    await once(this.#server, 'close');
  }

  #handOn(incoming: IncomingMessage, outgoing: ServerResponse): void {
    const node = this.nodes[this.handedOn.length % this.nodes.length]!;
    const path = incoming.url!;
    this.handedOn.push({ path: path.split('?', 1)[0]!, node });
    const { method, headers, socket } = incoming;
    const forwarded = { ...headers, 'x-forwarded-for': socket.remoteAddress };
    const asked = request(node + path, { method, headers: forwarded }, (answer) => {
      outgoing.writeHead(answer.statusCode!, answer.headers);
      answer.pipe(outgoing);
    });
    asked.on('error', () => outgoing.destroy());
    incoming.pipe(asked);
  }
}
