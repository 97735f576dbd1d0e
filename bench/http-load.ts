// A light HTTP client for load tests: raw sockets with keep-alive, each sends its next request when the response is complete.
// Lighter than Node's own client, so that the server is the bottleneck.
import { randomInt } from 'node:crypto';
import { connect, type Socket } from 'node:net';
import { isMainThread, parentPort, Worker, workerData } from 'node:worker_threads';

const STATUS_OFFSET = 'HTTP/1.1 '.length;
const DIGIT_TWO = '2'.charCodeAt(0);

export interface LoadRequest {
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  /** Makes it a POST. */
  readonly body?: string;
}

export interface LoadPlan extends LoadRequest {
  /**
   * This share of the visitors in the body is replaced in each request by some that nobody has sent before, and the others by some of
   * earlier requests. undefined: all requests have the same visitors.
   */
  readonly newVisitorShare?: number;
  readonly port: number;
  readonly connections: number;
  readonly seconds: number;
}

/** Requests per second. Runs in a worker thread. */
export function measureLoad(plan: LoadPlan): Promise<number> {
  return new Promise((resolve, reject) => {
    const worker = new Worker(new URL(import.meta.url), { workerData: plan });
    worker.once('message', resolve);
    worker.once('error', reject);
  });
}

/** The processor time that the service on this port has taken so far. */
export async function processorSeconds(port: number): Promise<number> {
  const metrics = await (await fetch(`http://127.0.0.1:${port}/metrics`)).text();
  return Number(/^process_cpu_seconds_total (\S+)/m.exec(metrics)![1]);
}

async function run(plan: LoadPlan): Promise<number> {
  const request = requestBytes(plan);
  const next = plan.newVisitorShare ? withOtherVisitors(request, plan.newVisitorShare) : () => request;
  const until = performance.now() + plan.seconds * 1_000;
  let responses = 0;
  const count = () => {
    responses++;
  };
  await Promise.all(Array.from({ length: plan.connections }, () => keepRequesting(plan.port, next, until, count)));
  return responses / plan.seconds;
}

const VISITOR_FIELD = '"visitor":"';
/** Visitors are UUIDs. */
const VISITOR_LENGTH = 36;

/** The events of a visitor still have the same one. */
function withOtherVisitors(request: Buffer, newShare: number): () => Buffer {
  const places: number[] = [];
  for (let at = request.indexOf(VISITOR_FIELD); at >= 0; at = request.indexOf(VISITOR_FIELD, at + 1)) {
    places.push(at + VISITOR_FIELD.length);
  }
  const byVisitor = Map.groupBy(places, (place) => request.toString('latin1', place, place + VISITOR_LENGTH));
  const first = randomInt(2 ** 32);
  let count = 0;
  const nextVisitor = () => {
    const isNew = count === 0 || Math.random() < newShare;
    const number = isNew ? count++ : Math.floor(Math.random() * count);
    return ((first + number) >>> 0).toString(16).padStart(VISITOR_LENGTH, '0');
  };
  return () => {
    // A copy: the one before may still be on its way.
    const copy = Buffer.from(request);
    for (const ofVisitor of byVisitor.values()) {
      const visitor = nextVisitor();
      for (const place of ofVisitor) copy.write(visitor, place, 'latin1');
    }
    return copy;
  };
}

export function requestBytes({ path, headers: own, body = '' }: LoadRequest): Buffer {
  const length = body === '' ? {} : { 'content-length': String(Buffer.byteLength(body)) };
  const headers = Object.entries({ host: '127.0.0.1', ...own, ...length });
  const head = headers.map(([name, value]) => `${name}: ${value}\r\n`).join('');
  return Buffer.from(`${body === '' ? 'GET' : 'POST'} ${path} HTTP/1.1\r\n${head}\r\n${body}`);
}

/** Sends requests on one connection until the time is over. Rejects if a response is not a success. */
export function keepRequesting(
  port: number,
  nextRequest: () => Buffer,
  until: number,
  onResponse: (milliseconds: number) => void,
): Promise<void> {
  return new Promise((resolve, reject) => {
    let sentAt = 0;
    const send = () => {
      sentAt = performance.now();
      socket.write(nextRequest());
    };
    const socket: Socket = connect(port, '127.0.0.1', send);
    socket.setNoDelay(true);
    let received = Buffer.alloc(0);
    socket.on('error', reject);
    socket.on('data', (chunk) => {
      received = received.length === 0 ? chunk : Buffer.concat([received, chunk]);
      const length = responseLength(received);
      if (length === undefined || received.length < length) return;
      if (received[STATUS_OFFSET] !== DIGIT_TWO) {
        reject(new Error(received.subarray(0, 300).toString()));
        socket.destroy();
        return;
      }
      received = received.subarray(length);
      const now = performance.now();
      onResponse(now - sentAt);
      if (now < until) send();
      else {
        socket.destroy();
        resolve();
      }
    });
  });
}

function responseLength(received: Buffer): number | undefined {
  const headEnd = received.indexOf('\r\n\r\n');
  if (headEnd < 0) return undefined;
  const [, length] = /content-length: (\d+)/i.exec(received.toString('latin1', 0, headEnd)) ?? [];
  return headEnd + 4 + Number(length);
}

if (!isMainThread && workerData?.connections) parentPort!.postMessage(await run(workerData as LoadPlan));
