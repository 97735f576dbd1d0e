// Malformed HTTP requests. Node would accept some of them and close others without a body. Here all of them get a problem,
// with the same headers as every other response and a request id that is in the log.
// Why: docs/decisions/http.md, "Requests that RFC 9112 forbids are refused".
import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import type { Logger } from 'pino';
import { problemBody } from '../../../contract/operations/problem-body.ts';
import { Problem } from '../../../foundation/problem/problem.ts';
import { problemOf } from './errors.ts';
import type { RequestsInProgress } from './requests-in-progress.ts';
import { closeGently } from './unread-bodies.ts';

/** The problem for a request that Node's parser accepts although RFC 9112 forbids it. */
export function malformedRequestProblem({
  httpVersionMajor,
  httpVersionMinor,
  rawHeaders,
  url,
  method,
}: IncomingMessage): Problem | undefined {
  if (httpVersionMajor !== 1) return badRequest('Only HTTP/1.1 and HTTP/1.0 are supported.');
  if (url === '*' && method !== 'OPTIONS') return badRequest('The URL is malformed.');
  const hosts = countHosts(rawHeaders);
  // If there are two, a proxy in front may have checked another host than the one that this server would see.
  if (hosts > 1 || (hosts === 0 && httpVersionMinor === 1))
    return badRequest('A request must have exactly one Host header.');
  return undefined;
}

/** Also closes the connection, so that nothing more is read from it. */
function badRequest(detail: string): Problem {
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

interface MalformedRequestOptions {
  readonly inProgress: RequestsInProgress;
  readonly logger: Logger;
  readonly headers: Readonly<Record<string, string>>;
}

type ClientError = Error & { readonly code?: string };

/** Answers requests that could not be parsed at all. */
export function malformedRequestHandler({ inProgress, logger, headers }: MalformedRequestOptions) {
  return (error: ClientError, socket: Socket): void => {
    const respond = () => {
      if (error.code === 'ECONNRESET' || !socket.writable) socket.destroy();
      else {
        socket.write(rawResponse(problemOf(error), headers, logger));
        closeGently(socket);
      }
    };
    const pending = inProgress.on(socket);
    const last = pending.at(-1);
    // Node says so once of each request, and lets it go on if nobody ends it.
    if (error.code === 'ERR_HTTP_REQUEST_TIMEOUT' && last && inProgress.mayTakeTime(last.req)) return;
    if (!last) respond();
    // Earlier requests on this connection were well-formed: this response must come after theirs.
    else if (last.req.complete) last.once('close', respond);
    else if (pending.length > 1 || last.headersSent) socket.destroy();
    else respond();
  };
}

function rawResponse(problem: Problem, headers: Readonly<Record<string, string>>, logger: Logger): string {
  const requestId = randomUUID();
  const { status, title, code } = problemBody(problem);
  const body = JSON.stringify(problemBody(problem));
  logger.info({ reqId: requestId, status, ...(code !== undefined && { code }) }, `(malformed) ${status}`);
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
