// Requests that are not proper HTTP. Node would let some of them pass and answer others without a word; here they all get
// a problem, with the headers of every other answer and an id that is in the log.
import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import type { Logger } from 'pino';
import { Problem } from '../../problem.ts';
import { problemBody } from '../../problem-body.ts';
import { problemOf } from './errors.ts';
import type { RequestsUnderWay } from './requests-under-way.ts';

/** What the parser accepts and the standard (RFC 9112) does not. */
export function refusalOf({
  httpVersionMajor,
  httpVersionMinor,
  rawHeaders,
  url,
  method,
}: IncomingMessage): Problem | undefined {
  if (httpVersionMajor !== 1) return refused('Only HTTP/1.1 and HTTP/1.0 are spoken here.');
  if (url === '*' && method !== 'OPTIONS') return refused('The address is malformed.');
  const hosts = countHosts(rawHeaders);
  // Two of them mean two things to two readers, of which one may be a proxy that had to keep the request out.
  if (hosts > 1 || (hosts === 0 && httpVersionMinor === 1)) return refused('A request needs one Host header.');
  return undefined;
}

/** And nothing more is read from there. */
function refused(detail: string): Problem {
  return new Problem(400, detail, { headers: { connection: 'close' } });
}

function countHosts(rawHeaders: readonly string[]): number {
  let count = 0;
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const name = rawHeaders[index]!;
    if (name.length === 4 && name.toLowerCase() === 'host') count += 1;
  }
  return count;
}

export interface MalformedRequestParts {
  readonly underWay: RequestsUnderWay;
  readonly logger: Logger;
  readonly headers: Readonly<Record<string, string>>;
}

type ClientError = Error & { readonly code?: string };

/** For what could not even be read. */
export function malformedRequestHandler({ underWay, logger, headers }: MalformedRequestParts) {
  return (error: ClientError, socket: Socket): void => {
    const answer = () => {
      if (error.code === 'ECONNRESET' || !socket.writable) socket.destroy();
      else socket.end(rawAnswer(problemOf(error), headers, logger));
    };
    const pending = underWay.on(socket);
    const last = pending.at(-1);
    if (!last) answer();
    // What came before it was well-formed, and its answers come first: this one must not be taken for one of them.
    else if (last.req.complete) last.once('close', answer);
    else if (pending.length > 1 || last.headersSent) socket.destroy();
    else answer();
  };
}

function rawAnswer(problem: Problem, headers: Readonly<Record<string, string>>, logger: Logger): string {
  const requestId = randomUUID();
  const { status, title } = problemBody(problem);
  const body = JSON.stringify(problemBody(problem));
  logger.info({ reqId: requestId, status }, `(malformed) ${status}`);
  const fields = {
    'x-request-id': requestId,
    ...headers,
    'content-type': 'application/problem+json; charset=utf-8',
    'content-length': Buffer.byteLength(body),
    connection: 'close',
  };
  const lines = Object.entries(fields).map(([name, value]) => `${name}: ${value}\r\n`);
  return `HTTP/1.1 ${status} ${title}\r\n${lines.join('')}\r\n${body}`;
}
