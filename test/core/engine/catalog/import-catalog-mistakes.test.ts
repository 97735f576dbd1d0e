// Catalog documents with errors: the error names the JSON path, and nothing changes.
import { afterAll, beforeAll, describe, expect, it, test } from 'vitest';
import { CatalogError } from '../../../../src/core/engine/catalog/catalog-error.ts';
import { importCatalog } from '../../../../src/core/engine/catalog/records/import-catalog.ts';
import { wholeCatalog } from '../../../support/catalog-rows.ts';
import { ANY_ENGINE } from '../../../support/databases.ts';
import { eventWith } from '../../../support/events.ts';
import { createTestIngestion, type TestIngestion } from '../../../support/test-ingestion.ts';

describe.each(ANY_ENGINE)('on %s', (engine) => {
  // Contains the sample catalog. One variant has an event. Rejected documents change nothing, so all tests share one database.
  let ingestion: TestIngestion;

  beforeAll(async () => {
    ingestion = await createTestIngestion(engine);
    await ingestion.count(eventWith({ variant_id: 101 }));
  });

  afterAll(() => ingestion.dispose());

  const load = (json: unknown) => importCatalog(ingestion.database, json, ingestion.clock.now);

  /** Imports a document that must be rejected, and returns the paths of its problems. */
  async function problemPaths(json: unknown): Promise<string[]> {
    const before = await wholeCatalog(ingestion.database);
    const error = await load(json).then(
      () => undefined,
      (reason: unknown) => reason,
    );
    expect(error).toBeInstanceOf(CatalogError);
    expect(await wholeCatalog(ingestion.database)).toEqual(before);
    const { problems, message } = error as CatalogError;
    for (const { path } of problems) expect(message).toContain(path || '(document)');
    return problems.map(({ path }) => path);
  }

  describe('an error names its path, and nothing changes:', () => {
    const website = 'accounts[0].websites[0]';
    const inWebsite = (fields: object) => ({
      accounts: [{ id: 1, name: 'A', websites: [{ id: 1, name: 'w', ...fields }] }],
    });
    const inCampaign = (fields: object) => inWebsite({ campaigns: [{ id: 10, name: 'c', ...fields }] });
    const inVariant = (fields: object) => inCampaign({ variants: [{ id: 100, ...fields }] });
    const inStep = (fields: object) => inVariant({ steps: [{ id: 1000, ...fields }] });
    const variant = `${website}.campaigns[0].variants[0]`;

    it.each([
      ['no object', [], ''],
      ['null', null, ''],
      ['no accounts', {}, 'accounts'],
      ['accounts that are no list', { accounts: {} }, 'accounts'],
      ['an unknown key at the top', { accounts: [], foo: 1 }, ''],
      ['a missing id', { accounts: [{ name: 'x' }] }, 'accounts[0].id'],
      ['an id that is text', { accounts: [{ id: '1', name: 'x' }] }, 'accounts[0].id'],
      ['the id 0', { accounts: [{ id: 0, name: 'x' }] }, 'accounts[0].id'],
      ['a broken id', { accounts: [{ id: 1.5, name: 'x' }] }, 'accounts[0].id'],
      ['an id that is too large', { accounts: [{ id: 2 ** 52 + 1, name: 'x' }] }, 'accounts[0].id'],
      ['a missing name', { accounts: [{ id: 1 }] }, 'accounts[0].name'],
      ['an empty name', inWebsite({ name: '' }), `${website}.name`],
      ['a wrong type', inWebsite({ name: 5 }), `${website}.name`],
      ['a boolean that is text', inWebsite({ active: 'yes' }), `${website}.active`],
      ['an unknown key', inWebsite({ colour: 'red' }), website],
      ['a currency in small letters', inWebsite({ currency: 'usd' }), `${website}.currency`],
      ['a time without a zone', inWebsite({ created_at: '2024-01-01T00:00:00' }), `${website}.created_at`],
      ['a date', inWebsite({ created_at: '2024-01-01' }), `${website}.created_at`],
      ['a day that does not exist', inWebsite({ created_at: '2023-02-29T00:00:00Z' }), `${website}.created_at`],
      ['a short api_key', inWebsite({ api_key: 'short' }), `${website}.api_key`],
      ['data that is not text', inWebsite({ data: { 'form-tracking': 5 } }), `${website}.data.form-tracking`],
      ['an unknown status', inCampaign({ status: 'paused' }), `${website}.campaigns[0].status`],
      ['U+0000 in a name', inCampaign({ name: 'a\u0000b' }), `${website}.campaigns[0].name`],
      ['a line break in a name', inCampaign({ name: 'a\r\nb' }), `${website}.campaigns[0].name`],
      ['U+202E in a name', inStep({ name: 'a\u202eb' }), `${variant}.steps[0].name`],
      ['U+2028 in a type', inCampaign({ cta_type: 'a\u2028b' }), `${website}.campaigns[0].cta_type`],
      ['half a character in a name', inCampaign({ name: 'a\ud800' }), `${website}.campaigns[0].name`],
      ['U+0000 in an api_key', inWebsite({ api_key: `${'x'.repeat(20)}\u0000` }), `${website}.api_key`],
      ['more than 100 percent', inVariant({ traffic_percentage: 101 }), `${variant}.traffic_percentage`],
      ['less than 0 percent', inVariant({ percentage: -1 }), `${variant}.percentage`],
      ['a holdout that is text', inVariant({ is_holdout: 'yes' }), `${variant}.is_holdout`],
      [
        'two holdouts',
        inCampaign({
          variants: [
            { id: 100, is_holdout: true },
            { id: 101, is_holdout: true },
          ],
        }),
        `${website}.campaigns[0].variants[1].is_holdout`,
      ],
      [
        'a holdout that has events as another variant',
        inCampaign({ variants: [{ id: 100 }, { id: 101, is_holdout: true }] }),
        `${website}.campaigns[0].variants[1].is_holdout`,
      ],
      ['a position that is text', inStep({ position: '1' }), `${variant}.steps[0].position`],
      ['a position beyond the database', inStep({ position: 2 ** 31 }), `${variant}.steps[0].position`],
      [
        'an element without a type',
        inStep({ elements: [{ id: 10000, element_type: 'form' }, { id: 10001 }] }),
        `${variant}.steps[0].elements[1].element_type`,
      ],
      ['an empty key', inCampaign({ key: '' }), `${website}.campaigns[0].key`],
      ['a key of digits', inVariant({ key: '12' }), `${variant}.key`],
      ['a key with a blank', inStep({ key: 'a b' }), `${variant}.steps[0].key`],
      ['a key that is a number', inStep({ key: 12 }), `${variant}.steps[0].key`],
      ['an empty name of a step', inStep({ name: '' }), `${variant}.steps[0].name`],
      [
        'a key that is too long',
        inStep({ elements: [{ id: 1, element_type: 'form', key: 'k'.repeat(65) }] }),
        `${variant}.steps[0].elements[0].key`,
      ],
      ['another website_id', inCampaign({ website_id: 2 }), `${website}.campaigns[0].website_id`],
      ['another website_id in a variant', inVariant({ website_id: 2 }), `${variant}.website_id`],
      [
        'another website_id in an area',
        inWebsite({ areas: [{ id: 5, name: 'a', website_id: 3 }] }),
        `${website}.areas[0].website_id`,
      ],
      ['another account_id', inWebsite({ account_id: 2 }), `${website}.account_id`],
      [
        'an id that comes twice',
        inCampaign({ variants: [{ id: 100 }, { id: 102 }, { id: 102 }] }),
        `${website}.campaigns[0].variants[2].id`,
      ],
      [
        'a website of another account',
        { accounts: [{ id: 2, name: 'x', websites: [{ id: 1, name: 'w' }] }] },
        'accounts[0].websites[0].id',
      ],
      [
        'an area of another website',
        { accounts: [{ id: 1, name: 'x', websites: [{ id: 2, name: 'w', areas: [{ id: 5, name: 'a' }] }] }] },
        `${website}.areas[0].id`,
      ],
      [
        'a campaign of another website',
        inWebsite({ campaigns: [{ id: 20, name: 'c' }] }),
        `${website}.campaigns[0].id`,
      ],
      ['a variant of another campaign', inCampaign({ variants: [{ id: 110 }] }), `${variant}.id`],
      ['a variant of another website', inCampaign({ variants: [{ id: 200 }] }), `${variant}.id`],
      ['a step of another variant', inVariant({ steps: [{ id: 1010 }] }), `${variant}.steps[0].id`],
      [
        'an element of another step',
        inStep({ elements: [{ id: 10010, element_type: 'form' }] }),
        `${variant}.steps[0].elements[0].id`,
      ],
    ])('%s', async (_, json, path) => {
      expect(await problemPaths(json)).toEqual([path]);
    });

    test('an unknown key is named', async () => {
      await expect(load(inWebsite({ colour: 'red' }))).rejects.toThrow('colour');
    });

    test('an api_key of another website', async () => {
      const apiKey = 'a-key-that-is-long-enough';
      await load(inWebsite({ api_key: apiKey }));
      const taken = { accounts: [{ id: 1, name: 'A', websites: [{ id: 2, name: 'w', api_key: apiKey }] }] };
      expect(await problemPaths(taken)).toEqual([`${website}.api_key`]);
      const twice = [1, 2].map((id) => ({ id, name: 'w', api_key: 'the-same-key-for-both-of-them' }));
      expect(await problemPaths({ accounts: [{ id: 1, name: 'A', websites: twice }] })).toEqual([
        'accounts[0].websites[1].api_key',
      ]);
    });

    test('all errors at once, however many', async () => {
      const accounts = Array.from({ length: 50 }, (_, index) => ({ id: index + 1 }));
      const error = await load({ accounts }).catch((reason: CatalogError) => reason);
      expect((error as CatalogError).problems).toHaveLength(50);
      expect((error as CatalogError).message).toContain('30 more');
    });

    test('valid records before the error are not stored either', async () => {
      const campaigns = [
        { id: 77, name: 'new' },
        { id: 20, name: 'of website 2' },
      ];
      await problemPaths({ accounts: [{ id: 1, name: 'Renamed', websites: [{ id: 1, name: 'w', campaigns }] }] });
    });
  });

  test('a setting that is nested too deeply', async () => {
    const deep = JSON.parse(`${'['.repeat(100_000)}${']'.repeat(100_000)}`);
    const websites = [{ id: 1, name: 'acme.example', context: deep }];
    expect(await problemPaths({ accounts: [{ id: 1, name: 'Acme', websites }] })).toEqual(['']);
  });
});
