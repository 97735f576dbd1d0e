// Tracks the requests in progress: to limit their number, and to end their connections when the server closes.
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

export class RequestsInProgress {
  readonly #responses = new Set<ServerResponse>();
  readonly #slow = new WeakSet<IncomingMessage>();

  constructor(server: Server) {
    const responses = this.#responses;
    // One listener for all of them, because a new one for every request would take longer than all else here.
    const remove = function (this: ServerResponse) {
      responses.delete(this);
    };
    // This listener is the first, so that a request is counted before the limit is checked.
    server.prependListener('request', (_request, response: ServerResponse) => {
      responses.add(response);
      response.on('close', remove);
    });
  }

  get count(): number {
    return this.#responses.size;
  }

  /** The responses in the order in which their requests arrived. */
  on(socket: Socket): ServerResponse[] {
    return [...this.#responses].filter(({ req }) => req.socket === socket);
  }

  /** The request may take longer than others to arrive. */
  letTakeTime(request: IncomingMessage): void {
    this.#slow.add(request);
  }

  mayTakeTime(request: IncomingMessage): boolean {
    return this.#slow.has(request);
  }

  /** Sends `Connection: close` with each pending response, so that clients do not reuse the connection. */
  endConnections(): void {
    for (const response of this.#responses) response.shouldKeepAlive = false;
  }
}
