// The baseline of the load benchmark, in a process of its own: one route that reads whatever is sent and gives the answer
// that it was told to give, and nothing else.
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import Fastify from 'fastify';

export interface BareAnswer {
  readonly status: number;
  readonly contentType: string;
  readonly body: string;
}

export class BareServer implements Disposable {
  readonly port: number;
  readonly #process: ChildProcess;

  private constructor(port: number, child: ChildProcess) {
    this.port = port;
    this.#process = child;
  }

  static async start(answer: BareAnswer): Promise<BareServer> {
    const child = fork(fileURLToPath(import.meta.url));
    child.send(answer);
    const [port] = (await once(child, 'message')) as [number];
    return new BareServer(port, child);
  }

  [Symbol.dispose](): void {
    this.#process.kill();
  }
}

async function serve({ status, contentType, body }: BareAnswer): Promise<number> {
  const server = Fastify({ bodyLimit: 8 * 1024 * 1024 });
  server.removeAllContentTypeParsers();
  server.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, bytes, done) => done(null, bytes));
  server.all('/*', async (_request, reply) => reply.code(status).type(contentType).send(body));
  const address = await server.listen({ port: 0, host: '127.0.0.1' });
  return Number(new URL(address).port);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  process.once('message', async (answer: BareAnswer) => process.send!(await serve(answer)));
}
