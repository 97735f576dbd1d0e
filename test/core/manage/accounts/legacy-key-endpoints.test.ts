// The legacy key on all endpoints other than reports, until the website gets its first token.
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { ANY_ENGINE } from '../../../support/databases.ts';
import { TestService } from '../../../support/test-service.ts';

const KEY = 'legacy-key-of-the-only-website';
const CATALOG = {
  accounts: [{ id: 1, name: 'Acme', websites: [{ id: 1, name: 'acme.example', api_key: KEY }] }],
};

/** In this order: a contact is created before it is deleted. */
const REQUESTS: readonly (readonly [string, string, number])[] = [
  ['GET', '/areas', 200],
  ['GET', '/cta', 200],
  ['GET', '/websites', 200],
  ['POST', '/contacts', 201],
  ['GET', '/contacts', 200],
  ['DELETE', '/contacts?email=ada@example.com', 200],
];

/** Editors can read the key, and only owners may do this. */
const FOR_OWNERS: readonly (readonly [string, string])[] = [
  ['POST', '/history-imports?tool=umami&file_name=website_event.csv'],
  ['DELETE', '/history-imports/1'],
];

describe.each(ANY_ENGINE)('on %s', (engine) => {
  let service: TestService;

  // The first token ends the key.
  beforeEach(async () => {
    service = await TestService.start(engine, { catalog: CATALOG });
  });
  afterEach(() => service.dispose());

  async function statuses(): Promise<number[]> {
    const found: number[] = [];
    for (const [method, path] of REQUESTS) {
      const headers = { authorization: `api_key=${KEY}`, 'content-type': 'application/json' };
      const body = method === 'POST' ? { body: JSON.stringify({ email: 'ada@example.com' }) } : {};
      found.push((await service.request(`/api/v1${path}`, { method, headers, ...body })).status);
    }
    return found;
  }

  test.each(FOR_OWNERS)('it does nothing that only owners may do: %s %s', async (method, path) => {
    const headers = { authorization: `api_key=${KEY}`, 'content-type': 'application/json' };
    const { status, body } = await service.request(`/api/v1${path}`, { method, headers });
    expect([status, body]).toEqual([403, expect.objectContaining({ detail: expect.stringContaining('role owner') })]);
  });

  test('it is accepted by every endpoint until the first token, and by none afterwards', async () => {
    expect(await statuses()).toEqual(REQUESTS.map(([, , status]) => status));
    await service.token([1], { scopes: ['areas:read'] });
    expect(await statuses()).toEqual(REQUESTS.map(() => 401));
  });
});
