// The pages of a website, on an origin of their own.
import { EventEmitter, once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { text } from 'node:stream/consumers';

export interface Page {
  readonly html: string;
  readonly type?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

export interface WebsiteRequest {
  readonly method: string;
  readonly url: URL;
  readonly cookies: string;
  readonly body: string;
}

export class Website {
  /** The pages by path. */
  pages: Readonly<Record<string, Page | string>> = {};
  /** What is not a page, such as the cart of a shop. It returns undefined for everything else. */
  answer: (request: WebsiteRequest) => Page | undefined = () => undefined;
  readonly #server: Server;
  readonly #requests = new EventEmitter();

  private constructor(server: Server) {
    this.#server = server;
  }

  static async start(): Promise<Website> {
    const server = createServer();
    const website = new Website(server);
    server.on('request', async (request, response) => {
      const url = new URL(request.url!, 'http://website');
      const { pathname } = url;
      website.#requests.emit(pathname);
      const { method = '', headers: received } = request;
      const cookies = received.cookie ?? '';
      const page = website.answer({ method, url, cookies, body: await text(request) }) ?? website.pages[pathname];
      const { html, type = 'text/html', headers = {} } = typeof page === 'object' ? page : { html: page ?? '' };
      const status = page === undefined ? 404 : 200;
      response.writeHead(status, { 'content-type': `${type}; charset=utf-8`, ...headers }).end(html);
    });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    return website;
  }

  get url(): string {
    const { port } = this.#server.address() as { port: number };
    return `http://127.0.0.1:${port}`;
  }

  async asked(path: string): Promise<void> {
    await once(this.#requests, path);
  }

  close(): void {
    this.#server.close();
    this.#server.closeAllConnections();
  }
}

/** What an author puts into the head of a page. */
export function snippet(serviceUrl: string, attributes: string, path = '/t.js'): string {
  return `<!doctype html><meta charset="utf-8"><link rel="icon" href="data:,"><title>Shop</title>
    <script>window.funnel=window.funnel||function(){(funnel.q=funnel.q||[]).push(arguments)}</script>
    <script defer src="${serviceUrl}${path}" ${attributes}></script>`;
}
