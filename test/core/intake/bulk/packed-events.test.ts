// Packed events: however they are divided into batches and parts, each that counts is counted once, as if one by one.
import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { CatalogCache } from '../../../../src/core/engine/catalog/load-catalog.ts';
import type { Subject } from '../../../../src/core/engine/catalog/subject.ts';
import { PAGE_VIEW, SELECTION } from '../../../../src/core/engine/event-log/format/log-event.ts';
import { DayCell, Fold } from '../../../../src/core/engine/rollups/fold.ts';
import { METRIC, REVENUE_SCALE } from '../../../../src/core/engine/rollups/metric.ts';
import { type DimensionValues, STORED_DIMENSIONS } from '../../../../src/core/foundation/dimensions/dimension.ts';
import { dimensionsAt, GrowingRows } from '../../../../src/core/foundation/dimensions/dimension-rows.ts';
import { zoneOf } from '../../../../src/core/foundation/time/zone.ts';
import {
  EventPacker,
  eachPacked,
  loggedIdsOf,
  logPartsOf,
  newOf,
  type PackedEvents,
  partsOf,
} from '../../../../src/core/intake/bulk/packed-events.ts';
import { type CountedEvent, countEvent } from '../../../../src/core/intake/commit/count-events.ts';
import { AcceptedEvent } from '../../../../src/core/intake/events/event.ts';
import { REVENUE_MAX } from '../../../../src/core/intake/events/revenue.ts';
import { acceptedDimensions } from '../../../support/dimensions.ts';
import { subjectLine } from '../../../support/subjects.ts';

/** The website that keeps its events. */
const LOGGED_ID = 1;
const SUBJECTS: readonly Subject[] = [subjectLine(1), subjectLine(2)].flatMap((line) => Object.values(line));

const ZONES: Readonly<Record<number, string>> = { 1: 'UTC', 2: 'Asia/Kolkata' };

/** With the subjects above; nothing has to be loaded. */
const catalog = {
  load: async () => {},
  get: (websiteId: number) => {
    const ofKind = (kind: number) =>
      new Map(SUBJECTS.filter((s) => s.websiteId === websiteId && s.kind === kind).map((s) => [s.id, s]));
    const zone = zoneOf(ZONES[websiteId]!);
    return { zone, subjects: { 1: ofKind(1), 2: ofKind(2), 3: ofKind(3), 4: ofKind(4), 5: ofKind(5) } };
  },
} as unknown as CatalogCache;

/** A day in Kolkata begins and ends 5.5 hours before that in UTC. The first one since 1970 is not whole. */
function timeOn({ subject, day, second }: Pick<AcceptedEvent, 'subject' | 'day' | 'second'>) {
  return subject.websiteId === 1 ? { day, second } : { day: Math.max(day, 1), second: second - 19_800 };
}

/** Each has its name as its value. */
const ALL_DIMENSIONS: DimensionValues = Object.fromEntries(STORED_DIMENSIONS.map((name) => [name, name]));

interface Sent {
  readonly event: AcceptedEvent;
  /** undefined: the website does not keep its events. */
  readonly dimensions?: DimensionValues | undefined;
  /** Means something only if the event needs a claim. */
  readonly isNew: boolean;
}

function eventOf(fields: Partial<AcceptedEvent>): AcceptedEvent {
  return Object.assign(new AcceptedEvent(), fields);
}

const product = fc.record({
  value: fc.constantFrom(null, '', 'sku'),
  revenue: fc.constantFrom(0, 5),
});

/** Hashes that are negative as int32, revenues of more than 32 bits, strings that look like something else. */
const sent: fc.Arbitrary<Sent> = fc
  .record({
    event: fc
      .record({
        subject: fc.constantFrom(...SUBJECTS),
        day: fc.constantFrom(0, 1, 1_024, 20_000, 20_001, 1_000_000),
        second: fc.constantFrom(0, 86_399),
        type: fc.constantFrom(SELECTION, PAGE_VIEW, METRIC.views, METRIC.conversions, METRIC.subscribes, METRIC.orders),
        visitorLow: fc.constantFrom(-1, 0, 1, 2_147_483_647, -2_147_483_648),
        visitorHigh: fc.constantFrom(-5, 7),
        id: fc.constantFrom(undefined, undefined, 'id'),
        orderId: fc.constantFrom(undefined, undefined, 'order'),
        revenue: fc.oneof(
          fc.constantFrom(0, 2 ** 31, 2 ** 32 - 1, 2 ** 32 + 1),
          fc.integer({ min: 0, max: REVENUE_MAX * REVENUE_SCALE }),
        ),
        products: fc.array(product, { maxLength: 3 }),
        list: fc.constantFrom('', 'size', 'colour'),
        value: fc.constantFrom(null, '', 'null', 'size', '__proto__'),
      })
      .map((fields) => ({ ...fields, ...timeOn(fields) }))
      .map((fields) => eventOf(fields.type === METRIC.orders ? fields : { ...fields, products: [], revenue: 0 })),
    dimensions: fc.constantFrom({}, { device: 'mobile' }, { device: 'mobile', page: '/' }, ALL_DIMENSIONS),
    isNew: fc.boolean(),
  })
  .map((fields) => (fields.event.subject.websiteId === LOGGED_ID ? fields : { ...fields, dimensions: undefined }));

function needsClaim({ id, orderId }: AcceptedEvent): boolean {
  return id !== undefined || orderId !== undefined;
}

