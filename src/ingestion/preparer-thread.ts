// Prepares the batches of a large import in a thread of its own, and makes their rows there while those before are
// stored here. A batch that comes while the thread is busy is prepared here, so that both cores have work.
import type { Transferable } from 'node:worker_threads';
import { CatalogCache } from '../catalog/load-catalog.ts';
import type { Database } from '../database/database.ts';
import type { RollupRows } from '../rollups/rows.ts';
import { Thread } from '../threads/thread.ts';
import type { Batch } from './batch.ts';
import type { Settlement } from './event-group.ts';
import type { PackedEvents } from './packed-events.ts';
import { type PreparedBatch, prepare } from './prepare.ts';
import type { OpenGroup, Preparer } from './preparer.ts';

/** `rows` gives one part of the rows a call, and null after the last. */
export type PreparerCall =
  | { readonly what: 'open'; readonly group: number }
  | {
      readonly what: 'prepare';
      readonly group: number;
      readonly number: number;
      readonly batch: Batch;
      readonly nowMs: number;
    }
  | { readonly what: 'add'; readonly group: number; readonly number: number; readonly events: PackedEvents }
  | { readonly what: 'complete'; readonly group: number }
  | { readonly what: 'settle'; readonly group: number; readonly settlement: Settlement }
  | { readonly what: 'rows'; readonly group: number }
  | { readonly what: 'close'; readonly group: number };

/** One is under way and one is there to go on with. */
const PREPARING_MAX = 2;
/** Parts of rows that are asked for ahead: the first ones take longer to store than to make. */
const ROWS_AHEAD = 3;

export class PreparerThread implements Preparer {
  readonly #catalog: CatalogCache;
  readonly #thread: Thread<PreparerCall, unknown>;
  #lastGroup = 0;
  /** Batches that the thread has not prepared yet. */
  #preparing = 0;

  constructor(database: Database, databaseUrl: string) {
    this.#catalog = new CatalogCache(database);
    this.#thread = new Thread(new URL('./preparer-worker.ts', import.meta.url), { databaseUrl });
    this.#thread.start();
  }

  async openGroup(): Promise<OpenGroup> {
    const group = ++this.#lastGroup;
    // Waited for when the rows are wanted: while the thread starts, and whenever it is busy, work goes on here.
    const calls: Promise<unknown>[] = [];
    const call = (request: PreparerCall, transfer: Transferable[] = []): void => {
      const answer = this.#thread.call(request, transfer);
      answer.catch(() => {});
      calls.push(answer);
    };
    call({ what: 'open', group });
    await this.#catalog.refresh();
    return {
      add: async (number, batch, nowMs) => {
        if (this.#preparing < PREPARING_MAX) return this.#prepareThere(group, number, batch, nowMs);
        const { prepared, events } = await prepare(batch, this.#catalog, nowMs);
        call({ what: 'add', group, number, events }, [events.events.buffer]);
        return prepared;
      },
      complete: () => call({ what: 'complete', group }),
      rows: (settlement) => {
        call({ what: 'settle', group, settlement });
        return this.#rows(group, calls);
      },
      close: () => call({ what: 'close', group }),
    };
  }

  /** Call it when every answer has arrived. */
  close(): Promise<void> {
    return this.#thread.close();
  }

  async #prepareThere(group: number, number: number, batch: Batch, nowMs: number): Promise<PreparedBatch> {
    this.#preparing++;
    try {
      const call = { what: 'prepare', group, number, batch, nowMs } as const;
      return (await this.#thread.call(call, [batch.bytes.buffer])) as PreparedBatch;
    } finally {
      this.#preparing--;
    }
  }

  #rows(group: number, calls: readonly Promise<unknown>[]): AsyncIterable<RollupRows> {
    const ask = () => {
      const rows = this.#thread.call({ what: 'rows', group }) as Promise<RollupRows | null>;
      // Its failure is thrown when it is waited for.
      rows.catch(() => {});
      return rows;
    };
    const asked = Array.from({ length: ROWS_AHEAD }, ask);
    return inOrder(calls, asked, ask);
  }
}

async function* inOrder(
  before: readonly Promise<unknown>[],
  asked: Promise<RollupRows | null>[],
  askForMore: () => Promise<RollupRows | null>,
): AsyncGenerator<RollupRows> {
  await Promise.all(before);
  for (;;) {
    const rows = await asked.shift();
    if (!rows) return;
    asked.push(askForMore());
    yield rows;
  }
}
