// The baseline of the load benchmark: a server in a process of its own, with one route that reads the request and sends a
// fixed response. Like the service, it tells at /metrics how much processor time it has taken.
import Fastify from 'fastify';
import { answerInChild, ForkedModule } from './forked-module.ts';

export interface BareResponse {
  readonly status: number;
  readonly contentType: string;
  readonly body: string;
}

export class BareServer implements Disposable {
  readonly port: number;
  readonly #process: Disposable;

  private constructor(port: number, process: Disposable) {
    this.port = port;
    this.#process = process;
  }

  static async start(response: BareResponse): Promise<BareServer> {
    const process = new ForkedModule<BareResponse, number>(import.meta.url);
    return new BareServer(await process.call(response), process);
  }

  [Symbol.dispose](): void {
    this.#process[Symbol.dispose]();
  }
}

async function serve({ status, contentType, body }: BareResponse): Promise<number> {
  const server = Fastify({ bodyLimit: 8 * 1024 * 1024 });
  server.removeAllContentTypeParsers();
  server.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, bytes, done) => done(null, bytes));
  server.get('/metrics', () => {
    const { user, system } = process.cpuUsage();
    return `process_cpu_seconds_total ${(user + system) / 1e6}\n`;
  });
  server.all('/*', async (_request, reply) => reply.code(status).type(contentType).send(body));
  const url = await server.listen({ port: 0, host: '127.0.0.1' });
  return Number(new URL(url).port);
}

answerInChild(import.meta.url, serve);
