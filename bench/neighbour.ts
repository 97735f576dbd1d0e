// The neighbour: a tenant that must not be affected by the attacks of another one. It sends requests at a steady rate, whether
// or not the earlier ones have been answered, each on a new connection, and measures the response times.
import { request as httpRequest } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';
import { answerInChild, ForkedModule } from './forked-module.ts';
import type { LoadRequest } from './http-load.ts';

const RESPONSE_MS_MAX = 30_000;

interface NeighbourPlan {
  readonly port: number;
  /** The requests by name; each is sent at this rate. */
  readonly requests: Readonly<Record<string, LoadRequest>>;
  readonly perSecond: number;
  readonly seconds: number;
}

export interface NeighbourTimes {
  readonly sent: number;
  /** How many got no 2xx response: they were rejected, disconnected or timed out. */
  readonly failed: number;
  /** The median of all requests. A failed one counts as the slowest, because a quick rejection is not a quick response. */
  readonly p50Ms: number;
  readonly p99Ms: number;
}

/** Sends its requests from a process of its own. */
export class Neighbour extends ForkedModule<NeighbourPlan, Record<string, NeighbourTimes>> {
  constructor() {
    super(import.meta.url);
  }
}

async function sendAll(plan: NeighbourPlan): Promise<Record<string, NeighbourTimes>> {
  const measured = Object.entries(plan.requests).map(async ([name, request]) => [
    name,
    await keepSending(plan, request),
  ]);
  return Object.fromEntries(await Promise.all(measured));
}

async function keepSending({ port, perSecond, seconds }: NeighbourPlan, request: LoadRequest): Promise<NeighbourTimes> {
  const startedAt = performance.now();
  const responses: Promise<number>[] = [];
  for (let number = 0; number < perSecond * seconds; number++) {
    await delay(Math.max(0, startedAt + (number * 1_000) / perSecond - performance.now()));
    responses.push(send(port, request));
  }
  const times = (await Promise.all(responses)).sort((a, b) => a - b);
  const at = (share: number) => times[Math.min(times.length - 1, Math.floor(times.length * share))]!;
  const failed = times.filter((ms) => ms === Number.POSITIVE_INFINITY).length;
  // JSON messages between processes can't contain Infinity.
  const shown = (ms: number) => Math.min(ms, RESPONSE_MS_MAX);
  return { sent: times.length, failed, p50Ms: shown(at(0.5)), p99Ms: shown(at(0.99)) };
}

/** The response time, or Infinity if the request failed. */
function send(port: number, { path, headers, body }: LoadRequest): Promise<number> {
  const startedAt = performance.now();
  return new Promise((resolve) => {
    const fail = () => resolve(Number.POSITIVE_INFINITY);
    const options = { port, host: '127.0.0.1', path, headers, agent: false, timeout: RESPONSE_MS_MAX };
    const request = httpRequest({ ...options, method: body === undefined ? 'GET' : 'POST' }, (response) => {
      response.resume();
      response.once('error', fail);
      response.once('end', () => (response.statusCode === 200 ? resolve(performance.now() - startedAt) : fail()));
    });
    request.once('error', fail);
    request.once('timeout', () => request.destroy());
    request.end(body);
  });
}

answerInChild(import.meta.url, sendAll);
