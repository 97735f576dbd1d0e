// Events that name their subject by keys, by ids, or by both.
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it, test } from 'vitest';
import { CatalogCache } from '../../../../src/core/engine/catalog/load-catalog.ts';
import type { NewKeys } from '../../../../src/core/engine/catalog/records/register-keys.ts';
import type { Subject, WebsiteCatalog } from '../../../../src/core/engine/catalog/subject.ts';
import { runSteps } from '../../../../src/core/intake/accept/steps.ts';
import { BulkEvents } from '../../../../src/core/intake/bulk/bulk-events.ts';
import type { ImportStages } from '../../../../src/core/intake/bulk/import-events.ts';
import { AcceptedEvent, type Rejection } from '../../../../src/core/intake/events/event.ts';
import { ANY_ENGINE } from '../../../support/databases.ts';
import { batchOf, eventWith, type SentEvent } from '../../../support/events.ts';
import { allStoredTotals } from '../../../support/stored-days.ts';
import { createTestIngestion, type TestIngestion } from '../../../support/test-ingestion.ts';

/** An id shows its place, as in the sample catalog. Campaign 12 has a variant that events without one mean. */
const CATALOG = {
  accounts: [
    {
      id: 1,
      name: 'Acme',
      websites: [
        {
          id: 1,
          name: 'acme.example',
          campaigns: [
            {
              id: 10,
              key: 'spring-popup',
              name: 'Spring popup',
              variants: [
                {
                  id: 100,
                  key: 'a',
                  steps: [
                    { id: 1000, key: 'form', elements: [{ id: 10000, key: 'e-mail', element_type: 'form' }] },
                    { id: 1001, key: 'thanks' },
                  ],
                },
                { id: 101, key: 'b', steps: [{ id: 1010, key: 'form' }] },
              ],
            },
            {
              id: 11,
              key: 'quiz',
              name: 'Quiz',
              variants: [
                { id: 110, steps: [{ id: 1100, elements: [{ id: 11000, key: 'q1', element_type: 'quiz' }] }] },
              ],
            },
            {
              id: 12,
              key: 'banner',
              name: 'Banner',
              variants: [
                { id: 120, key: 'default', steps: [{ id: 1200, key: 'text' }] },
                { id: 121, key: 'red', steps: [{ id: 1210, key: 'text' }] },
              ],
            },
            { id: 13, name: 'Without a key' },
          ],
        },
        {
          id: 3,
          name: 'acme.shop',
          settings: { register_keys: true },
          campaigns: [
            { id: 30, name: 'Without variants' },
            { id: 31, key: 'two', name: 'Two', variants: [{ id: 310 }, { id: 311, steps: [{ id: 3110 }] }] },
          ],
        },
        { id: 2, name: 'acme.test', campaigns: [{ id: 20, key: 'other', name: 'Other' }] },
      ],
    },
  ],
};

let ingestion: TestIngestion;
let catalog: CatalogCache;

beforeAll(async () => {
  ingestion = await createTestIngestion('sqlite', CATALOG);
  catalog = new CatalogCache(ingestion.database);
  await catalog.refresh();
  await catalog.load([1, 2, 3]);
});

afterAll(() => ingestion.dispose());

function resolve(names: SentEvent): {
  id: number | undefined;
  rejection: (Rejection & { newKeys?: NewKeys }) | undefined;
} {
  const event = new AcceptedEvent();
  const sent = eventWith(names);
  const { visitorKey } = catalog;
  const website = catalog.get(Number(sent.website_id)) ?? null;
  const context = { nowMs: Date.parse('2025-03-10T12:00:00Z'), onlyWebsiteId: undefined, visitorKey, website };
  const rejection = runSteps(sent, event, context);
  return { rejection, id: rejection ? undefined : event.subject.id };
}

