// Sends one request with any method and headers: `fetch` forbids some.
import { Agent, type IncomingHttpHeaders, request } from 'node:http';

const agent = new Agent({ keepAlive: true, maxSockets: 16 });

export interface Question {
  readonly method?: string;
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | Uint8Array | undefined;
}

export interface Answer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly text: string;
}

export function ask(baseUrl: string, { method = 'GET', path, headers = {}, body }: Question): Promise<Answer> {
  const { hostname, port } = new URL(baseUrl);
  const { promise, resolve, reject } = Promise.withResolvers<Answer>();
  const outgoing = request({ agent, hostname, port, method, path, headers }, async (incoming) => {
    try {
      const pieces: Buffer[] = [];
      for await (const piece of incoming as AsyncIterable<Buffer>) pieces.push(piece);
      const text = Buffer.concat(pieces).toString('utf8');
      resolve({ status: incoming.statusCode!, headers: incoming.headers, text });
    } catch (error) {
      reject(error);
    }
  });
  outgoing.on('error', reject);
  outgoing.end(body);
  return promise;
}
