// Touches as versions before the migration 0045 have stored them: a row for each visitor in `visitor_touches`. The first sweep after it moves them to the
// runs (touch-runs.ts). Until then, and while servers of an older version still add some, they are read as well.
//
// A touch is 20 characters, numbers with the base 36: the seconds since 1970 (7), by how many days the website's day is later than that of UTC, plus 1
// (1), the kind (1) and the id (11) of the subject.
import type { SubjectKind } from '../../engine/catalog/subject.ts';
import { placeholders, type Queries } from '../../foundation/database/database.ts';
import type { VisitorTouch } from '../events/touches.ts';
import { visitorIn } from '../events/visitor-text.ts';
import { type TouchList, touchList } from './touch-list.ts';

const VISITORS_PER_QUERY_MAX = 500;
const BASE = 36;
const SECONDS_LENGTH = 7;
const TOUCH_LENGTH = 20;
const SECONDS_PER_DAY = 86_400;

/** `visitorText`. At most as many as one transaction should move. */
export async function someOldVisitors(tx: Pick<Queries, 'query'>, websiteId: number): Promise<string[]> {
  const rows = await tx.query<{ visitor: string }>(
    `SELECT visitor FROM visitor_touches WHERE website_id = $1 ORDER BY visitor LIMIT ${VISITORS_PER_QUERY_MAX}`,
    [websiteId],
  );
  return rows.map(({ visitor }) => visitor);
}

export async function readOldTouches(
  tx: Pick<Queries, 'query'>,
  websiteId: number,
  visitors: readonly string[],
): Promise<TouchList> {
  const touches: VisitorTouch[] = [];
  for (let start = 0; start < visitors.length; start += VISITORS_PER_QUERY_MAX) {
    const some = visitors.slice(start, start + VISITORS_PER_QUERY_MAX);
    const rows = await tx.query<{ visitor: string; touches: string }>(
      `SELECT visitor, touches FROM visitor_touches
       WHERE website_id = $1 AND visitor IN (${placeholders(some.length, 1)})`,
      [websiteId, ...some],
    );
    for (const row of rows) touches.push(...parse(row.touches, visitorIn(row.visitor)));
  }
  return touchList(touches);
}

function parse(text: string, visitor: Pick<VisitorTouch, 'visitorLow' | 'visitorHigh'>): VisitorTouch[] {
  const touches: VisitorTouch[] = [];
  for (let at = 0; at < text.length; at += TOUCH_LENGTH) {
    const rest = at + SECONDS_LENGTH;
    const seconds = Number.parseInt(text.slice(at, rest), BASE);
    const day = Math.floor(seconds / SECONDS_PER_DAY) + Number(text[rest]) - 1;
    const kind = Number(text[rest + 1]) as SubjectKind;
    const id = Number.parseInt(text.slice(rest + 2, at + TOUCH_LENGTH), BASE);
    touches.push({ ...visitor, day, second: seconds - day * SECONDS_PER_DAY, kind, id });
  }
  return touches;
}

export async function removeOldTouches(tx: Queries, websiteId: number, visitors: readonly string[]): Promise<void> {
  for (let start = 0; start < visitors.length; start += VISITORS_PER_QUERY_MAX) {
    const some = visitors.slice(start, start + VISITORS_PER_QUERY_MAX);
    await tx.query(
      `DELETE FROM visitor_touches WHERE website_id = $1 AND visitor IN (${placeholders(some.length, 1)})`,
      [websiteId, ...some],
    );
  }
}
