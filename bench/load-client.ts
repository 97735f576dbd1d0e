// The client of the load benchmark.
import { answerInChild, ForkedModule } from './forked-module.ts';
import { keepRequesting, type LoadRequest, processorSeconds, requestBytes } from './http-load.ts';

interface MeasurePlan {
  readonly port: number;
  /** Sent in turn over all connections, repeatedly if there are too few. */
  readonly requests: readonly LoadRequest[];
  readonly connections: number;
  readonly seconds: number;
}

export interface Measured {
  readonly responses: number;
  readonly perSecond: number;
  readonly p50Ms: number;
  readonly p99Ms: number;
}

/** `processorMicroseconds`: how much processor time the server has taken for each response. */
export type MeasuredServer = Measured & { readonly processorMicroseconds: number };

/** Measures in a process of its own. */
export class LoadClient extends ForkedModule<MeasurePlan, Measured> {
  constructor() {
    super(import.meta.url);
  }

  /** Other work on the machine changes the processor time of a response much less than the number of responses. */
  async measureServer(plan: MeasurePlan): Promise<MeasuredServer> {
    const before = await processorSeconds(plan.port);
    const measured = await this.call(plan);
    const seconds = (await processorSeconds(plan.port)) - before;
    return { ...measured, processorMicroseconds: (seconds * 1e6) / measured.responses };
  }
}

async function measure({ port, requests, connections, seconds }: MeasurePlan): Promise<Measured> {
  const bytes = requests.map(requestBytes);
  let sent = 0;
  const next = () => bytes[sent++ % bytes.length]!;
  const times: number[] = [];
  const startedAt = performance.now();
  const until = startedAt + seconds * 1_000;
  const record = (ms: number) => {
    times.push(ms);
  };
  await Promise.all(Array.from({ length: connections }, () => keepRequesting(port, next, until, record)));
  const elapsedSeconds = (performance.now() - startedAt) / 1_000;
  times.sort((a, b) => a - b);
  const at = (share: number) => times[Math.min(times.length - 1, Math.floor(times.length * share))]!;
  return { responses: times.length, perSecond: times.length / elapsedSeconds, p50Ms: at(0.5), p99Ms: at(0.99) };
}

answerInChild(import.meta.url, measure);
