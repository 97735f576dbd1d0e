// The service of the trace benchmark, in a process of its own. Only one report may be on its way at a time.
import { Guard } from '../src/core/contract/access/guard.ts';
import { Thread } from '../src/core/foundation/threads/thread.ts';
import { systemClock } from '../src/core/foundation/time/clock.ts';
import { QueuedRunner } from '../src/core/server/api/queued-runner.ts';
import type { ReadRequest } from '../src/core/server/api/read-runner.ts';
import { ReadService } from '../src/core/server/api/read-service.ts';
import { startApp } from '../src/core/server/app/app.ts';
import { createLogger } from '../src/core/server/app/logger.ts';
import { OWN_THREADS } from '../src/core/server/app/threads.ts';
import { readConfig } from '../src/core/server/config/config.ts';
import { PARTS } from '../test/support/operations.ts';
import { type AtHops, note, nowMs } from './trace-hops.ts';
import type { TracedAnswer } from './trace-worker.ts';

export interface Trace {
  readonly atHops: AtHops;
  readonly statements: number;
  readonly statementsMs: number;
  readonly unionsMs: number;
  /** The time of the main thread, since it started. */
  readonly processorMs: number;
}

let atHops: AtHops = {};
let spent = { statements: 0, statementsMs: 0, unionsMs: 0 };
const now = (hop: string) => {
  atHops[hop] = nowMs();
};
note(Guard.prototype, 'admit', now, { before: 'admission', after: 'version of the data' });
note(QueuedRunner.prototype, 'run', now, { before: 'queue' });
note(ReadService.prototype, 'read', now, { after: 'response' });

const config = readConfig(process.env);
await startApp(config, PARTS, new Set(['rest']), createLogger(config), systemClock, {
  ...OWN_THREADS,
  readWorkers: (_parts, databaseUrl, { connectionsMax }) => {
    const script = new URL('./trace-worker.ts', import.meta.url);
    const thread = new Thread<ReadRequest, TracedAnswer>(script, { databaseUrl, connectionsMax });
    const run = async (request: ReadRequest) => {
      now('message to the worker');
      const { atHops: inWorker, statements, statementsMs, unionsMs, ...answer } = await thread.call(request);
      now('cache');
      atHops = { ...atHops, ...inWorker };
      spent = { statements, statementsMs, unionsMs };
      return answer;
    };
    return { run, size: 1, close: () => thread.close() };
  },
});

process.on('message', () => {
  const { user, system } = process.threadCpuUsage();
  process.send!({ atHops, ...spent, processorMs: (user + system) / 1_000 } satisfies Trace);
});
process.send!('ready');
