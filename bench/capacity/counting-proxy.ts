// A TCP proxy that counts the bytes in both directions: what would travel over the network if the server were elsewhere.
import { once } from 'node:events';
import { type AddressInfo, connect, createServer } from 'node:net';

export class CountingProxy implements AsyncDisposable {
  readonly url: string;
  bytes = 0;
  readonly #stop: () => void;

  private constructor(url: string, stop: () => void) {
    this.url = url;
    this.#stop = stop;
  }

  static async start(targetUrl: string): Promise<CountingProxy> {
    const target = new URL(targetUrl);
    const server = createServer((client) => {
      const upstream = connect(Number(target.port), target.hostname);
      for (const [from, to] of [
        [client, upstream],
        [upstream, client],
      ] as const) {
        from.setNoDelay(true);
        from.on('data', (chunk) => {
          proxy.bytes += chunk.length;
        });
        from.pipe(to);
        from.on('error', () => to.destroy());
        from.on('close', () => to.destroy());
      }
    });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const url = Object.assign(new URL(targetUrl), { port: String((server.address() as AddressInfo).port) }).href;
    const proxy = new CountingProxy(url, () => server.close());
    return proxy;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#stop();
  }
}
