// A worker for reads that also says when it did what: see trace-hops.ts.
import { workerData } from 'node:worker_threads';
import { openDatabase } from '../src/core/foundation/database/open/open.ts';
import { Sketch } from '../src/core/foundation/sketches/hyperloglog.ts';
import { answerCalls } from '../src/core/foundation/threads/answer-calls.ts';
import { DirectReadRunner, type ReadAnswer, type ReadRequest } from '../src/core/server/api/read-runner.ts';
import { READ_OPERATIONS } from '../test/support/operations.ts';
import { type AtHops, nowMs } from './trace-hops.ts';

export interface TracedAnswer extends ReadAnswer {
  readonly atHops: AtHops;
  /** How long at least one statement was running, the unions included. */
  readonly statementsMs: number;
  readonly unionsMs: number;
  readonly statements: number;
}

const { databaseUrl, ...options } = workerData;
const database = await openDatabase(databaseUrl, options);
let running = 0;
let spent = { statementsMs: 0, unionsMs: 0, statements: 0 };

const merge = Sketch.prototype.mergeBytes;
Sketch.prototype.mergeBytes = function (bytes) {
  const startMs = nowMs();
  merge.call(this, bytes);
  spent.unionsMs += nowMs() - startMs;
};

const runner = new DirectReadRunner(
  {
    query: async (sql, params) => {
      spent.statements++;
      if (running++ === 0) spent.statementsMs -= nowMs();
      try {
        return await database.query(sql, params);
      } finally {
        if (--running === 0) spent.statementsMs += nowMs();
      }
    },
  },
  READ_OPERATIONS,
);

answerCalls(async (request: ReadRequest): Promise<TracedAnswer> => {
  spent = { statementsMs: 0, unionsMs: 0, statements: 0 };
  const atHops: AtHops = { read: nowMs() };
  const stringify = JSON.stringify;
  JSON.stringify = ((value: unknown) => {
    atHops.serialization = nowMs();
    return stringify(value);
  }) as typeof JSON.stringify;
  try {
    const answer = await runner.run(request);
    atHops['message back'] = nowMs();
    return { ...answer, ...spent, atHops };
  } finally {
    JSON.stringify = stringify;
  }
});
