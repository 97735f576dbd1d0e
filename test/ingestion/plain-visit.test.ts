// Lines that are read without JSON.parse: whatever is taken, is taken exactly as the steps would; and what programs
// write is taken.
import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import type { Subject, WebsiteCatalog } from '../../src/catalog/subject.ts';
import { EventDraft } from '../../src/ingestion/event.ts';
import { PlainVisits } from '../../src/ingestion/plain-visit.ts';
import { runSteps } from '../../src/ingestion/steps.ts';
import { eventWith } from '../support/events.ts';
import { subjectLine } from '../support/subjects.ts';

const LINE = subjectLine();
const IDS = {
  website_id: LINE.website.id,
  campaign_id: LINE.campaign.id,
  variant_id: LINE.variant.id,
  step_id: LINE.firstStep.id,
  element_id: LINE.element.id,
};
const NOW_MS = Date.parse('2025-03-10T12:00:00Z');

function contextOf(onlyWebsiteId?: number, ageDaysMax?: number) {
  const ofKind = (kind: number) =>
    new Map(
      Object.values(LINE)
        .filter((subject) => subject.kind === kind)
        .map((subject: Subject) => [subject.id, subject]),
    );
  const subjects = { 1: ofKind(1), 2: ofKind(2), 3: ofKind(3), 4: ofKind(4), 5: ofKind(5) };
  const website: WebsiteCatalog = { website: LINE.website, currency: 'USD', subjects };
  const catalog = { get: (id: number) => (id === LINE.website.id ? website : null), visitorKey: null };
  return { nowMs: NOW_MS, ageDaysMax, onlyWebsiteId, catalog, missingWebsiteIds: new Set<number>() };
}

/** Long enough that no comparison goes past the end. */
const MORE_TEXT = `${JSON.stringify(eventWith())}\n`;

/** What was read of the text's first line; undefined: it was left to the steps. */
function readPlain(line: string, context = contextOf()): object | undefined {
  const bytes = Buffer.from(`${line}\n${MORE_TEXT}`);
  const draft = new EventDraft();
  const next = new PlainVisits(bytes, context).read(0, draft);
  if (next < 0) return undefined;
  expect(bytes.toString('utf8', next)).toBe(MORE_TEXT);
  return visitOf(draft);
}

/** What the steps make of the line; undefined: they reject it. */
function readBySteps(line: string, context = contextOf()): object | undefined {
  const draft = new EventDraft();
  try {
    draft.sent = JSON.parse(line);
  } catch {
    return undefined;
  }
  return runSteps(draft, context) ? undefined : visitOf(draft);
}

function visitOf({ subject, websiteId, day, metric, visitorLow, visitorHigh, id, orderId }: EventDraft): object {
  return { subject, websiteId, day, metric, visitorLow, visitorHigh, id, orderId };
}

const plain = eventWith({ ...IDS, at: '2025-03-09T23:59:59.999Z' });

describe('a line is taken', () => {
  it.each([
    ['as it is', JSON.stringify(plain)],
    [
      'with a space after each colon and comma',
      JSON.stringify(plain, null, 1).replace(/\n */g, ' ').replace('{ ', '{').replace(' }', '}'),
    ],
    ['in another order', JSON.stringify(Object.fromEntries(Object.entries(plain).reverse()))],
    ['with CRLF', `${JSON.stringify(plain)}\r`],
    ['without a time', JSON.stringify({ ...plain, at: undefined })],
    ['of the website alone', JSON.stringify(eventWith())],
    ['of a campaign', JSON.stringify(eventWith({ campaign_id: IDS.campaign_id }))],
    ['of every type of visit', JSON.stringify({ ...plain, type: 'subscribe' })],
    ['with an id', JSON.stringify({ ...plain, id: 'a' })],
    ['with an id first', JSON.stringify({ id: '01J8-xyz', ...plain })],
    ['with the longest id', JSON.stringify({ ...plain, id: 'i'.repeat(64) })],
    ['with the longest visitor', JSON.stringify({ ...plain, visitor: 'v'.repeat(128) })],
    ['at an offset', JSON.stringify({ ...plain, at: '2025-03-09T23:59:59+05:30' })],
  ])('%s', (_name, line) => {
    const taken = readPlain(line);
    expect(taken).toBeDefined();
    expect(taken).toEqual(readBySteps(line));
  });
});

