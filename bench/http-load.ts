// A light HTTP client for load: raw sockets with keep-alive, each sending its next request when an answer is complete.
// Lighter than Node's own client, so that the server is what is measured.
import { connect, type Socket } from 'node:net';
import { isMainThread, parentPort, Worker, workerData } from 'node:worker_threads';

const OK = Buffer.from('200');

export interface LoadPlan {
  readonly port: number;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  /** Makes it a POST. */
  readonly body?: string;
  readonly connections: number;
  readonly seconds: number;
}

/** Requests per second, from a thread of its own. */
export function measureLoad(plan: LoadPlan): Promise<number> {
  return new Promise((resolve, reject) => {
    const worker = new Worker(new URL(import.meta.url), { workerData: plan });
    worker.once('message', resolve);
    worker.once('error', reject);
  });
}

async function run(plan: LoadPlan): Promise<number> {
  const { path, body = '' } = plan;
  const length = body === '' ? {} : { 'content-length': String(Buffer.byteLength(body)) };
  const headers = Object.entries({ host: '127.0.0.1', ...plan.headers, ...length });
  const head = headers.map(([name, value]) => `${name}: ${value}\r\n`).join('');
  const request = Buffer.from(`${body === '' ? 'GET' : 'POST'} ${path} HTTP/1.1\r\n${head}\r\n${body}`);
  const until = performance.now() + plan.seconds * 1_000;
  const counts = await Promise.all(
    Array.from({ length: plan.connections }, () => keepAsking(plan.port, request, until)),
  );
  return counts.reduce((sum, count) => sum + count, 0) / plan.seconds;
}

function keepAsking(port: number, request: Buffer, until: number): Promise<number> {
  return new Promise((resolve, reject) => {
    const socket: Socket = connect(port, '127.0.0.1', () => socket.write(request));
    socket.setNoDelay(true);
    let answered = 0;
    let received = Buffer.alloc(0);
    socket.on('error', reject);
    socket.on('data', (piece) => {
      received = received.length === 0 ? piece : Buffer.concat([received, piece]);
      const length = answerLength(received);
      if (length === undefined || received.length < length) return;
      if (!received.subarray(9, 12).equals(OK)) {
        reject(new Error(received.subarray(0, 300).toString()));
        socket.destroy();
        return;
      }
      received = received.subarray(length);
      answered++;
      if (performance.now() < until) socket.write(request);
      else {
        socket.destroy();
        resolve(answered);
      }
    });
  });
}

function answerLength(received: Buffer): number | undefined {
  const headEnd = received.indexOf('\r\n\r\n');
  if (headEnd < 0) return undefined;
  const [, length] = /content-length: (\d+)/i.exec(received.toString('latin1', 0, headEnd)) ?? [];
  return headEnd + 4 + Number(length);
}

if (!isMainThread && workerData?.connections) parentPort!.postMessage(await run(workerData as LoadPlan));
