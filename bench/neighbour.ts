// The tenant that is attacked by nobody and must notice nothing. Runs as a process of its own (by `fork`), sends requests at a
// steady rate whether or not the earlier ones were answered, each on a new connection, and tells how long the answers took.
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { request as httpRequest } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import type { LoadRequest } from './http-load.ts';

const ANSWER_MS_MAX = 30_000;

export interface NeighbourPlan {
  readonly port: number;
  /** By name; each is sent at this rate. */
  readonly requests: Readonly<Record<string, LoadRequest>>;
  readonly perSecond: number;
  readonly seconds: number;
}

export interface NeighbourTimes {
  readonly sent: number;
  /** Not answered by a status of 2xx: refused, cut off, or not answered in time. */
  readonly failed: number;
  /** Of all that were sent: whoever is refused at once has not been served quickly. */
  readonly p50Ms: number;
  readonly p99Ms: number;
}

export class Neighbour implements Disposable {
  readonly #process: ChildProcess = fork(fileURLToPath(import.meta.url));

  async live(plan: NeighbourPlan): Promise<Record<string, NeighbourTimes>> {
    this.#process.send(plan);
    const [times] = await once(this.#process, 'message');
    return times as Record<string, NeighbourTimes>;
  }

  [Symbol.dispose](): void {
    this.#process.kill();
  }
}

async function live(plan: NeighbourPlan): Promise<Record<string, NeighbourTimes>> {
  const measured = Object.entries(plan.requests).map(async ([name, request]) => [
    name,
    await keepSending(plan, request),
  ]);
  return Object.fromEntries(await Promise.all(measured));
}

async function keepSending({ port, perSecond, seconds }: NeighbourPlan, request: LoadRequest): Promise<NeighbourTimes> {
  const startedAt = performance.now();
  const answers: Promise<number>[] = [];
  for (let number = 0; number < perSecond * seconds; number++) {
    await delay(Math.max(0, startedAt + (number * 1_000) / perSecond - performance.now()));
    answers.push(send(port, request));
  }
  const times = (await Promise.all(answers)).sort((a, b) => a - b);
  const at = (share: number) => times[Math.min(times.length - 1, Math.floor(times.length * share))]!;
  const failed = times.filter((ms) => ms === Number.POSITIVE_INFINITY).length;
  // Infinity does not survive the way to another process.
  const shown = (ms: number) => Math.min(ms, ANSWER_MS_MAX);
  return { sent: times.length, failed, p50Ms: shown(at(0.5)), p99Ms: shown(at(0.99)) };
}

/** How long it took, or infinity where it failed. */
function send(port: number, { path, headers, body }: LoadRequest): Promise<number> {
  const startedAt = performance.now();
  return new Promise((resolve) => {
    const fail = () => resolve(Number.POSITIVE_INFINITY);
    const options = { port, host: '127.0.0.1', path, headers, agent: false, timeout: ANSWER_MS_MAX };
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

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  process.on('message', async (plan: NeighbourPlan) => process.send!(await live(plan)));
}
