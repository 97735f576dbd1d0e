// What `funnel forget` does, for owners: a visitor, a contact, a day or a whole website, with a preview of what goes. That of a whole
// website may take minutes, so nobody waits for it: what is left of it says how far it is.

import { type Sentence, sentence } from '../../../languages/sentence.ts';
import { recordAudit } from '../../core/contract/access/audit-log.ts';
import type { Actor } from '../../core/contract/access/principal.ts';
import { isoOfDay } from '../../core/engine/rollups/calendar.ts';
import type { Database, Queries } from '../../core/foundation/database/database.ts';
import type { Clock } from '../../core/foundation/time/clock.ts';
import { ContactStore } from '../../core/manage/contacts/contact-store.ts';
import type { RowCounts } from '../../core/manage/erasure/count-rows.ts';
import { inErasureTurn, isWebsiteErased, takeErasureTurn } from '../../core/manage/erasure/erasure-turns.ts';
import type { ContactErasure } from '../../core/manage/erasure/forget-contact.ts';
import { countDay, forgetDay } from '../../core/manage/erasure/forget-day.ts';
import { forgetVisitor } from '../../core/manage/erasure/forget-visitor.ts';
import { countWebsite } from '../../core/manage/erasure/forget-website.ts';
import { forgetInTurn } from '../../core/manage/erasure/resume-erasures.ts';

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
  /** Called if the erasure of a website was interrupted. `resumeErasures` goes on with it. */
  onFailure(error: unknown, websiteId: number): void;
}

export class Erasures {
  readonly #options: ErasuresOptions;
  readonly #contacts: ContactStore;

  constructor(options: ErasuresOptions) {
    this.#options = options;
    this.#contacts = new ContactStore(options.database, options.clock);
  }

  /** What would be erased. undefined: there is no such contact. */
  async preview(websiteId: number, thing: ErasedThing, actor: Actor): Promise<Erased | undefined> {
    const isRunning = await isWebsiteErased(this.#options.database, websiteId);
    const rows = await this.#run(websiteId, thing, actor, false);
    return rows && { rows, isRunning };
  }

  /** The same after it was erased, or begun to be. Throws a problem of status 429 while something else of the website is erased. */
  async erase(websiteId: number, thing: ErasedThing, actor: Actor): Promise<Erased | undefined> {
    if (thing.kind === 'website') return this.#eraseWebsite(websiteId, actor);
    const rows = await this.#run(websiteId, thing, actor, true);
    return rows && { rows, isRunning: false };
  }

  async #eraseWebsite(websiteId: number, actor: Actor): Promise<Erased> {
    const { database, clock, onFailure } = this.#options;
    const rows = await countWebsite(database, websiteId);
    if (await isWebsiteErased(database, websiteId)) return { rows, isRunning: true };
    const turn = await takeErasureTurn(database, clock, websiteId);
    try {
      const [website] = await database.query<{ name: string }>('SELECT name FROM websites WHERE id = $1', [websiteId]);
      const subject = sentence('erasureOfWebsite', { name: website?.name ?? String(websiteId) });
      await this.#record(websiteId, actor, subject, (tx) => turn.beginWebsite(tx));
    } catch (error) {
      await turn.end();
      throw error;
    }
    void forgetInTurn(turn, database, websiteId, clock).catch((error) => onFailure(error, websiteId));
    return { rows, isRunning: true };
  }

  async #run(websiteId: number, thing: ErasedThing, actor: Actor, isErasing: boolean): Promise<RowCounts | undefined> {
    const { database, contactErasure, clock } = this.#options;
    if (thing.kind === 'website') return countWebsite(database, websiteId);
    if (thing.kind === 'contact') {
      const filter = { id: thing.contactId };
      const forgotten = await contactErasure.forget({ websiteId, filter, actor, isErasing });
      return forgotten && { contacts: 1, ...forgotten.traces };
    }
    if (thing.kind === 'visitor') {
      // The event log is read for a preview, too: many at once would hold up everybody else.
      return inErasureTurn(database, clock, websiteId, async () => {
        if (isErasing) await this.#record(websiteId, actor, sentence('erasureOfVisitor'));
        return { ...(await forgetVisitor(database, this.#contacts, { websiteId, visitor: thing.visitor, isErasing })) };
      });
    }
    if (!isErasing) return countDay(database, websiteId, thing.day);
    return inErasureTurn(database, clock, websiteId, async () => {
      const rows = await countDay(database, websiteId, thing.day);
      await this.#record(websiteId, actor, sentence('erasureOfDay', { day: { day: isoOfDay(thing.day) } }));
      await forgetDay(database, websiteId, thing.day);
      return rows;
    });
  }

  /** It is recorded first: an erasure that is interrupted has erased something. */
  async #record(
    websiteId: number,
    actor: Actor,
    subject: Sentence,
    begin?: (tx: Queries) => Promise<void>,
  ): Promise<void> {
    const { database, clock } = this.#options;
    const entry = { websiteId, actor, action: 'data_erased', subject } as const;
    await database.transaction(async (tx) => {
      await begin?.(tx);
      await recordAudit(tx, entry, clock);
    });
  }
}
