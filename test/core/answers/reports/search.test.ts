// Search over campaigns, variants and steps: what is found, and in which order.
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { searchReport } from '../../../../src/core/answers/reports/subjects/search.ts';
import { restoreOf } from '../../../support/restore.ts';
import { TestService } from '../../../support/test-service.ts';

const ARCHIVED_VARIANT = 201;
const ARCHIVED_STEP = 2001;
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
              key: 'spring-sale',
              name: 'Spring popup',
              cta_type: 'overlay',
              variants: [
                { id: 100, variation: 'A', name: 'Photo', steps: [{ id: 1000, position: 1, name: 'E-Mail' }] },
                {
                  id: 101,
                  variation: 'B',
                  steps: [
                    { id: 1010, position: 1, key: 'email' },
                    { id: 1011, position: 2 },
                  ],
                },
              ],
            },
            { id: 11, name: 'Exit popup', cta_type: 'overlay', status: 'archived' },
            { id: 12, name: 'Geschenkführer', cta_type: 'quiz' },
            { id: 13, name: 'Winter Sale', cta_type: 'bar' },
            { id: 14, name: 'Winter Sale Bar', cta_type: 'bar' },
            { id: 15, name: 'Autumndeals', cta_type: 'bar' },
            { id: 16, name: 'Deals of any autumn', cta_type: 'bar' },
          ],
        },
        {
          ...{ id: 2, name: 'other.example' },
          campaigns: [
            {
              ...{ id: 20, name: 'Spring popup of others' },
              variants: [
                {
                  ...{ id: 200, variation: 'A', name: 'New banner' },
                  steps: [
                    { id: 2000, position: 1, name: 'New voucher' },
                    { id: ARCHIVED_STEP, position: 2, name: 'Old voucher' },
                  ],
                },
                {
                  ...{ id: ARCHIVED_VARIANT, variation: 'B', name: 'Old banner' },
                  steps: [{ id: 2010, position: 1, name: 'Voucher of an old banner' }],
                },
              ],
            },
          ],
        },
      ],
    },
  ],
};

let service: TestService;
let token: string;

beforeAll(async () => {
  service = await TestService.start('sqlite', { catalog: CATALOG });
  token = await service.token([1, 2]);
  await service.database.transaction(async (tx) => {
    await tx.query('UPDATE variants SET is_archived = 1 WHERE website_id = 2 AND id = $1', [ARCHIVED_VARIANT]);
    await tx.query('UPDATE steps SET is_archived = 1 WHERE website_id = 2 AND id = $1', [ARCHIVED_STEP]);
  });
});
afterAll(() => service.dispose());

async function search(query: string, asked: object = {}) {
  return (await service.report(searchReport, { website_id: 1, query, ...asked }, token)).data.results;
}
const idsOf = (results: Awaited<ReturnType<typeof search>>) => results.map(({ id }) => id);

test.each([
  ['spring popup', [10]],
  ['SPRNG poppup', [10]],
  ['popup', [11, 10]],
  ['spring-sale', [10]],
  ['geschenkfuhrer', [12]],
  ['quiz', [12]],
  ['photo', [100]],
  ['variant b', [101]],
  ['email', [1010, 1000]],
  ['nothing like it', []],
  // What is called exactly so, before what is newer and also has the words.
  ['winter sale', [13, 14]],
  ['Winter-Sale', [13, 14]],
  // One word for two, also misspelled, and two for one.
  ['wintersale', [13, 14]],
  ['wintersalle', [14, 13]],
  ['autumn deals', [15, 16]],
])('%s finds %j', async (query, expected) => {
  expect(idsOf(await search(query))).toEqual(expected);
});

test('archived variants and steps are not found, nor are the steps of an archived variant', async () => {
  expect(idsOf(await search('banner', { website_id: 2 }))).toEqual([200]);
  expect(idsOf(await search('voucher', { website_id: 2 }))).toEqual([2000]);
  expect(idsOf(await search('others', { website_id: 2 }))).toEqual([20]);
});

test('words of what it belongs to count, too', async () => {
  expect(idsOf(await search('spring step 2'))).toEqual([1011]);
});

test('a result says where it is', async () => {
  expect(await search('step 2')).toEqual([
    {
      kind: 'step',
      id: 1011,
      name: 'Step 2',
      within: 'Spring popup > Variant B',
      path: '/websites/1/campaigns/10/variants/101/steps/1011',
    },
  ]);
  expect(await search('popup', { limit: 1 })).toHaveLength(1);
});

test('the newest 5,000 campaigns are searched', async () => {
  onTestFinished(await restoreOf(service.database));
  const now = '2025-03-10T12:00:00Z';
  const addNewer = (ids: readonly number[]) =>
    service.database.transaction(async (tx) => {
      // What was searched before is cached.
      await tx.query('UPDATE catalog_state SET version = version + 1');
      await tx.insertMany({
        into: 'campaigns',
        columns: [
          'website_id',
          'id',
          'name',
          'cta_type',
          'test_type',
          'page_path',
          'status',
          'created_at',
          'updated_at',
        ],
        rows: ids.map((id) => [2, id, 'Newer', 'bar', 'none', '', 'live', now, now]),
      });
    });
  const found = async () => idsOf(await search('spring popup of others', { website_id: 2 }));
  await addNewer(Array.from({ length: 4_999 }, (_, at) => 1_000 + at));
  expect(await found()).toContain(20);
  await addNewer([9_000]);
  expect(await found()).toEqual([]);
});

test('a query without a word is refused', async () => {
  const { status, body } = await service.ask(searchReport, { website_id: 1, query: '% _' }, token);
  expect([status, body]).toEqual([422, expect.objectContaining({ code: 'invalid_query', param: 'query' })]);
});
