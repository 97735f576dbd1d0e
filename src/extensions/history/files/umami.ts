// The data export of Umami: a zip archive with website_event.csv, one line for each event (umami-software/umami: the columns of the table
// website_event in db/clickhouse/schema.sql); a copy of that table by `COPY … TO … CSV HEADER` has the same names. In PostgreSQL and MySQL,
// devices and countries are in the table `session`: a copy of it as session.csv beside the events is read, too. A visitor is a session of
// Umami, which has a new number each month. Also reads the JSON of GET /api/websites/ID/pageviews with unit=day.
import { channelOf } from '../../../core/foundation/dimensions/channel.ts';
import { cleanText } from '../../../core/foundation/dimensions/clean-text.ts';
import { countryOf } from '../../../core/foundation/dimensions/country.ts';
import type { StoredDimension } from '../../../core/foundation/dimensions/dimension.ts';
import { isEmptySource, visitSourceOf } from '../../../core/foundation/dimensions/event-dimensions.ts';
import { deviceOf } from '../../../core/foundation/dimensions/fields.ts';
import { languageOf } from '../../../core/foundation/dimensions/language.ts';
import { pathOf } from '../../../core/foundation/dimensions/page.ts';
import type { OwnHosts } from '../../../core/foundation/dimensions/referrer.ts';
import type { CsvTable } from './csv.ts';
import { hashOf } from './distinct-keys.ts';
import { HistoryFileError, HistoryFileTooLargeError, shown } from './file-error.ts';
import { type HistoryReader, type HistoryReading, readTable } from './history-reader.ts';
import type { ExportedFile } from './open-file.ts';
import { PageViews } from './page-views.ts';

const EVENTS_FILE = 'website_event.csv';
const SESSIONS_FILE = 'session.csv';
const TEXTS_REMEMBERED_MAX = 1_000;
const MIB = 1024 * 1024;
/** What the days of thirty years have. JSON is read at once, and takes much more memory than it has bytes. */
const DAYS_BYTES_MAX = MIB;
/** What different columns of sessions take, as a number of keys: so much, and one for so many characters. */
const KEYS_PER_TEXTS = 16;
const CHARACTERS_PER_KEY = 8;
const PAGE_VIEW = '1';
const CUSTOM_EVENT = '2';
/** `2026-01-31 23:59:59` is in UTC; PostgreSQL adds fractions of seconds and an offset. */
const TIME = /^(\d{4}-\d\d-\d\d)[ T](\d\d:\d\d:\d\d)(?:\.\d+)?(Z|[+-]\d\d(?::?\d\d)?)?$/;

const TAGS = ['utm_source', 'utm_medium', 'utm_campaign'] as const;

/** The column that a dimension comes from. */
const COLUMNS: Readonly<Partial<Record<StoredDimension, string>>> = {
  referrer: 'referrer_domain',
  channel: 'referrer_domain',
  device: 'device',
  browser: 'browser',
  os: 'os',
  country: 'country',
  language: 'language',
  page: 'url_path',
};

export const readUmami: HistoryReader = async (files, reading) => {
  const events = files.length === 1 ? files[0] : files.find(({ name }) => name === EVENTS_FILE);
  if (!events) throw new HistoryFileError({ file: reading.file }, withoutDays(files));
  const sessions = files.find(({ name }) => name === SESSIONS_FILE);
  if (events.name.endsWith('.json')) await readDays(events, reading);
  else await readEvents(events, reading, sessions && (await readSessions(sessions, reading.keysMax)));
  return files.filter((file) => file !== events && file !== sessions).map(({ name }) => name);
};

function withoutDays(files: readonly ExportedFile[]): string {
  const isOfPage = files.some(({ name }) => name === 'pages.csv') && files.some(({ name }) => name === 'referrers.csv');
  return isOfPage
    ? 'the download of a page in Umami has no days: import the data export of the website, which has website_event.csv'
    : `there is no ${EVENTS_FILE} in it: choose the archive of Umami’s data export, or a copy of that table as CSV`;
}

const OF_SESSIONS = ['device', 'browser', 'os', 'country', 'language'] as const;
type SessionColumn = (typeof OF_SESSIONS)[number];

