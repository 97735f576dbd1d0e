// A response may be sent before the body of its request has ended: the body is too large, its sender may not send it, or
// the route does not use it. If the rest stayed unread, the next request on the connection would never be seen. So either Node reads the
// rest, or the connection ends with the response.
// Why: docs/decisions/http.md, "A body that is not read to its end ends the connection gently".
import { type IncomingMessage, type OutgoingHttpHeaders, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

interface DiscardBounds {
  readonly bytesMax: number;
  readonly msMax: number;
}

/** Twice the largest body that any route accepts: many clients read the response only after they have sent all of it. */
const DISCARDED: DiscardBounds = { bytesMax: 16 * 1024 * 1024, msMax: 5_000 };

/**
 * Every response of the server, whatever route sends it. It is not a hook of Fastify, because oidc-provider sends its responses
 * without Fastify.
 */
export class BodyEndingResponse<Request extends IncomingMessage = IncomingMessage> extends ServerResponse<Request> {
  /** Kept from the start, because a failed pipeline may take the socket from the request. */
  readonly #socket: Socket = this.req.socket;

  override writeHead(status: number, ...head: readonly unknown[]): this {
    if (!this.req.complete) this.#endBody();
    return super.writeHead(status, ...(head as [OutgoingHttpHeaders?]));
  }

  #endBody(): void {
    const socket = this.#socket;
    if (isReadByNode(this.req)) {
      // If the code that still reads the body fails, nobody reads the rest.
      this.req.once('close', () => {
        if (!this.req.complete) socket.destroy();
      });
      return;
    }
    this.shouldKeepAlive = false;
    // Node calls `destroySoon` when the response has been sent.
    socket.destroySoon = () => closeGently(socket);
  }
}

/** Whether Node reads the whole body even if nobody else does, within the timeout for requests. A request without a body has length 0. */
function isReadByNode({ headers, destroyed, readableHighWaterMark }: IncomingMessage): boolean {
  if (destroyed || headers['transfer-encoding'] !== undefined) return false;
  return Number(headers['content-length'] ?? 0) < readableHighWaterMark;
}

/**
 * Ends a connection after what was written to it. What still arrives is discarded until the client closes the connection, too:
 * closing it with unread bytes would reset it, and the client might never see the response.
 */
export function closeGently(socket: Socket, { bytesMax, msMax } = DISCARDED): void {
  socket.end();
  const timer = setTimeout(() => socket.destroy(), msMax);
  socket.once('close', () => clearTimeout(timer));
  let bytes = 0;
  const discard = (piece: Buffer) => {
    bytes += piece.length;
    if (bytes > bytesMax) socket.destroy();
  };
  // The HTTP parser must not see the rest: there are no more requests on this connection.
  socket.removeAllListeners('data');
  // The parser may have paused the socket. Node resumes it only while the parser is attached, which ends with the listener.
  socket.pause();
  socket.once('resume', () => socket.on('data', discard));
  socket.resume();
}
