// Erases a visitor where that is possible: removes the hash from every sketch that still stores hashes, from orders and from the event log,
// and deletes contacts with the visitor's token. A sketch of many visitors stores no hashes, so nobody can be found in it or removed.

import { readVisitorHash } from '../../engine/catalog/read-visitor-hash.ts';
import { SUBJECT_KIND, type SubjectKind } from '../../engine/catalog/subject.ts';
import { readZone } from '../../engine/catalog/website-zones.ts';
import { noTimeIn } from '../../engine/event-log/format/log-event.ts';
import { countVisitorInLog, eraseVisitorFromLog } from '../../engine/event-log/upkeep/erase.ts';
import { subjectIds } from '../../engine/rollups/erase-days.ts';
import { DAY_PERIOD, VISITOR_METRICS } from '../../engine/rollups/metric.ts';
import { lockWebsites } from '../../engine/rollups/store.ts';
import { rebuildIntervals } from '../../engine/rollups/store-intervals.ts';
import { type Database, placeholders, type Queries } from '../../foundation/database/database.ts';
import { damageOf } from '../../foundation/database/sketch-damage.ts';
import { holdsHashes, withoutHash } from '../../foundation/sketches/hyperloglog.ts';
import { forgetVisitorOfOrders } from '../../intake/orders/order-rows.ts';
import { forgetTouches } from '../../intake/orders/touch-runs.ts';
import type { ContactStore } from '../contacts/contact-store.ts';

const DAYS_PER_STEP = 100;
const CONTACTS_PER_STEP = 500;

export interface EventTraces {
  /** Touches that orders can be credited to; undefined: none. */
  touches?: number;
  /** Orders that can be refunded; undefined: none. */
  orders?: number;
  /** Events in the event log; undefined: none. */
  logged_events?: number;
}

interface VisitorTraces extends EventTraces {
  /** Sketches of a subject, metric and day that contain the visitor's hash. */
  sketches: number;
  /** Sketches of so many visitors that they store no hashes. The visitor may be in them. */
  sketches_without_hashes: number;
  contacts: number;
}

/** Unless `isErasing`, its traces are only counted. */
interface ForgottenVisitor {
  readonly websiteId: number;
  readonly visitor: string;
  readonly isErasing: boolean;
}

export async function forgetVisitor(
  database: Database,
  contacts: ContactStore,
  forgotten: ForgottenVisitor,
): Promise<VisitorTraces> {
  const { websiteId, visitor, isErasing } = forgotten;
  const { visitorLow, visitorHigh } = await readVisitorHash(database, visitor);
  const hash = Int32Array.of(visitorLow, visitorHigh);
  const traces: VisitorTraces = { sketches: 0, sketches_without_hashes: 0, contacts: 0 };
  for (const kind of Object.values(SUBJECT_KIND)) {
    for await (const ids of subjectIds(database, websiteId, kind)) {
      for (const id of ids) {
        await forgetIn(database, { websiteId, kind, id }, hash, isErasing, traces);
        // Let other work run, because SQLite blocks the thread.
        await new Promise(setImmediate);
      }
    }
  }
  Object.assign(traces, await forgetEvents(database, forgotten));
  for await (const id of contactsOf(database, websiteId, visitor)) {
    traces.contacts++;
    if (isErasing) await contacts.removeById(websiteId, id);
  }
  return traces;
}

/**
 * Erases what tells of single events of a visitor: touches, the visitor of orders, so that no refund writes it again, and that of events in
 * the log.
 */
export async function forgetEvents(
  database: Database,
  { websiteId, visitor, isErasing }: ForgottenVisitor,
): Promise<EventTraces> {
  const { zone } = await readZone(database, websiteId);
  const logged = { websiteId, ...(await readVisitorHash(database, visitor)), second: noTimeIn(zone) };
  const traces: EventTraces = {};
  const touches = await forgetTouches(database, { ...logged, isErasing });
  if (touches > 0) traces.touches = touches;
  // This precedes the log, because a refund that comes in between writes the visitor of its order there.
  const orders = await forgetVisitorOfOrders(database, { ...logged, isErasing });
  if (orders > 0) traces.orders = orders;
  const events = await countVisitorInLog(database, logged);
  if (events > 0) {
    traces.logged_events = events;
    if (isErasing) await eraseVisitorFromLog(database, logged);
  }
  return traces;
}