/** Returns a column of the session of a row. */
type SessionText = (column: SessionColumn, table: CsvTable) => string;

/** Many sessions have the same columns, so a session takes a few bytes. */
async function readSessions(file: ExportedFile, keysMax: number): Promise<SessionText> {
  const places = new Map<string, number>();
  const known: string[][] = [];
  const bySession = new Map<number, number>();
  let keysOfTexts = 0;
  const placeOf = (texts: string[], key: string) => {
    keysOfTexts += KEYS_PER_TEXTS + key.length / CHARACTERS_PER_KEY;
    const place = known.push(texts) - 1;
    places.set(key, place);
    return place;
  };
  await readTable(
    file,
    (table) => table.requireColumns('session_id', 'device', 'country'),
    (table) => {
      const texts = OF_SESSIONS.map((column) => table.text(column));
      const key = JSON.stringify(texts);
      bySession.set(numberOf(table.text('session_id')), places.get(key) ?? placeOf(texts, key));
      if (bySession.size + keysOfTexts > keysMax) {
        throw new HistoryFileTooLargeError({ file: file.name }, 'it has too many sessions: export fewer days at once');
      }
    },
  );
  return (column, table) => {
    const place = bySession.get(numberOf(table.text('session_id')));
    return place === undefined ? '' : known[place]![OF_SESSIONS.indexOf(column)]!;
  };
}

/** A hash of 53 bits. */
function numberOf(session: string): number {
  const { high, low } = hashOf(session);
  return (high >>> 11) * 2 ** 32 + low;
}

async function readEvents(file: ExportedFile, reading: HistoryReading, sessions?: SessionText): Promise<void> {
  const { days, zone, ownHosts, keysMax } = reading;
  const readers = { ownHosts, ...readersOfTexts() };
  let counted: PageViews | undefined;
  let website: string | undefined;
  let ofSession: SessionText = (column, table) => table.text(column);
  const open = (table: CsvTable) => {
    table.requireColumns('session_id', 'created_at', 'event_type', 'url_path');
    const isJoined = sessions !== undefined && !table.has('device');
    if (isJoined) ofSession = sessions;
    const isOfSession = (name: StoredDimension) => OF_SESSIONS.some((column) => column === name);
    const named = (Object.keys(COLUMNS) as StoredDimension[]).filter(
      (name) => table.has(COLUMNS[name]!) || (isJoined && isOfSession(name)),
    );
    const tags = table.has('utm_source') || table.has('url_query') ? TAGS : [];
    counted = new PageViews(days, file.name, [...named, ...tags], keysMax);
  };
  await readTable(file, open, (table) => {
    website ??= table.text('website_id');
    if (table.text('website_id') !== website) {
      throw table.error('website_id', `the file has events of two websites: export one of them alone`);
    }
    const day = zone.dayAt(timeIn(table));
    const visitor = table.text('session_id');
    if (visitor === '') throw table.error('session_id', 'is empty');
    const error = days.checked(day);
    if (typeof error === 'string') throw table.error('created_at', error);
    if (!days.isWanted(day)) return;
    const type = table.text('event_type');
    const visit = table.text('visit_id') || visitor;
    if (type === PAGE_VIEW) counted!.add({ day, visitor, visit, values: valuesIn(table, ofSession, readers) });
    const name = type === CUSTOM_EVENT ? cleanText(table.text('event_name')) : undefined;
    if (name !== undefined) counted!.addEvent({ day, visitor, name });
  });
  counted?.finish();
}

function timeIn(table: CsvTable): number {
  const text = table.text('created_at');
  const [, date, time, offset = 'Z'] = TIME.exec(text) ?? [];
  const instant =
    date === undefined
      ? Number.NaN
      : Date.parse(`${date}T${time}${/^[+-]\d\d$/.test(offset) ? `${offset}:00` : offset}`);
  if (Number.isNaN(instant))
    throw table.error('created_at', `must be a time such as 2026-01-31 23:59:59, not ${shown(text)}`);
  return instant;
}

