// A misspelled field must never be dropped silently: on every way in, its event is rejected and the nearest name suggested.
import { afterAll, beforeAll, expect, it } from 'vitest';
import { importEvents } from '../../../../src/core/intake/bulk/import-events.ts';
import { bytesOf, ndjson } from '../../../support/events.ts';
import { TestService } from '../../../support/test-service.ts';

const ORIGIN = 'https://shop.example.com';
const FIREFOX = 'Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0';
const TYPO = { type: 'view', website_id: 1, visitor: 'v', elment_id: 10000 };
const REJECTED = { code: 'unknown_field', message: '"elment_id" is not a field of an event: did you mean element_id?' };

let app: TestService;
beforeAll(async () => {
  app = await TestService.start('sqlite');
});
afterAll(() => app.dispose());

it('from a server', async () => {
  const { body } = await app.collect(await app.ingestKey(1), ndjson([TYPO]));
  expect(body).toMatchObject({ accepted: 0, rejected: [{ index: 0, ...REJECTED }] });
});

it.each([
  ['in an event', (key: string) => ({ key, events: [TYPO] }), { accepted: 0, rejected: [REJECTED] }],
  [
    'around the events',
    (key: string) => ({ key, vistor: 'v', events: [TYPO] }),
    { status: 422, code: 'unknown_field', detail: expect.stringContaining('visitor') },
  ],
])('from a browser, %s', async (_, envelopeOf, expected) => {
  const { body } = await app.request('/e', {
    method: 'POST',
    headers: { origin: ORIGIN, 'user-agent': FIREFOX, 'content-type': 'text/plain' },
    body: JSON.stringify(envelopeOf(await app.publicKey(1, ORIGIN))),
  });
  expect(body).toMatchObject(expected);
});

it('from a file', async () => {
  const { database, stages } = app.ingestion;
  const file = (async function* () {
    yield bytesOf(ndjson([TYPO]));
  })();
  const imported = await importEvents(database, stages, file);
  expect(imported).toMatchObject({ accepted: 0, rejected: 1, samples: [{ line: 1, ...REJECTED }] });
});
