// The client of the load benchmark, in a process of its own: run by `fork`, it answers each plan by what it has measured.
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { keepAsking, type LoadRequest, requestBytes } from './http-load.ts';

export interface MeasurePlan {
  readonly port: number;
  /** Sent in turn, over all connections; from the start again where they are too few. */
  readonly requests: readonly LoadRequest[];
  readonly connections: number;
  readonly seconds: number;
}

export interface Measured {
  readonly perSecond: number;
  readonly p50Ms: number;
  readonly p99Ms: number;
}

export class LoadClient implements Disposable {
  readonly #process: ChildProcess = fork(fileURLToPath(import.meta.url));

  async measure(plan: MeasurePlan): Promise<Measured> {
    const over = new AbortController();
    const { signal } = over;
    this.#process.send(plan);
    const died = once(this.#process, 'exit', { signal }).then(() => [{ failure: 'The client has died.' }]);
    try {
      const [answer] = await Promise.race([once(this.#process, 'message', { signal }), died]);
      if ('failure' in answer) throw new Error(answer.failure);
      return answer as Measured;
    } finally {
      died.catch(() => {});
      over.abort();
    }
  }

  [Symbol.dispose](): void {
    this.#process.kill();
  }
}

async function measure({ port, requests, connections, seconds }: MeasurePlan): Promise<Measured> {
  const bytes = requests.map(requestBytes);
  let sent = 0;
  const next = () => bytes[sent++ % bytes.length]!;
  const times: number[] = [];
  const startedAt = performance.now();
  const until = startedAt + seconds * 1_000;
  const note = (ms: number) => {
    times.push(ms);
  };
  await Promise.all(Array.from({ length: connections }, () => keepAsking(port, next, until, note)));
  const elapsedSeconds = (performance.now() - startedAt) / 1_000;
  times.sort((a, b) => a - b);
  const at = (share: number) => times[Math.min(times.length - 1, Math.floor(times.length * share))]!;
  return { perSecond: times.length / elapsedSeconds, p50Ms: at(0.5), p99Ms: at(0.99) };
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  process.on('message', async (plan: MeasurePlan) => {
    process.send!(await measure(plan).catch((error: Error) => ({ failure: error.message })));
  });
}