interface SubjectOfWebsite {
  readonly websiteId: number;
  readonly kind: SubjectKind;
  readonly id: number;
}

async function forgetIn(
  database: Database,
  subject: SubjectOfWebsite,
  hash: Int32Array,
  isErasing: boolean,
  traces: VisitorTraces,
): Promise<void> {
  for (const metric of VISITOR_METRICS.keys()) {
    for (let after = -1; ; ) {
      const rows = await readDays(database, subject, metric, after);
      const days = rows.filter(({ sketch }) => withoutHash(sketch, hash)).map(({ period }) => period);
      traces.sketches += days.length;
      traces.sketches_without_hashes += rows.filter(({ sketch }) => !holdsHashes(sketch)).length;
      if (isErasing && days.length > 0) {
        await database.transaction((tx) => eraseFrom(tx, subject, metric, days, hash));
      }
      if (rows.length < DAYS_PER_STEP) break;
      after = rows.at(-1)!.period;
    }
  }
}

interface DayRow {
  readonly period: number;
  readonly sketch: Uint8Array;
}

function readDays(
  database: Database,
  { websiteId, kind, id }: SubjectOfWebsite,
  metric: number,
  after: number,
): Promise<DayRow[]> {
  return database.query<DayRow>(
    `SELECT period, sketch FROM rollup_visitors
     WHERE website_id = $1 AND subject_kind = $2 AND subject_id = $3 AND metric = $4
       AND period_kind = ${DAY_PERIOD} AND period > $5 ORDER BY period LIMIT ${DAYS_PER_STEP}`,
    [websiteId, kind, id, metric, after],
  );
}

async function eraseFrom(
  tx: Queries,
  subject: SubjectOfWebsite,
  metric: number,
  days: readonly number[],
  hash: Int32Array,
): Promise<void> {
  const { websiteId, kind, id } = subject;
  await lockWebsites(tx, [websiteId]);
  // Read again under the lock, because events may have arrived. Only these days, because only their intervals are rebuilt.
  const rows = await tx.query<DayRow>(
    `SELECT period, sketch FROM rollup_visitors
     WHERE website_id = $1 AND subject_kind = $2 AND subject_id = $3 AND metric = $4
       AND period_kind = ${DAY_PERIOD} AND period IN (${placeholders(days.length, 4)})`,
    [websiteId, kind, id, metric, ...days],
  );
  const columns = ['website_id', 'subject_kind', 'subject_id', 'metric', 'period_kind', 'period', 'sketch'];
  const changed = rows.flatMap(({ period, sketch }) => {
    const left = withoutHash(sketch, hash);
    return left ? [[websiteId, kind, id, metric, DAY_PERIOD, period, left]] : [];
  });
  await tx.insertMany({
    into: 'rollup_visitors',
    columns,
    rows: changed,
    onConflict: `ON CONFLICT (website_id, subject_kind, subject_id, metric, period_kind, period)
      DO UPDATE SET sketch = excluded.sketch, is_damaged = ${damageOf('rollup_visitors')}`,
  });
  const subjects = { websiteId, kind, ids: [id] };
  await rebuildIntervals(tx, subjects, { firstDay: days[0]!, lastDay: days.at(-1)! });
}

async function* contactsOf(database: Database, websiteId: number, visitorToken: string): AsyncGenerator<number> {
  for (let after = 0; ; ) {
    const rows = await database.query<{ id: number; fields: string }>(
      `SELECT id, fields FROM contacts WHERE website_id = $1 AND id > $2 ORDER BY id LIMIT ${CONTACTS_PER_STEP}`,
      [websiteId, after],
    );
    for (const { id, fields } of rows) if (JSON.parse(fields).visitor_token === visitorToken) yield id;
    if (rows.length < CONTACTS_PER_STEP) return;
    after = rows.at(-1)!.id;
  }
}