describe('found', () => {
  it.each([
    [{ campaign: 'spring-popup' }, 10],
    [{ campaign: 'spring-popup', variant: 'b' }, 101],
    [{ campaign: 'spring-popup', variant: 'b', step: 'form' }, 1010],
    [{ campaign: 'spring-popup', variant: 'a', step: 'form', element: 'e-mail' }, 10000],
    // Ids and keys.
    [{ campaign_id: 10, variant: 'a' }, 100],
    [{ variant_id: 101, step: 'form' }, 1010],
    [{ step_id: 1000, element: 'e-mail' }, 10000],
    [{ campaign: 'spring-popup', step_id: 1001 }, 1001],
    [{ campaign: 'spring-popup', campaign_id: 10 }, 10],
    // Digits are an id.
    [{ campaign: '10' }, 10],
    [{ campaign: '10', campaign_id: 10, variant: 'b' }, 101],
    [{ element: '10000' }, 10000],
    // A level that is left out is the only one there is, or the one with the key "default".
    [{ campaign: 'quiz', element: 'q1' }, 11000],
    [{ campaign: 'quiz', variant_id: 110, element: 'q1' }, 11000],
    [{ campaign: 'banner', step: 'text' }, 1200],
    [{ campaign: 'banner', variant: 'red', step: 'text' }, 1210],
    // null is as if left out.
    [{ campaign: 'quiz', variant: null, step: null, element: null }, 11],
    [{ campaign: null, step_id: 1000 }, 1000],
  ])('%j', (names, id) => {
    expect(resolve(names)).toEqual({ id, rejection: undefined });
  });
});

describe('rejected', () => {
  it.each([
    [{ campaign: 'sprng-popup' }, 'unknown_campaign', 'did you mean "spring-popup"'],
    [{ campaign: 'spring-popup', variant: 'c' }, 'unknown_variant', 'the campaign 10 has no variant with the key "c"'],
    [{ campaign: 'spring-popup', variant: 'b', step: 'thanks' }, 'unknown_step', 'variant 101'],
    [{ step_id: 1000, element: 'email' }, 'unknown_element', 'did you mean "e-mail"'],
    [{ campaign: '99' }, 'unknown_campaign', '99'],
    // The key of another website, and the id of one.
    [{ campaign: 'other' }, 'unknown_campaign', 'other'],
    [{ campaign_id: 20, variant: 'a' }, 'unknown_campaign', '20'],
    // Which one?
    [{ campaign: 'spring-popup', step: 'form' }, 'variant_required', 'variant or variant_id'],
    [{ campaign_id: 10, element: 'e-mail' }, 'variant_required', 'variant'],
    [{ campaign: 'spring-popup', variant: 'a', element: 'e-mail' }, 'step_required', 'step'],
    [{ variant: 'a' }, 'campaign_required', 'campaign or campaign_id'],
    [{ element: 'q1' }, 'campaign_required', 'campaign'],
    // Two that do not fit.
    [{ campaign: 'quiz', variant_id: 100 }, 'contradicts_catalog', 'variant 100'],
    [{ campaign: 'quiz', campaign_id: 10 }, 'contradicts_catalog', 'quiz'],
    [{ campaign: 'anything', campaign_id: 13 }, 'contradicts_catalog', 'anything'],
    [{ campaign: '11', campaign_id: 10 }, 'contradicts_catalog', '11'],
    [{ campaign: 'quiz', step_id: 1000 }, 'contradicts_catalog', 'step 1000'],
    // An empty text is no key.
    [{ campaign: '' }, 'invalid_campaign', 'campaign must be'],
    [{ campaign: 12 }, 'invalid_campaign', 'campaign_id'],
    [{ campaign: 'quiz', element: 'a b' }, 'invalid_element', 'element must be'],
    [{ campaign: '0' }, 'invalid_campaign', 'campaign'],
    [{ campaign: '9'.repeat(30) }, 'invalid_campaign', 'campaign'],
    [{ campaign: 'quiz', step_id: 0 }, 'invalid_step_id', 'step_id'],
    [{ campaign: '__proto__' }, 'unknown_campaign', '__proto__'],
  ])('%j: %s', (names, code, text) => {
    const { rejection } = resolve(names);
    expect(rejection?.code).toBe(code);
    expect(rejection?.message).toContain(text);
  });

  test('a key without a similar one names the setting that would have added it, unless that is on', () => {
    const message = (names: SentEvent) => resolve(names).rejection?.message;
    expect(message({ campaign: 'brand-new' })).toBe(
      'the website 1 has no campaign with the key "brand-new": add it to the catalog, or turn on the setting register_keys of the ' +
        'website (on its page Sending events), which adds what events name',
    );
    // Below an id that does not exist yet, nothing can be added.
    expect(message({ website_id: 3, campaign: 'new', element_id: 99 })).toBe(
      'the website 3 has no campaign with the key "new"',
    );
  });

  test('what has to be registered is told, where the website allows it', () => {
    const newKeys = (names: SentEvent, websiteId = 3) =>
      resolve({ ...names, website_id: websiteId }).rejection?.newKeys;
    const top = { websiteId: 3, parentKind: 1, parentId: 3 };
    expect(newKeys({ campaign: 'new' }, 1)).toBeUndefined();
    expect(newKeys({ campaign: 'new' })).toEqual({ ...top, keys: ['new'] });
    expect(newKeys({ campaign: 'new', element: 'e' })).toEqual({ ...top, keys: ['new', 'default', 'default', 'e'] });
    expect(newKeys({ campaign_id: 30, step: 's' })).toEqual({
      websiteId: 3,
      parentKind: 2,
      parentId: 30,
      keys: ['default', 's'],
    });
    // What has an id can't be under something new.
    expect(newKeys({ campaign: 'new', campaign_id: 30 })).toBeUndefined();
    expect(newKeys({ campaign: 'new', step_id: 3110 })).toBeUndefined();
    expect(newKeys({ campaign: 'two', step: 'form' })).toBeUndefined();
  });
});

