// What a protocol of another service looks like from outside: its routes, as data, without a server. The server mounts them as they are
// (mount-protocol.ts). They are not operations: paths and answers are not ours to define.
// Why: docs/decisions/events.md, "A protocol is one folder, and nothing below knows it".
import type { IncomingMessage } from 'node:http';
import type { Caller } from '../../../core/contract/access/guard.ts';

export interface Protocol {
  readonly routes: readonly ProtocolRoute[];
  /** The headers that pages of any origin may send (CORS). It is undefined if only servers send. */
  readonly headersOfPages?: readonly string[];
}

export interface ProtocolRoute {
  readonly method: 'GET' | 'POST';
  /** `:name` stands for a parameter. */
  readonly path: string;
  /** The handler limits how often its callers may send. Without it, the server limits the requests of each address. */
  readonly limitsCallers?: boolean;
  /** Returns the body of the answer, which becomes JSON. */
  handle(request: ProtocolRequest): Promise<unknown>;
}

export interface ProtocolRequest {
  readonly params: Readonly<Record<string, string>>;
  /** The URL, the headers and the body, which has not been read. */
  readonly payload: IncomingMessage;
  readonly caller: Caller;
  /** Calls back when the request has ended in any way. */
  onClose(callback: () => void): void;
}
