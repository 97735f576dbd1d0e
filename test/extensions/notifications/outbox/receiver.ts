// A real HTTP receiver of webhooks, which keeps what it gets and answers as it is told.
import {
  createServer,
  type IncomingHttpHeaders,
  type RequestListener,
  type Server,
  type ServerResponse,
} from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { waitUntil } from '../../../support/wait-until.ts';

interface ReceivedPost {
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

export type Answer = (response: ServerResponse, post: ReceivedPost) => void;

export class Receiver implements AsyncDisposable {
  readonly received: ReceivedPost[] = [];
  /** The answer of each path. If there is none, it is 200. */
  readonly answers = new Map<string, Answer>();
  readonly #server: Server;

  private constructor() {
    const listener: RequestListener = async (request, response) => {
      const post = { path: request.url!, headers: request.headers, body: await text(request) };
      this.received.push(post);
      const answer = this.answers.get(post.path) ?? ((response) => response.end('ok'));
      answer(response, post);
    };
    this.#server = createServer(listener);
  }

  static async start(): Promise<Receiver> {
    const receiver = new Receiver();
    await new Promise<void>((resolve) => receiver.#server.listen(0, '127.0.0.1', resolve));
    return receiver;
  }

  get host(): string {
    return `127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  url(path: string): string {
    return `http://${this.host}${path}`;
  }

  paths(): string[] {
    return this.received.map(({ path }) => path);
  }

  async until(count: number): Promise<void> {
    await waitUntil(`${count} messages have arrived`, () => this.received.length >= count);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }
}

export function status(code: number, headers: Record<string, string> = {}): Answer {
  return (response) => response.writeHead(code, headers).end();
}