test('every subject that has a key is found by its path, whatever is named by id and whatever by key', () => {
  const website = catalog.get(1)!;
  const paths = subjectsOf(website).map((subject) => lineOf(subject));
  const choices = fc.array(fc.constantFrom('key', 'id', 'both'), { minLength: 4, maxLength: 4 });
  fc.assert(
    fc.property(fc.constantFrom(...paths), choices, (line, chosen) => {
      const named = line.map((subject, level) => [subject, keyOf(subject, website), chosen[level]] as const);
      const fields = named.flatMap(([subject, key, how]) => {
        const name = NAMES[subject.kind - 2]!;
        const id = [`${name}_id`, subject.id] as const;
        return key === undefined || how === 'id'
          ? [id]
          : how === 'key'
            ? [[name, key] as const]
            : [id, [name, key] as const];
      });
      expect(resolve(Object.fromEntries(fields))).toEqual({ id: line.at(-1)!.id, rejection: undefined });
    }),
  );
});

const NAMES = ['campaign', 'variant', 'step', 'element'];

function subjectsOf({ subjects }: WebsiteCatalog): Subject[] {
  return ([2, 3, 4, 5] as const).flatMap((kind) => [...subjects[kind].values()]);
}

function lineOf(subject: Subject): Subject[] {
  return subject.parent ? [...lineOf(subject.parent), subject] : [];
}

function keyOf(subject: Subject, website: WebsiteCatalog): string | undefined {
  const { byKey } = website.childrenOf(subject.parent!);
  return [...byKey].find(([, child]) => child === subject)?.[0];
}

describe.each(ANY_ENGINE)('counted on %s', (engine) => {
  test('events by keys count as events by ids do, from a collector and from a file', async () => {
    const own = await createTestIngestion(engine, CATALOG);
    const bulk = new BulkEvents(own.database, own.url, own.clock.now);
    try {
      const byIds = [eventWith({ element_id: 10000 }), eventWith({ step_id: 1010 }), eventWith({ campaign_id: 11 })];
      const path = { campaign: 'spring-popup', variant: 'a', step: 'form', element: 'e-mail' };
      const byKeys = [eventWith(path), eventWith({ variant_id: 101, step: 'form' }), eventWith({ campaign: 'quiz' })];
      const count = async <Events>(events: SentEvent[], stages: ImportStages<Events>) => {
        await own.reset();
        const [outcome] = await stages.commit([await stages.accept(batchOf(events))]);
        return [outcome!.accepted, await allStoredTotals(own.database)];
      };
      const expected = await count(byIds, own.stages);
      expect(expected[0]).toBe(3);
      expect(await count(byKeys, own.stages)).toEqual(expected);
      expect(await count(byKeys, bulk)).toEqual(expected);
    } finally {
      await bulk.close();
      await own.dispose();
    }
  });
});