/** Many events have the same texts, and what is read of one takes longer than to look it up. */
function remembering(read: (text: string) => string | undefined): (text: string) => string | undefined {
  const known = new Map<string, string | undefined>();
  return (text) => {
    if (known.has(text)) return known.get(text);
    const value = read(text);
    if (known.size < TEXTS_REMEMBERED_MAX) known.set(text, value);
    return value;
  };
}

/** Of one import: what it remembers may hold all of its file in memory. */
function readersOfTexts() {
  return {
    deviceIn: remembering(deviceNamed),
    nameIn: remembering((text) => cleanText(text)),
    countryIn: remembering(countryOf),
    languageIn: remembering(languageOf),
  };
}

interface ValueReading extends ReturnType<typeof readersOfTexts> {
  readonly ownHosts: OwnHosts;
}

function valuesIn(
  table: CsvTable,
  ofSession: SessionText,
  { ownHosts, deviceIn, nameIn, countryIn, languageIn }: ValueReading,
) {
  const tags = tagsIn(table);
  const host = table.text('hostname');
  const source = visitSourceOf(
    { ...tags, referrer: table.text('referrer_domain'), ...(host && { page: `https://${host}` }) },
    ownHosts,
  );
  return {
    ...source,
    ...(!isEmptySource(source) && { channel: channelOf(source) }),
    device: deviceIn(ofSession('device', table)),
    browser: nameIn(ofSession('browser', table)),
    os: nameIn(ofSession('os', table)),
    country: countryIn(ofSession('country', table)),
    language: languageIn(ofSession('language', table)),
    page: pathOf(table.text('url_path')),
  };
}

/** Older exports have them in the query of the page alone. */
function tagsIn(table: CsvTable): Partial<Record<(typeof TAGS)[number], string>> {
  if (table.has('utm_source')) return Object.fromEntries(TAGS.map((name) => [name, table.text(name)]));
  const query = new URLSearchParams(table.text('url_query'));
  return Object.fromEntries(TAGS.map((name) => [name, query.get(name) ?? '']));
}

function deviceNamed(name: string): string | undefined {
  return name === 'laptop' ? 'desktop' : deviceOf(name);
}

async function textOf(file: string, bytes: AsyncIterable<Uint8Array>): Promise<string> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of bytes) {
    size += chunk.length;
    if (size > DAYS_BYTES_MAX) {
      const detail = `days as JSON may have at most ${DAYS_BYTES_MAX / MIB} MiB: export fewer days at once`;
      throw new HistoryFileTooLargeError({ file }, detail);
    }
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}

/** `{ pageviews: [{ x: day, y: count }], sessions: [...] }`. */
async function readDays({ name, read }: ExportedFile, { days }: HistoryReading): Promise<void> {
  const fail = (text: string) => new HistoryFileError({ file: name }, text);
  let document: unknown;
  try {
    document = JSON.parse(await textOf(name, read()));
  } catch (error) {
    throw error instanceof SyntaxError ? fail('it is not valid JSON') : error;
  }
  const lists = document as Record<'pageviews' | 'sessions', unknown> | null;
  for (const [list, count] of [
    ['pageviews', 'pageViews'],
    ['sessions', 'visitors'],
  ] as const) {
    const points = lists?.[list];
    if (!Array.isArray(points)) throw fail(`it must have a list ${list}, as GET /api/websites/ID/pageviews returns it`);
    for (const [place, point] of points.entries()) {
      const { x, y } = (point ?? {}) as { x?: unknown; y?: unknown };
      const [, date, time] = /^(\d{4}-\d\d-\d\d)(?:[ T](\d\d:\d\d).*)?$/.exec(String(x)) ?? [];
      if (time !== undefined && time !== '00:00') throw fail(`${list}[${place}].x is no day: ask for unit=day`);
      const day = days.dayOf(date ?? String(x));
      if (typeof day === 'string') throw fail(`${list}[${place}].x ${day}`);
      if (!Number.isSafeInteger(y) || (y as number) < 0) throw fail(`${list}[${place}].y must be a whole number`);
      if (days.isWanted(day)) days.addTotals(day, { [count]: y as number });
    }
  }
}
