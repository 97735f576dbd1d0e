// What `funnel forget` does, for owners: a visitor, a contact, a day or a whole website, with a preview of what goes. One erasure of a
// website runs at a time. That of a whole website may take minutes, so nobody waits for it: what is left of it says how far it is.

import { type Sentence, sentence } from '../../../languages/sentence.ts';
import { recordAudit } from '../../contract/access/audit-log.ts';
import type { Actor } from '../../contract/access/principal.ts';
import { isoOfDay } from '../../engine/rollups/calendar.ts';
import type { Database } from '../../foundation/database/database.ts';
import { Problem } from '../../foundation/problem/problem.ts';
import type { Clock } from '../../foundation/time/clock.ts';
import { ContactStore } from '../contacts/contact-store.ts';
import type { RowCounts } from './count-rows.ts';
import type { ContactErasure } from './forget-contact.ts';
import { countDay, forgetDay } from './forget-day.ts';
import { forgetVisitor } from './forget-visitor.ts';
import { countWebsite, forgetWebsite } from './forget-website.ts';

export type ErasedThing =
  | { readonly kind: 'visitor'; readonly visitor: string }
  | { readonly kind: 'contact'; readonly contactId: number }
  | { readonly kind: 'day'; readonly day: number }
  | { readonly kind: 'website' };

export interface Erased {
  readonly rows: RowCounts;
  /** Set while a whole website is being erased. */
  readonly isRunning: boolean;
}

interface ErasuresOptions {
  readonly database: Database;
  readonly contactErasure: ContactErasure;
  readonly clock: Clock;
  /** Called if the erasure of a website has failed. It can be started again. */
  onFailure(error: unknown, websiteId: number): void;
}

export class Erasures {
  readonly #options: ErasuresOptions;
  readonly #contacts: ContactStore;
  /** The websites of which something is being erased. */
  readonly #erasing = new Map<number, ErasedThing['kind']>();

  constructor(options: ErasuresOptions) {
    this.#options = options;
    this.#contacts = new ContactStore(options.database, options.clock);
  }

  /** What would be erased. undefined: there is no such contact. */
  async preview(websiteId: number, thing: ErasedThing, actor: Actor): Promise<Erased | undefined> {
    const isRunning = this.#erasing.get(websiteId) === 'website';
    const rows = await this.#run(websiteId, thing, actor, false);
    return rows && { rows, isRunning };
  }

  /** The same after it was erased, or begun to be. Throws a problem of status 429 while something else of the website is erased. */
  async erase(websiteId: number, thing: ErasedThing, actor: Actor): Promise<Erased | undefined> {
    const running = this.#erasing.get(websiteId);
    if (running === 'website' && thing.kind === 'website') return this.preview(websiteId, thing, actor);
    if (running !== undefined) throw erasesSomething();
    this.#erasing.set(websiteId, thing.kind);
    if (thing.kind === 'website') return this.#eraseWebsite(websiteId, actor);
    try {
      const rows = await this.#run(websiteId, thing, actor, true);
      return rows && { rows, isRunning: false };
    } finally {
      this.#erasing.delete(websiteId);
    }
  }

  async #eraseWebsite(websiteId: number, actor: Actor): Promise<Erased> {
    const { database, clock, onFailure } = this.#options;
    try {
      const rows = await countWebsite(database, websiteId);
      const [website] = await database.query<{ name: string }>('SELECT name FROM websites WHERE id = $1', [websiteId]);
      await this.#record(websiteId, actor, sentence('erasureOfWebsite', { name: website?.name ?? String(websiteId) }));
      void forgetWebsite(database, websiteId, clock())
        .catch((error) => onFailure(error, websiteId))
        .finally(() => this.#erasing.delete(websiteId));
      return { rows, isRunning: true };
    } catch (error) {
      this.#erasing.delete(websiteId);
      throw error;
    }
  }

  async #run(websiteId: number, thing: ErasedThing, actor: Actor, isErasing: boolean): Promise<RowCounts | undefined> {
    const { database, contactErasure } = this.#options;
    if (thing.kind === 'website') return countWebsite(database, websiteId);
    if (thing.kind === 'contact') {
      const filter = { id: thing.contactId };
      const forgotten = await contactErasure.forget({ websiteId, filter, actor, isErasing });
      return forgotten && { contacts: 1, ...forgotten.traces };
    }
    if (thing.kind === 'visitor') {
      if (isErasing) await this.#record(websiteId, actor, sentence('erasureOfVisitor'));
      return { ...(await forgetVisitor(database, this.#contacts, { websiteId, visitor: thing.visitor, isErasing })) };
    }
    const rows = await countDay(database, websiteId, thing.day);
    if (isErasing) {
      await this.#record(websiteId, actor, sentence('erasureOfDay', { day: { day: isoOfDay(thing.day) } }));
      await forgetDay(database, websiteId, thing.day);
    }
    return rows;
  }

  /** It is recorded first: an erasure that is interrupted has erased something. */
  async #record(websiteId: number, actor: Actor, subject: Sentence): Promise<void> {
    const { database, clock } = this.#options;
    const entry = { websiteId, actor, action: 'data_erased', subject } as const;
    await database.transaction((tx) => recordAudit(tx, entry, clock));
  }
}

function erasesSomething(): Problem {
  return new Problem(429, 'Something else of the website is being erased. Send one request after the other.', {
    code: 'rate_limited',
    headers: { 'retry-after': '2' },
  });
}
