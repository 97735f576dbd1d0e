// Runs as the thread of preparer-thread.ts.
import { workerData } from 'node:worker_threads';
import { CatalogCache } from '../catalog/load-catalog.ts';
import { openDatabase } from '../database/open.ts';
import { buffersOf, type RollupRows } from '../rollups/rows.ts';
import { answerCalls } from '../threads/answer-calls.ts';
import { EventGroup } from './event-group.ts';
import { type PreparedBatch, prepare } from './prepare.ts';
import type { PreparerCall } from './preparer-thread.ts';

const { databaseUrl } = workerData as { databaseUrl: string };
const catalog = new CatalogCache(await openDatabase(databaseUrl, { connectionsMax: 1 }));
const groups = new Map<number, EventGroup>();
const rows = new Map<number, Generator<RollupRows>>();

type Answer = PreparedBatch | RollupRows | null;

let lastAnswer: Promise<unknown> = Promise.resolve();

/** One after the other: a call may wait for the catalog, and the group must not be complete without its events. */
function answerInOrder(call: PreparerCall): Promise<Answer> {
  const answered = lastAnswer.then(() => answer(call));
  lastAnswer = answered.catch(() => {});
  return answered;
}

async function answer(call: PreparerCall): Promise<Answer> {
  switch (call.what) {
    case 'open':
      groups.set(call.group, new EventGroup());
      await catalog.refresh();
      return null;
    case 'prepare': {
      const { prepared, events } = await prepare(call.batch, catalog, call.nowMs);
      await groups.get(call.group)!.add(call.number, events, catalog);
      return prepared;
    }
    case 'add':
      await groups.get(call.group)!.add(call.number, call.events, catalog);
      return null;
    case 'complete':
      groups.get(call.group)!.complete();
      return null;
    case 'settle':
      rows.set(call.group, groups.get(call.group)!.rows(call.settlement));
      return null;
    case 'rows':
      return rows.get(call.group)!.next().value ?? null;
    case 'close':
      groups.delete(call.group);
      rows.delete(call.group);
      return null;
  }
}

answerCalls(answerInOrder, (answered) =>
  answered !== null && typeof answered === 'object' && 'sketches' in answered ? buffersOf(answered) : [],
);
