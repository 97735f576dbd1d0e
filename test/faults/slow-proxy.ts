// A network between the service and its database that can be slow, or swallow everything and say nothing.
import { once } from 'node:events';
import { connect, createServer, type Server, type Socket } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';

export class SlowProxy {
  readonly #server: Server;
  readonly #sockets = new Set<Socket>();
  #flowing = Promise.withResolvers<void>();
  /** The delay of each piece of data, in either direction. */
  delayMs = 0;

  private constructor(target: URL) {
    this.#flowing.resolve();
    this.#server = createServer((client) => {
      const server = connect(Number(target.port), target.hostname);
      void this.#pump(client, server);
      void this.#pump(server, client);
    });
  }

  static async start(targetUrl: string): Promise<SlowProxy> {
    const proxy = new SlowProxy(new URL(targetUrl));
    proxy.#server.listen(0, '127.0.0.1');
    await once(proxy.#server, 'listening');
    return proxy;
  }

  /** Returns the URL of the target, but through here. */
  urlOf(targetUrl: string): string {
    const url = new URL(targetUrl);
    url.port = String((this.#server.address() as { port: number }).port);
    return url.href;
  }

  /** Nothing gets through any more, not even the end of a connection. */
  stall(): void {
    this.#flowing = Promise.withResolvers();
  }

  flow(): void {
    this.#flowing.resolve();
  }

  async close(): Promise<void> {
    this.flow();
    this.#server.close();
    for (const socket of this.#sockets) socket.destroy();
  }

  async #pump(from: Socket, to: Socket): Promise<void> {
    this.#sockets.add(from);
    // A connection that breaks is told of by the loop.
    from.on('error', () => {});
    try {
      for await (const piece of from) {
        await this.#passage();
        to.write(piece);
      }
    } catch {
      // Whatever it was, the other side sees an end.
    }
    await this.#passage();
    to.destroy();
    this.#sockets.delete(from);
  }

  async #passage(): Promise<void> {
    if (this.delayMs > 0) await delay(this.delayMs);
    await this.#flowing.promise;
  }
}
