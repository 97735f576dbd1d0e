// The touches of visitors in the database: a row for each visitor, so that a commit reads and writes each visitor once.
import type { DatabaseSync } from 'node:sqlite';
import type { SubjectKind } from '../catalog/subject.ts';
import { readWebsiteSettings } from '../catalog/website-settings.ts';
import { readToday } from '../catalog/website-zones.ts';
import { type Database, placeholders, type Queries } from '../database/database.ts';
import { holdWebsite } from '../rollups/store.ts';
import type { Touch } from './touches.ts';
import { visitorText } from './visitor-text.ts';

const VISITORS_PER_QUERY_MAX = 500;
const VISITORS_PER_PIECE = 2_000;

/** By visitor (`visitorText`), without those who have none. */
export async function readTouches(
  tx: Pick<Queries, 'query'>,
  websiteId: number,
  visitors: readonly string[],
): Promise<Map<string, readonly Touch[]>> {
  const found = new Map<string, readonly Touch[]>();
  for (let start = 0; start < visitors.length; start += VISITORS_PER_QUERY_MAX) {
    const some = visitors.slice(start, start + VISITORS_PER_QUERY_MAX);
    const rows = await tx.query<{ visitor: string; touches: string }>(
      `SELECT visitor, touches FROM visitor_touches
       WHERE website_id = $1 AND visitor IN (${placeholders(some.length, 1)})`,
      [websiteId, ...some],
    );
    for (const { visitor, touches } of rows) found.set(visitor, parseTouches(touches));
  }
  return found;
}

/** Replaces the touches of these visitors. None of them may be without. */
export async function writeTouches(
  tx: Queries,
  websiteId: number,
  byVisitor: ReadonlyMap<string, readonly Touch[]>,
): Promise<void> {
  // In the order of the key, so that each page of the index is written once.
  const visitors = [...byVisitor].sort(([a], [b]) => (a < b ? -1 : 1));
  await tx.insertMany({
    into: 'visitor_touches',
    columns: ['website_id', 'visitor', 'first_day', 'touches'],
    rows: visitors.map(([visitor, touches]) => [websiteId, visitor, firstDayOf(touches), textOf(touches)]),
    onConflict: `ON CONFLICT (website_id, visitor) DO UPDATE
      SET first_day = excluded.first_day, touches = excluded.touches`,
  });
}

function firstDayOf(touches: readonly Touch[]): number {
  return touches.reduce((first, { day }) => Math.min(first, day), Number.POSITIVE_INFINITY);
}

/** Written out, because this is most of what a touch costs. */
function textOf(touches: readonly Touch[]): string {
  let text = '';
  for (const { day, second, kind, id } of touches) text += `${text && ','}${day},${second},${kind},${id}`;
  return `[${text}]`;
}

function parseTouches(text: string): Touch[] {
  const numbers = JSON.parse(text) as number[];
  const touches: Touch[] = [];
  for (let at = 0; at < numbers.length; at += 4) {
    const kind = numbers[at + 2] as SubjectKind;
    touches.push({ day: numbers[at]!, second: numbers[at + 1]!, kind, id: numbers[at + 3]! });
  }
  return touches;
}

/** Deletes touches that are older than the window of the website, some visitors at a time; all of them if it credits no orders any more. */
export async function sweepTouches(
  database: Database,
  websiteId: number,
  now: Date,
  after: string,
): Promise<string | undefined> {
  const rows = await database.query<{ visitor: string; first_day: number }>(
    `SELECT visitor, first_day FROM visitor_touches WHERE website_id = $1 AND visitor > $2
     ORDER BY visitor LIMIT ${VISITORS_PER_PIECE}`,
    [websiteId, after],
  );
  if (rows.length === 0) return undefined;
  const firstKept = await firstKeptDay(database, websiteId, now);
  const old = rows.filter(({ first_day: firstDay }) => firstDay < firstKept).map(({ visitor }) => visitor);
  if (old.length > 0) {
    await database.transaction(async (tx) => {
      // Otherwise a commit could add a touch in between, and lose it.
      await holdWebsite(tx, websiteId);
      await dropBefore(tx, websiteId, old, firstKept);
    });
  }
  return rows.length === VISITORS_PER_PIECE ? rows.at(-1)!.visitor : undefined;
}

async function firstKeptDay(database: Database, websiteId: number, now: Date): Promise<number> {
  const days = (await readWebsiteSettings(database, websiteId))?.credit_window_days ?? 0;
  return days === 0 ? Number.POSITIVE_INFINITY : (await readToday(database, websiteId, now)) - days;
}

async function dropBefore(
  tx: Queries,
  websiteId: number,
  visitors: readonly string[],
  firstKept: number,
): Promise<void> {
  const left = new Map<string, readonly Touch[]>();
  for (const [visitor, touches] of await readTouches(tx, websiteId, visitors)) {
    const kept = touches.filter(({ day }) => day >= firstKept);
    if (kept.length > 0) left.set(visitor, kept);
  }
  await writeTouches(tx, websiteId, left);
  await removeTouches(
    tx,
    websiteId,
    visitors.filter((visitor) => !left.has(visitor)),
  );
}

async function removeTouches(tx: Queries, websiteId: number, visitors: readonly string[]): Promise<void> {
  for (let start = 0; start < visitors.length; start += VISITORS_PER_QUERY_MAX) {
    const some = visitors.slice(start, start + VISITORS_PER_QUERY_MAX);
    await tx.query(
      `DELETE FROM visitor_touches WHERE website_id = $1 AND visitor IN (${placeholders(some.length, 1)})`,
      [websiteId, ...some],
    );
  }
}

/** Returns how many touches there are of the visitor. */
export async function forgetTouches(
  database: Database,
  { websiteId, visitorLow, visitorHigh, isErasing }: ForgottenVisitor,
): Promise<number> {
  const visitor = visitorText(visitorLow, visitorHigh);
  const touches = (await readTouches(database, websiteId, [visitor])).get(visitor) ?? [];
  if (isErasing && touches.length > 0) {
    await database.transaction((tx) => removeTouches(tx, websiteId, [visitor]));
  }
  return touches.length;
}

interface ForgottenVisitor {
  readonly websiteId: number;
  readonly visitorLow: number;
  readonly visitorHigh: number;
  readonly isErasing: boolean;
}

/** Deletes the touches of all websites from a copy of the database, as `eraseVisitorSalts` does with salts. */
export function eraseTouchesOf(copy: DatabaseSync): void {
  const table = copy.prepare("SELECT name FROM sqlite_schema WHERE type = 'table' AND name = 'visitor_touches'").get();
  // An older version may have written the database of the backup, without this table.
  if (table !== undefined) copy.exec('PRAGMA secure_delete = ON; DELETE FROM visitor_touches');
}

/** Of a whole website, in small steps. */
export async function eraseTouches(database: Database, websiteId: number): Promise<void> {
  for (;;) {
    const rows = await database.query<{ visitor: string }>(
      `SELECT visitor FROM visitor_touches WHERE website_id = $1 ORDER BY visitor LIMIT ${VISITORS_PER_PIECE}`,
      [websiteId],
    );
    if (rows.length === 0) return;
    const visitors = rows.map(({ visitor }) => visitor);
    await database.transaction((tx) => removeTouches(tx, websiteId, visitors));
  }
}
