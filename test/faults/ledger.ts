// What a faulty service has acknowledged, and so must know from then on; and what it may have done besides.
import { expect } from 'vitest';
import type { Database } from '../../src/core/foundation/database/database.ts';
import type { Random } from '../../src/core/foundation/statistics/random.ts';
import { ReferenceModel } from '../support/reference-model.ts';
import { SAMPLE_CATALOG } from '../support/sample-catalog.ts';
import { type CollectorAnswer, randomBatch, type SentBatch, wasCounted } from './collector-traffic.ts';
import { expectCounted } from './expect-counted.ts';

/** The number of the upsert that wrote it last; undefined: there is no such contact. */
export type ContactState = number | undefined;

interface ContactEntry {
  state: ContactState;
  /** What operations without an answer may have made of it. */
  readonly maybe: ContactState[];
}

export interface TokenEntry {
  readonly token: string;
  state: 'good' | 'revoked' | 'unsure';
}

export class Ledger {
  /** Every batch that is known to be counted. */
  readonly counted = new ReferenceModel(SAMPLE_CATALOG);
  readonly contacts = new Map<string, ContactEntry>();
  readonly tokens: TokenEntry[] = [];
  /** Batches with a key or with ids, which are counted once already. */
  readonly repeatable: SentBatch[] = [];
  readonly acknowledged = { events: 0, contacts: 0, tokens: 0, revocations: 0, reports: 0 };
  /** What was acknowledged on website 1, and what was sent at all. */
  readonly conversions = { least: 0, most: 0 };
  readonly #unsettled = new Set<SentBatch>();
  readonly #toSendAgain: SentBatch[] = [];
  #batches = 0;

  get acknowledgedWrites(): number {
    const { events, contacts, tokens, revocations } = this.acknowledged;
    return events + contacts + tokens + revocations;
  }

  /** One that had no answer, or a new one. */
  nextBatch(random: Random): SentBatch {
    const again = this.#toSendAgain.shift();
    if (again) return again;
    const batch = randomBatch(random, this.#batches++);
    this.#unsettled.add(batch);
    this.conversions.most += conversionsOf(batch);
    return batch;
  }

  answered(batch: SentBatch, answer: CollectorAnswer): void {
    if (batch.answer) return;
    batch.answer = answer;
    this.acknowledged.events += batch.events.length;
    this.conversions.least += conversionsOf(batch);
    if (batch.plainDay === undefined) this.repeatable.push(batch);
  }

  /** `isRefused`: the service said that nothing of it was counted. */
  notAnswered(batch: SentBatch, isRefused: boolean): void {
    if (batch.plainDay === undefined) this.#toSendAgain.push(batch);
    else batch.isRefused = isRefused;
  }

  contact(email: string): ContactEntry {
    const entry = this.contacts.get(email) ?? { state: undefined, maybe: [] };
    this.contacts.set(email, entry);
    return entry;
  }

  issued(token: string): TokenEntry {
    const entry: TokenEntry = { token, state: 'good' };
    this.tokens.push(entry);
    this.acknowledged.tokens++;
    return entry;
  }

  revoked(entry: TokenEntry): void {
    entry.state = 'revoked';
    this.acknowledged.revocations++;
  }

  /** When nobody writes: everything acknowledged is there once, everything else as a whole or not at all. */
  async expectStored(database: Database): Promise<void> {
    for (const batch of [...this.#unsettled]) {
      const isCounted = await wasCounted(database, batch);
      if (batch.isRefused) expect(isCounted, 'counted, though it was said that it was not').toBe(false);
      if (isCounted) for (const event of batch.events) this.counted.add(event, 0);
      if (isCounted || batch.plainDay !== undefined) this.#unsettled.delete(batch);
    }
    await expectCounted(database, this.counted);
    await expectContactsWhole(database);
    await expectTokensWhole(database);
  }
}

function conversionsOf({ websiteId, events }: SentBatch): number {
  return websiteId === 1 ? events.filter(({ type }) => type === 'conversion').length : 0;
}

async function expectContactsWhole(database: Database): Promise<void> {
  const [counts] = await database.query(
    `SELECT (SELECT COUNT(*) FROM contacts) AS contacts,
       (SELECT CAST(COALESCE(SUM(contacts), 0) AS bigint) FROM contact_lists) AS listed,
       (SELECT CAST(COALESCE(SUM(contacts), 0) AS bigint) FROM contact_blocks) AS in_blocks`,
  );
  expect(counts).toMatchObject({ listed: counts!.contacts, in_blocks: counts!.contacts });
}

async function expectTokensWhole(database: Database): Promise<void> {
  const half = await database.query(
    'SELECT id FROM access_tokens WHERE id NOT IN (SELECT token_id FROM access_token_websites)',
  );
  expect(half, 'tokens without a website').toEqual([]);
}