function newEventsOf(batch: readonly Sent[]): PackedEvents {
  const packer = new EventPacker(catalog);
  const rows = new GrowingRows();
  let claims = 0;
  for (const { event, dimensions } of batch) {
    if (dimensions) Object.assign(event, acceptedDimensions(dimensions, rows));
    event.claim = needsClaim(event) ? ++claims : 0;
    packer.keep(event);
  }
  const areNew = batch.filter(({ event }) => needsClaim(event)).map(({ isNew }) => Number(isNew));
  // Another thread passes it on like this.
  return newOf(structuredClone(packer.kept()), Uint8Array.from(areNew));
}

/** Each part as a fold, and what the event log gets. */
async function countAll(sentBatches: readonly (readonly Sent[])[], eventsPerPart: number) {
  const batches = sentBatches.map(newEventsOf);
  const folds: Fold[] = [];
  for (const part of partsOf(batches, eventsPerPart)) {
    const fold = new Fold();
    await eachPacked(part, catalog, (subject, event) => countEvent(fold, subject, event));
    folds.push(fold);
  }
  const logged: string[] = [];
  const loggedIds = loggedIdsOf(batches);
  for (const batch of [...logPartsOf(batches, loggedIds, eventsPerPart)].flat()) {
    await eachPacked(batch, catalog, (subject, event) => {
      if (loggedIds.has(subject.websiteId)) logged.push(loggedOf(subject, event));
    });
  }
  return { folds, logged: logged.sort() };
}

function loggedOf({ websiteId, kind, id }: Subject, event: CountedEvent): string {
  const { day, second, type, visitorLow, visitorHigh, revenue } = event;
  const dimensions = dimensionsAt(event.dimensions, event.dimensionRow);
  return JSON.stringify([websiteId, kind, id, day, second, type, visitorLow, visitorHigh, revenue, dimensions]);
}

/** Counters add up and sketches unite, whatever folds they come from. */
function contentOf(folds: readonly Fold[]): unknown {
  const cells = new Map<string, DayCell>();
  const values = new Map<string, number>();
  for (const fold of folds) {
    for (const [{ websiteId, kind, id }, days] of fold.subjects()) {
      for (const [day, cell] of days) {
        const place = `${websiteId}/${kind}/${id}/${day}`;
        const sum = cells.get(place) ?? new DayCell();
        sum.merge(cell, true);
        cells.set(place, sum);
      }
    }
    for (const { websiteId, elementId, day, list, values: counted } of fold.valueLists()) {
      for (const [value, cell] of counted) {
        for (const [name, count] of Object.entries(cell)) {
          const place = JSON.stringify([websiteId, elementId, day, list, value, name]);
          values.set(place, (values.get(place) ?? 0) + count);
        }
      }
    }
  }
  const cellContent = Array.from(cells, ([place, { counts, revenue, visitors }]) => {
    const sketches = visitors.map((sketch) => sketch && Buffer.from(sketch.toBytes()).toString('hex'));
    return [place, counts, revenue, sketches];
  });
  return [cellContent.sort(), [...values].sort()];
}

test.each([1, 3, 75_000])('in parts of %i events', async (eventsPerPart) => {
  await fc.assert(
    fc.asyncProperty(fc.array(fc.array(sent), { maxLength: 4 }), async (batches) => {
      const expected = new Fold();
      const counted = batches.flat().filter(({ event, isNew }) => isNew || !needsClaim(event));
      for (const { event } of counted) countEvent(expected, event.subject, event);
      const { folds, logged } = await countAll(batches, eventsPerPart);
      expect(contentOf(folds)).toEqual(contentOf([expected]));
      const kept = counted.filter(({ event }) => event.subject.websiteId === LOGGED_ID);
      expect(logged).toEqual(kept.map(({ event }) => loggedOf(event.subject, event)).sort());
    }),
    { seed: 5 },
  );
});

test('more values of a dimension than 16 bits can count', async () => {
  const pages = Array.from({ length: 70_000 }, (_, index) => ({
    event: eventOf({
      subject: SUBJECTS[0]!,
      type: METRIC.views,
      visitorLow: index,
    }),
    dimensions: { page: `/${index}` },
    isNew: true,
  }));
  const { logged } = await countAll([pages], 75_000);
  expect(new Set(logged).size).toBe(pages.length);
  expect(logged).toContain(loggedOf(SUBJECTS[0]!, pages.at(-1)!.event));
});

test('a website that switches its log on between two batches is not logged yet', async () => {
  const view = { subject: SUBJECTS[0]!, type: METRIC.views };
  const before = { event: eventOf(view), isNew: true };
  const after = { event: eventOf(view), dimensions: { device: 'mobile' }, isNew: true };
  expect((await countAll([[before], [after]], 10)).logged).toEqual([]);
  expect((await countAll([[after], [after]], 10)).logged).toHaveLength(2);
});

test('a great many are divided into parts of which only neighbours share a subject', async () => {
  const views = Array.from({ length: 2_000 }, (_, index) => ({
    event: eventOf({ subject: SUBJECTS[index % 10]!, day: index % 7, type: METRIC.views, visitorLow: index }),
    isNew: true,
  }));
  const batches = Array.from({ length: 20 }, (_, index) => newEventsOf(views.slice(index * 100, (index + 1) * 100)));
  const parts = [...partsOf(batches, 150)];
  expect(parts.length).toBeGreaterThan(10);
  const subjects = parts.map(
    ({ slices }) => new Set(slices.map(({ subject }) => `${subject.websiteId}/${subject.kind}/${subject.id}`)),
  );
  for (let next = 1; next < subjects.length; next++) {
    expect([...subjects[next]!].filter((subject) => subjects[next - 1]!.has(subject)).length).toBeLessThanOrEqual(1);
  }
});
