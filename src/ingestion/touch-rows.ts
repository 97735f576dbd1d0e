// The touches of visitors in the database: a row for each visitor. A commit appends touches to it without reading it, because there are many more touches
// than orders. They are in the order of their arrival; of each visitor, the last ones are kept.
//
// A touch is 20 characters, numbers with the base 36: the seconds since 1970 (7), by how many days the website's day is later than that of UTC, plus 1
// (1), the kind (1) and the id (11) of the subject.
import type { DatabaseSync } from 'node:sqlite';
import type { SubjectKind } from '../catalog/subject.ts';
import { readWebsiteSettings } from '../catalog/website-settings.ts';
import { readToday } from '../catalog/website-zones.ts';
import { type Database, placeholders, type Queries } from '../database/database.ts';
import { holdWebsite } from '../rollups/store.ts';
import { secondsOf, type Touch } from './touches.ts';
import { visitorText } from './visitor-text.ts';

const VISITORS_PER_QUERY_MAX = 500;
const VISITORS_PER_PIECE = 2_000;
/** Of a visitor. The row is then still short enough for a page of SQLite's index. */
export const TOUCHES_MAX = 40;
const BASE = 36;
const SECONDS_LENGTH = 7;
const ID_LENGTH = 11;
const TOUCH_LENGTH = SECONDS_LENGTH + 2 + ID_LENGTH;
const LENGTH_MAX = TOUCHES_MAX * TOUCH_LENGTH;
const SECONDS_PER_DAY = 86_400;

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

const STORED = 'visitor_touches.touches';
const NEW = 'excluded.touches';
/** SQLite knows the number of bytes without reading them, but not that of characters. Here, each character is a byte. */
const LENGTH = `octet_length(${STORED}) + octet_length(${NEW})`;
/** As many of the stored touches as there are new ones. If these are the same, nothing is written: senders may repeat a touch within a second. */
const LAST = `substr(${STORED}, octet_length(${STORED}) - octet_length(${NEW}) + 1)`;
const APPEND = `touches = CASE WHEN ${LENGTH} > ${LENGTH_MAX} THEN substr(${STORED}, ${LENGTH} - ${LENGTH_MAX - 1}) || ${NEW}
    ELSE ${STORED} || ${NEW} END,
  first_day = CASE WHEN excluded.first_day < visitor_touches.first_day THEN excluded.first_day
    ELSE visitor_touches.first_day END
  WHERE ${LAST} <> ${NEW}`;
const REPLACE = 'touches = excluded.touches, first_day = excluded.first_day';

/** `how`: what happens to the touches that a visitor has. None of the visitors may be without new ones. */
export async function writeTouches(
  tx: Queries,
  websiteId: number,
  byVisitor: Iterable<readonly [visitor: string, touches: readonly Touch[]]>,
  how: 'append' | 'replace',
): Promise<void> {
  // In the order of the key, so that each page of the index is written once.
  const visitors = [...byVisitor].sort(([a], [b]) => (a < b ? -1 : 1));
  await tx.insertMany({
    into: 'visitor_touches',
    columns: ['website_id', 'visitor', 'first_day', 'touches'],
    rows: visitors.map(([visitor, touches]) => [websiteId, visitor, firstDayOf(touches), textOf(touches)]),
    onConflict: `ON CONFLICT (website_id, visitor) DO UPDATE SET ${how === 'append' ? APPEND : REPLACE}`,
  });
}

function firstDayOf(touches: readonly Touch[]): number {
  return touches.reduce((first, { day }) => Math.min(first, day), Number.POSITIVE_INFINITY);
}

function textOf(touches: readonly Touch[]): string {
  let text = '';
  for (const touch of touches.slice(-TOUCHES_MAX)) text += touchText(touch);
  return text;
}

function touchText(touch: Touch): string {
  const seconds = secondsOf(touch);
  const daysLater = touch.day - Math.floor(seconds / SECONDS_PER_DAY);
  return `${digits(seconds, SECONDS_LENGTH)}${daysLater + 1}${touch.kind}${digits(touch.id, ID_LENGTH)}`;
}

function digits(number: number, length: number): string {
  return number.toString(BASE).padStart(length, '0');
}

function parseTouches(text: string): Touch[] {
  const touches: Touch[] = [];
  for (let at = 0; at < text.length; at += TOUCH_LENGTH) {
    const rest = at + SECONDS_LENGTH;
    const seconds = Number.parseInt(text.slice(at, rest), BASE);
    const day = Math.floor(seconds / SECONDS_PER_DAY) + Number(text[rest]) - 1;
    const kind = Number(text[rest + 1]) as SubjectKind;
    const id = Number.parseInt(text.slice(rest + 2, at + TOUCH_LENGTH), BASE);
    touches.push({ day, second: seconds - day * SECONDS_PER_DAY, kind, id });
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
  await writeTouches(tx, websiteId, left, 'replace');
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
