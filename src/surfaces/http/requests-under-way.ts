// The requests that are being answered right now: how many there are, and how their connections end when the server closes.
import type { Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

export class RequestsUnderWay {
  readonly #responses = new Set<ServerResponse>();

  constructor(server: Server) {
    // Before everybody else: a request is counted when it is judged whether there are too many.
    server.prependListener('request', (_request, response: ServerResponse) => {
      this.#responses.add(response);
      response.once('close', () => this.#responses.delete(response));
    });
  }

  get count(): number {
    return this.#responses.size;
  }

  /** In the order in which they came. */
  on(socket: Socket): ServerResponse[] {
    return [...this.#responses].filter(({ req }) => req.socket === socket);
  }

  /** Each answer that is still to come says `Connection: close`, so that nobody asks again where nobody listens. */
  endConnections(): void {
    for (const response of this.#responses) response.shouldKeepAlive = false;
  }
}
