// Answers reports and counts events in the thread of the test. A thread takes 0.2 to 0.4 s of processor time to start, and runs code
// that is not compiled yet, and the tests start hundreds of services. What is sent to a thread and back is copied and
// serialized here, too. Tests about threads, connections and processes use the threads of the product.
import type { Transferable } from 'node:worker_threads';
import type { Database } from '../../src/core/foundation/database/database.ts';
import { openDatabase } from '../../src/core/foundation/database/open/open.ts';
import { replyTo } from '../../src/core/foundation/threads/answer-calls.ts';
import { errorOf, ThreadEndedError } from '../../src/core/foundation/threads/thread.ts';
import { systemClock } from '../../src/core/foundation/time/clock.ts';
import { decodeWith } from '../../src/core/intake/accept/decode.ts';
import { Lanes } from '../../src/core/intake/commit/lanes.ts';
import type { Batch } from '../../src/core/intake/events/batch.ts';
import { listOperations } from '../../src/core/server/api/operations.ts';
import { DirectReadRunner, type ReadRequest } from '../../src/core/server/api/read-runner.ts';
import type { Threads } from '../../src/core/server/app/threads.ts';
import { DECODERS } from '../../src/extension-decoders.ts';

export const IN_THIS_THREAD: Threads = {
  ingestion: (_parts, { databaseUrl, ...limits }) => {
    const here = new AnswersHere(databaseUrl, limits.connectionsMax, (database) => {
      const lanes = new Lanes({ database, clock: systemClock, decodeProtocol: decodeWith(DECODERS), ...limits });
      return (batch: Batch) => lanes.ingest(batch);
    });
    // The bytes of a batch can't be used any more by the caller.
    return { ingest: (batch) => here.call(batch, [batch.bytes.buffer]), close: () => here.close() };
  },
  readWorkers: ({ halves }, databaseUrl, { count, connectionsMax, ...bounds }) => {
    const here = new AnswersHere(databaseUrl, count * connectionsMax, (database) => {
      const runner = new DirectReadRunner(database, listOperations(halves).reads, bounds);
      return (request: ReadRequest) => runner.run(request);
    });
    return { size: count, run: (request) => here.call(request), close: () => here.close() };
  },
};

interface Opened<Request, Answer> {
  readonly database: Database;
  answer(request: Request): Promise<Answer>;
}

class AnswersHere<Request, Answer> {
  readonly #open: () => Promise<Opened<Request, Answer>>;
  #opening: Promise<Opened<Request, Answer>> | undefined;
  #isClosed = false;

  constructor(
    databaseUrl: string,
    connectionsMax: number,
    answersFrom: (database: Database) => (request: Request) => Promise<Answer>,
  ) {
    this.#open = async () => {
      const database = await openDatabase(databaseUrl, { connectionsMax });
      return { database, answer: answersFrom(database) };
    };
  }

  /** The first call opens the database, as it does in a thread. */
  async call(request: Request, transfer: Transferable[] = []): Promise<Answer> {
    if (this.#isClosed) throw new ThreadEndedError('the thread is closed');
    const received = structuredClone(request, { transfer });
    this.#opening ??= this.#open();
    const { answer } = await this.#opening;
    const reply = structuredClone(await replyTo({ id: 1, request: received }, answer));
    if ('answer' in reply) return reply.answer;
    throw errorOf(reply);
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    await (await this.#opening)?.database.close();
  }
}