describe('a line is left to the steps', () => {
  const without = ({ ...event }: Record<string, unknown>, field: string) => {
    delete event[field];
    return JSON.stringify(event);
  };
  it.each([
    ['with an empty id', JSON.stringify({ ...plain, id: '' })],
    ['with too long an id', JSON.stringify({ ...plain, id: 'i'.repeat(65) })],
    ['with an id that is a number', JSON.stringify({ ...plain, id: 5 })],
    ['with an id that is null', JSON.stringify({ ...plain, id: null })],
    ['with an id beyond ASCII', JSON.stringify({ ...plain, id: 'é' })],
    ['of an order', JSON.stringify({ ...plain, type: 'order', revenue: 1 })],
    ['of a selection', JSON.stringify({ ...plain, type: 'selection', field: 'f', value: 'v' })],
    ['of an unknown type', JSON.stringify({ ...plain, type: 'views' })],
    ['with a field that means nothing', JSON.stringify({ ...plain, url: '/' })],
    ['with an escape', JSON.stringify({ ...plain, visitor: 'a"b' })],
    ['with a letter beyond ASCII', JSON.stringify({ ...plain, visitor: 'zoë' })],
    ['with too long a visitor', JSON.stringify({ ...plain, visitor: 'v'.repeat(129) })],
    ['with an empty visitor', JSON.stringify({ ...plain, visitor: '' })],
    ['with a visitor that is a number', JSON.stringify({ ...plain, visitor: 12 })],
    ['without a visitor', without(plain, 'visitor')],
    ['without a website', without(plain, 'website_id')],
    ['of another website', JSON.stringify({ ...plain, website_id: 99 })],
    ['with an unknown element', JSON.stringify({ ...plain, element_id: 99_999 })],
    ['that contradicts the catalog', JSON.stringify({ ...plain, step_id: LINE.laterStep.id })],
    ['of tomorrow and later', JSON.stringify({ ...plain, at: '2025-03-11T12:00:00.001Z' })],
    ['of before 1970', JSON.stringify({ ...plain, at: '1969-12-31T23:59:59Z' })],
    ['of no day', JSON.stringify({ ...plain, at: '2025-02-29T00:00:00Z' })],
    ['of a time that is a number', JSON.stringify({ ...plain, at: 20250309 })],
    ['with an id that starts with 0', JSON.stringify(plain).replace('"website_id":1', '"website_id":01')],
    ['with a decimal id', JSON.stringify(plain).replace('"website_id":1', '"website_id":1.0')],
    ['with an id in quotes', JSON.stringify({ ...plain, website_id: '1' })],
    ['with a null', JSON.stringify({ ...plain, element_id: null })],
    ['with a field twice', JSON.stringify(plain).replace('{', '{"type":"view",')],
    ['with a comma too many', JSON.stringify(plain).replace('}', ',}')],
    ['that is cut off', JSON.stringify(plain).slice(0, -1)],
    ['with more behind it', `${JSON.stringify(plain)} {}`],
    ['that is empty', ''],
    ['of no fields', '{}'],
    ['of an array', `[${JSON.stringify(plain)}]`],
  ])('%s', (_name, line) => {
    expect(readPlain(line)).toBeUndefined();
  });

  test('of a website that the sender may not write to', () => {
    expect(readPlain(JSON.stringify(plain), contextOf(1))).toBeDefined();
    expect(readPlain(JSON.stringify(plain), contextOf(2))).toBeUndefined();
  });
});

describe('for any line', () => {
  /** Mostly good values, and some that are not. */
  const mostly = <T>(good: fc.Arbitrary<T>, ...bad: unknown[]) =>
    fc.oneof(
      { weight: 12, arbitrary: good as fc.Arbitrary<unknown> },
      { weight: 1, arbitrary: fc.constantFrom(...bad) },
    );
  const id = (good: number) => mostly(fc.constant(good), 0, -1, 7_777, 1.5, '1', null, 10 ** 17, undefined);
  const event = fc
    .record(
      {
        type: mostly(fc.constantFrom('view', 'conversion', 'completion', 'submission', 'subscribe'), 'order', 'vie', 5),
        website_id: id(IDS.website_id),
        campaign_id: id(IDS.campaign_id),
        variant_id: id(IDS.variant_id),
        step_id: fc.oneof(id(IDS.step_id), id(LINE.laterStep.id)),
        element_id: id(IDS.element_id),
        visitor: mostly(fc.string({ minLength: 1, maxLength: 40 }), '', 'v'.repeat(129), 'é'.repeat(100), 3, null),
        at: mostly(
          fc.date({ min: new Date(0), max: new Date(NOW_MS + 1e9), noInvalidDate: true }).map((at) => at.toISOString()),
          '2025-03-01',
          '2025-03-01T10:00',
          '2025-03-01t10:00z',
          5,
        ),
        id: mostly(fc.string({ minLength: 1, maxLength: 70 }), '', 'i'.repeat(64), 'i'.repeat(65), 5, null),
      },
      { requiredKeys: ['type'] },
    )
    .chain((fields) => fc.shuffledSubarray(Object.entries(fields)).map((entries) => Object.fromEntries(entries)));

  test('what is taken is what the steps make of it', () => {
    let taken = 0;
    fc.assert(
      fc.property(event, (sent) => {
        const line = JSON.stringify(sent);
        const visit = readPlain(line);
        if (visit) taken++;
        if (visit) expect(visit).toEqual(readBySteps(line));
      }),
      { seed: 31, numRuns: 6_000 },
    );
    expect(taken).toBeGreaterThan(250);
  });

  test('damage to a good line is never taken for anything but what JSON.parse reads', () => {
    const good = Buffer.from(JSON.stringify(plain));
    let taken = 0;
    fc.assert(
      fc.property(fc.nat(good.length - 1), fc.nat(127), fc.boolean(), (at, code, replace) => {
        const line = Buffer.concat([good.subarray(0, at), Buffer.from([code]), good.subarray(replace ? at + 1 : at)]);
        if (code === 0x0a) return;
        const visit = readPlain(line.toString());
        if (visit) taken++;
        if (visit) expect(visit).toEqual(readBySteps(line.toString()));
      }),
      { seed: 32, numRuns: 20_000 },
    );
    expect(taken).toBeGreaterThan(500);
  });
});

test('the last line of a text, which nothing follows, is left to the steps rather than read past its end', () => {
  for (const end of ['', '\n', '\r\n', '\n\n']) {
    const bytes = Buffer.from(JSON.stringify(plain) + end);
    const own = Buffer.from(bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.length));
    for (let start = 0; start < own.length; start++) new PlainVisits(own, contextOf()).read(start, new EventDraft());
    expect(new PlainVisits(own, contextOf()).read(0, new EventDraft())).toBe(-1);
  }
});

test('a time that is too long ago is left to the steps', () => {
  const line = (at: string) => JSON.stringify({ ...eventWith({ at }), website_id: IDS.website_id });
  expect(readPlain(line('2025-03-08T00:00:00Z'), contextOf(undefined, 2))).toBeDefined();
  expect(readPlain(line('2025-03-07T23:59:59Z'), contextOf(undefined, 2))).toBeUndefined();
});
