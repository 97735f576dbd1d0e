// Sends raw bytes to the server, which client libraries would refuse to send.
import { connect } from 'node:net';
import { ask } from './ask.ts';

/** Longer than any response takes, even on a busy machine. */
const PATIENCE = 200;

/**
 * Sends the bytes on a new connection, and returns everything received until the server closes it. If the
 * server waits for more, the connection is ended after `patience` other requests have been answered.
 */
export async function exchange(baseUrl: string, bytes: string, patience = PATIENCE): Promise<string> {
  const socket = connect({ host: '127.0.0.1', port: Number(new URL(baseUrl).port), allowHalfOpen: true });
  let received = '';
  socket.setEncoding('latin1');
  socket.on('data', (text: string) => {
    received += text;
  });
  // The server may close while bytes are still in transit.
  socket.on('error', () => {});
  // Not with `once`, which rejects on the first error.
  const closed = new Promise((resolve) => socket.on('close', resolve));
  socket.on('end', () => socket.end());
  socket.write(Buffer.from(bytes, 'latin1'));
  let isOver = false;
  void closed.then(() => {
    isOver = true;
  });
  for (let other = 0; other < patience && !isOver; other++) {
    await Promise.race([ask(baseUrl, { path: '/readyz' }), closed]);
  }
  socket.end();
  await closed;
  return received;
}

export interface RawResponse {
  readonly status: number;
  readonly headers: ReadonlyMap<string, string>;
  readonly body: string;
}

/** `isHead`: responses have no body. Throws if the bytes are not complete, well-formed responses. */
export function responsesIn(received: string, isHead = false): RawResponse[] {
  const responses: RawResponse[] = [];
  let rest = received;
  while (rest !== '') {
    const end = rest.indexOf('\r\n\r\n');
    if (end < 0) throw new Error(`not an answer: ${JSON.stringify(rest.slice(0, 200))}`);
    const [statusLine = '', ...lines] = rest.slice(0, end).split('\r\n');
    const [, status] = /^HTTP\/1\.1 (\d{3}) [\w' -]+$/.exec(statusLine) ?? [];
    if (status === undefined) throw new Error(`not a status line: ${JSON.stringify(statusLine)}`);
    const headers = new Map(lines.map(headerOf));
    rest = rest.slice(end + 4);
    if (status === '100') continue;
    const { body, length } = isHead ? { body: '', length: 0 } : bodyOf(Number(status), headers, rest);
    responses.push({ status: Number(status), headers, body });
    rest = rest.slice(length);
  }
  return responses;
}

function headerOf(line: string): [string, string] {
  const [, name, value] = /^([\w-]+): ?([\x20-\x7e]*)$/.exec(line) ?? [];
  if (name === undefined) throw new Error(`not a header: ${JSON.stringify(line)}`);
  return [name.toLowerCase(), value!];
}

function bodyOf(status: number, headers: ReadonlyMap<string, string>, rest: string): { body: string; length: number } {
  if (status === 204 || status === 304) return { body: '', length: 0 };
  const length = Number(headers.get('content-length') ?? Number.NaN);
  if (!(length <= rest.length)) throw new Error(`the body is not ${length} bytes long: ${rest.length}`);
  return { body: Buffer.from(rest.slice(0, length), 'latin1').toString('utf8'), length };
}
