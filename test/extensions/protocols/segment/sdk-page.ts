// A page of a shop that has an SDK in it, as its developers have bundled it from the package.
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { build, type Rolldown } from 'vite';

const ENTRY = 'virtual:sdk';

/** One script that runs the module, and makes its exports global as `sdk`. */
export async function bundle(moduleText: string): Promise<string> {
  const result = await build({
    configFile: false,
    logLevel: 'silent',
    plugins: [
      {
        name: 'sdk',
        resolveId: (id) => (id.endsWith(ENTRY) ? ENTRY : undefined),
        load: (id) => (id === ENTRY ? moduleText : undefined),
      },
    ],
    build: { write: false, minify: false, lib: { entry: ENTRY, formats: ['iife'], name: 'sdk', fileName: 'sdk' } },
    define: { 'process.env.NODE_ENV': '"production"' },
  });
  const [{ output }] = [result].flat() as [Rolldown.RolldownOutput];
  return output[0].code;
}

export class SdkPage {
  readonly #server: Server;

  private constructor(server: Server) {
    this.#server = server;
  }

  /** The script may be made later than the page, whose origin it needs. */
  static async serve(script: () => string): Promise<SdkPage> {
    const server = createServer((request, response) => {
      const isScript = request.url === '/sdk.js';
      response.setHeader('content-type', isScript ? 'text/javascript' : 'text/html');
      response.end(
        isScript ? script() : '<!doctype html><title>Shop</title><script src="/sdk.js"></script><h1>Shop</h1>',
      );
    });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    return new SdkPage(server);
  }

  get origin(): string {
    return `http://127.0.0.1:${(this.#server.address() as { port: number }).port}`;
  }

  close(): void {
    this.#server.closeAllConnections();
    this.#server.close();
  }
}
