// Erases a contact, and everything that tells of single events of its visitor. What was counted stays: see `forgetVisitor`.
import { recordAudit } from '../../contract/access/audit-log.ts';
import type { Actor } from '../../contract/access/principal.ts';
import type { Database } from '../../foundation/database/database.ts';
import type { Clock } from '../../foundation/time/clock.ts';
import type { Contact } from '../contacts/contact.ts';
import { ContactStore } from '../contacts/contact-store.ts';
import { emailKey } from '../contacts/match-keys.ts';
import { inErasureTurn } from './erasure-turns.ts';
import { type EventTraces, forgetEvents } from './forget-visitor.ts';

interface ForgottenContact {
  readonly websiteId: number;
  readonly filter: { readonly id: number } | { readonly email: string };
  readonly actor: Actor;
  /** false: its traces are only counted. */
  readonly isErasing: boolean;
}

interface ContactAndTraces {
  readonly contact: Contact;
  readonly traces: EventTraces;
}

export class ContactErasure {
  readonly #database: Database;
  readonly #contacts: ContactStore;
  readonly #clock: Clock;

  constructor(database: Database, clock: Clock) {
    this.#database = database;
    this.#contacts = new ContactStore(database, clock);
    this.#clock = clock;
  }

  /**
   * undefined: there is no such contact. Throws a problem of status 429 while something else of the website is erased: each time, the
   * visitors of the whole event log are read, and many at once would hold up everybody else.
   */
  forget(forgotten: ForgottenContact): Promise<ContactAndTraces | undefined> {
    return inErasureTurn(this.#database, this.#clock, forgotten.websiteId, () => this.#forget(forgotten));
  }

  async #forget({ websiteId, filter, actor, isErasing }: ForgottenContact): Promise<ContactAndTraces | undefined> {
    const contact = await this.#find(websiteId, filter);
    if (!contact) return undefined;
    const traces = await forgetEvents(this.#database, { websiteId, visitor: contact.visitor_token, isErasing });
    // The contact is the last to go: while it is there, what was interrupted can be run again.
    if (isErasing) {
      // What webhooks are still to be told of it, and what says that they were.
      await this.#database.transaction((tx) =>
        tx.query("DELETE FROM outbox_messages WHERE website_id = $1 AND topic = 'new_contact' AND record_id = $2", [
          websiteId,
          String(contact.id),
        ]),
      );
      const entry = { websiteId, actor, action: 'contact_forgotten', subject: String(contact.id) } as const;
      await this.#contacts.removeById(websiteId, contact.id, (tx) => recordAudit(tx, entry, this.#clock));
    }
    return { contact, traces };
  }

  async #find(websiteId: number, filter: ForgottenContact['filter']): Promise<Contact | undefined> {
    if ('id' in filter) return (await this.#contacts.find(websiteId, filter))[0];
    const key = emailKey(filter.email);
    return key === undefined ? undefined : (await this.#contacts.find(websiteId, { emailKey: key }))[0];
  }
}
