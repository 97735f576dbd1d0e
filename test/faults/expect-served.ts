// Compares what clients see with what the ledger says that they must.
import { expect } from 'vitest';
import type { Random } from '../../src/core/foundation/statistics/random.ts';
import { requestOf } from './collector-traffic.ts';
import type { FaultClient } from './fault-client.ts';
import type { Access } from './fault-service.ts';
import type { Ledger } from './ledger.ts';
import { pick } from './traffic.ts';

const REPEATS = 5;
const TOKENS_CHECKED_MAX = 60;
const RANGE_START = '2025-01-01';
const RANGE_END = '2025-04-30';
const DAY_MS = 86_400_000;
const SUBJECTS = [
  ['website', 1, '/website'],
  ['campaign', 10, '/campaigns/10'],
  ['element', 10001, '/elements/10001'],
] as const;

/** When nobody writes, and after `ledger.expectStored`. */
export async function expectServed(ledger: Ledger, client: FaultClient, access: Access, random: Random) {
  await expectRepeats(ledger, client, access, random);
  await expectReports(ledger, client, access.token);
  await expectContacts(ledger, client, access.token);
  await expectTokens(ledger, client);
}

/** A batch that comes again changes nothing, which the reports then show. */
async function expectRepeats(ledger: Ledger, client: FaultClient, { ingestKeys }: Access, random: Random) {
  if (ledger.repeatable.length === 0) return;
  for (const batch of Array.from({ length: REPEATS }, () => pick(random, ledger.repeatable))) {
    const { body } = await client.send('/collect/events', requestOf(batch, ingestKeys.get(batch.websiteId)!), [200]);
    const duplicates = { accepted: 0, duplicates: batch.events.length, rejected: [] };
    expect(body).toEqual(batch.idempotencyKey === undefined ? duplicates : batch.answer);
  }
}

async function expectReports(ledger: Ledger, client: FaultClient, token: string): Promise<void> {
  const [firstDay, lastDay] = [Date.parse(RANGE_START) / DAY_MS, Date.parse(RANGE_END) / DAY_MS];
  for (const countType of ['total', 'distinct'] as const) {
    for (const [kind, id, path] of SUBJECTS) {
      const query = `timeframe=custom&range_start=${RANGE_START}&range_end=${RANGE_END}&count_type=${countType}`;
      const { body } = await client.get(`/api/v1/reports${path}?${query}`, token);
      const { metrics } = (body as { data: { metrics: Record<string, number> } }).data;
      const { submissions, revenue, ...counts } = ledger.counted.counts(kind, id, firstDay, lastDay, countType);
      expect(metrics, `${countType} of ${kind} ${id}`).toMatchObject({
        ...counts,
        revenue: revenue / 10_000,
        ...(kind !== 'website' && { submissions }),
      });
    }
  }
}

async function expectContacts(ledger: Ledger, client: FaultClient, token: string): Promise<void> {
  const served = await contactsServed(client, token);
  for (const [email, entry] of ledger.contacts) {
    expect([entry.state, ...entry.maybe], `the last write of ${email}`).toContain(served.get(email));
    entry.state = served.get(email);
    entry.maybe.length = 0;
  }
  expect(served.size).toBe([...ledger.contacts.values()].filter(({ state }) => state !== undefined).length);
}

interface ServedContact {
  readonly email: string;
  readonly name: string;
  readonly last_name: string;
  readonly extra: { readonly number: number };
}

/** By email, the number of the upsert that wrote it; its fields must all be of the same one. */
async function contactsServed(client: FaultClient, token: string): Promise<Map<string, number>> {
  const contacts = new Map<string, number>();
  for (let page = 1; ; page++) {
    const { body, headers } = await client.get(`/api/v1/contacts?page=${page}`, token);
    for (const { email, name, last_name: lastName, extra } of body as ServedContact[]) {
      expect([name, lastName], `the fields of ${email}`).toEqual([`first ${extra.number}`, `last ${extra.number}`]);
      expect(contacts.has(email), `${email} is there twice`).toBe(false);
      contacts.set(email, extra.number);
    }
    if (contacts.size === Number(headers.get('x-total-count'))) return contacts;
    expect(body, 'the list of contacts is shorter than its count').not.toEqual([]);
  }
}

/** The newest ones: the older ones were checked before. */
async function expectTokens(ledger: Ledger, client: FaultClient): Promise<void> {
  for (const entry of ledger.tokens.slice(-TOKENS_CHECKED_MAX)) {
    const init = { headers: { authorization: `Bearer ${entry.token}` } };
    const { status } = await client.send('/api/v1/reports/websites', init, [200, 401]);
    const state = status === 200 ? 'good' : 'revoked';
    if (entry.state === 'unsure') entry.state = state;
    expect(state, 'a token').toBe(entry.state);
  }
}
