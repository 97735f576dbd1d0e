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
const groups = new Map<number, Group>();

interface Group {
  readonly events: EventGroup;
  /** From when it is settled. */
  rows?: Generator<RollupRows>;
}

type Answer = PreparedBatch | RollupRows | null;

function groupOf(number: number): Group {
  const group = groups.get(number);
  if (!group) throw new Error('the thread was started again and knows nothing of what it was given before');
  return group;
}

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
      groups.set(call.group, { events: new EventGroup() });
      await catalog.refresh();
      return null;
    case 'prepare': {
      const { prepared, events } = await prepare(call.batch, catalog, call.nowMs);
      await groupOf(call.group).events.add(call.number, events, catalog);
      return prepared;
    }
    case 'add':
      await groupOf(call.group).events.add(call.number, call.events, catalog);
      return null;
    case 'complete':
      groupOf(call.group).events.complete();
      return null;
    case 'settle': {
      const group = groupOf(call.group);
      group.rows = group.events.rows(call.settlement);
      return null;
    }
    case 'rows':
      return groupOf(call.group).rows!.next().value ?? null;
    case 'close':
      groups.delete(call.group);
      return null;
  }
}

answerCalls(answerInOrder, (answered) =>
  answered !== null && typeof answered === 'object' && 'sketches' in answered ? buffersOf(answered) : [],
);
