// Everything that is known of a contact, for its story and for the file with its data, and what is not known of it.
import { type Sentence, sentence } from '../../../languages/sentence.ts';
import { readVisitorHash } from '../../core/engine/catalog/read-visitor-hash.ts';
import { PENDING_MAX } from '../../core/engine/event-log/questions/ask-log.ts';
import { type LoggedDays, readLoggedDays } from '../../core/engine/event-log/storage/read-runs.ts';
import { readVisitorEvents, type VisitorEvents } from '../../core/engine/event-log/storage/read-visitor.ts';
import { isoOfDay } from '../../core/engine/rollups/calendar.ts';
import type { Queries } from '../../core/foundation/database/database.ts';
import type { KnownOfContact } from './contact-story.ts';
import { readContact, readForms, readOrders } from './read-known.ts';

export const NOTE_CODES = [
  ...(['events_not_kept', 'kept_from', 'visitor_unknown', 'not_all_read', 'days_without_visitor'] as const),
] as const;

export interface KnownNote {
  readonly code: (typeof NOTE_CODES)[number];
  readonly says: Sentence;
}

export interface KnownLimits {
  /** Events of all visitors that may be looked through. */
  readonly queryEventsMax: number;
  /** Of the events and orders of the visitor, the newest ones are read. */
  readonly eventsMax: number;
  readonly ordersMax: number;
}

interface KnownContact extends KnownOfContact {
  readonly visitor: { readonly visitorLow: number; readonly visitorHigh: number };
  readonly notes: readonly KnownNote[];
}

/** undefined: there is no such contact. */
export async function readKnownOfContact(
  database: Pick<Queries, 'query'>,
  { websiteId, contactId }: { readonly websiteId: number; readonly contactId: number },
  limits: KnownLimits,
): Promise<KnownContact | undefined> {
  const contact = await readContact(database, websiteId, contactId);
  if (!contact) return undefined;
  const forms = await readForms(database, websiteId, contactId);
  const visitor = await readVisitorHash(database, contact.fields.visitor_token);
  const log = (await readLoggedDays(database, [websiteId])).get(websiteId);
  const read = await readEvents(database, { websiteId, ...visitor }, log, limits);
  const orders = await readOrders(database, { websiteId, ...visitor }, limits.ordersMax);
  const isUnknown = read.events.length === 0 && orders.length === 0;
  return { contact, forms, visitor, events: read.events, orders, notes: [...notesOf(log, read, isUnknown)] };
}

const NOTHING_READ: VisitorEvents = { events: [], readFrom: undefined, daysWithout: 0 };

/** Nothing is read of a log that is being erased because it was switched off. */
async function readEvents(
  database: Pick<Queries, 'query'>,
  visitor: Parameters<typeof readVisitorEvents>[1],
  log: LoggedDays | undefined,
  { queryEventsMax, eventsMax }: KnownLimits,
): Promise<VisitorEvents> {
  if (log?.logFrom === undefined) return NOTHING_READ;
  return readVisitorEvents(database, visitor, {
    eventsMax: queryEventsMax,
    pendingEventsMax: PENDING_MAX.events,
    ownEventsMax: eventsMax,
  });
}

function* notesOf(
  log: LoggedDays | undefined,
  { readFrom, daysWithout }: VisitorEvents,
  isUnknown: boolean,
): Generator<KnownNote> {
  if (log?.logFrom === undefined) {
    yield { code: 'events_not_kept', says: sentence('storyEventsNotKept') };
    return;
  }
  if (isUnknown) yield { code: 'visitor_unknown', says: sentence('storyVisitorUnknown') };
  if (log.firstEventDay !== undefined && log.firstEventDay < log.logFrom) {
    yield { code: 'kept_from', says: sentence('storyKeptFrom', { day: { day: isoOfDay(log.logFrom) } }) };
  }
  if (readFrom !== undefined) {
    yield { code: 'not_all_read', says: sentence('storyNotAllRead', { day: { day: isoOfDay(readFrom) } }) };
  }
  if (daysWithout > 0)
    yield { code: 'days_without_visitor', says: sentence('storyDaysWithout', { days: daysWithout }) };
}
