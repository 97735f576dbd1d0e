// The recipients of a website's reports, for those who may change the website, and for the recipients themselves, who come by links.
import type { Language } from '../../../../languages/language.ts';
import { recordAudit } from '../../../core/contract/access/audit-log.ts';
import { type Actor, BY_LINK } from '../../../core/contract/access/principal.ts';
import type { Database } from '../../../core/foundation/database/database.ts';
import { Problem } from '../../../core/foundation/problem/problem.ts';
import { type Clock, isoSeconds } from '../../../core/foundation/time/clock.ts';
import { type LastMessage, readLastMessagesTo } from '../outbox/last-messages.ts';
import { removeFromOutbox } from '../outbox/outbox.ts';
import { type AskOptions, askToConfirm } from './ask-to-confirm.ts';
import { findRecipient, type LinkedRecipient } from './recipient-links.ts';
import {
  changeState,
  deleteRecipient,
  findRecipientOf,
  type ListedRecipient,
  recipientsOfWebsite,
} from './recipient-store.ts';

export class Recipients {
  readonly #database: Database;
  readonly #options: AskOptions;

  constructor(database: Database, options: AskOptions) {
    this.#database = database;
    this.#options = options;
  }

  get #clock(): Clock {
    return this.#options.clock;
  }

  async list(websiteId: number): Promise<(ListedRecipient & { readonly lastMessage: LastMessage | null })[]> {
    const recipients = await recipientsOfWebsite(this.#database, websiteId);
    const ids = recipients.map(({ id }) => id);
    const lastMessages = await readLastMessagesTo(this.#database, ids);
    return recipients.map((recipient) => ({ ...recipient, lastMessage: lastMessages.get(recipient.id) ?? null }));
  }

  /** Throws a problem of status 404. */
  remove(id: number, websiteIds: readonly number[], actor: Actor): Promise<void> {
    return this.#database.transaction(async (tx) => {
      const removed = await deleteRecipient(tx, id, websiteIds);
      if (!removed) throw noSuchRecipient();
      await removeFromOutbox(tx, { recipientId: id });
      const { websiteId, email: subject } = removed;
      await recordAudit(tx, { websiteId, actor, action: 'recipient_removed', subject }, this.#clock);
    });
  }

  /** Sends another link to somebody who has not confirmed. Throws a problem of status 404, 409 or 429. */
  askAgain(id: number, websiteIds: readonly number[], actor: Actor): Promise<void> {
    return this.#database.transaction(async (tx) => {
      const recipient = await findRecipientOf(tx, id, websiteIds);
      if (!recipient) throw noSuchRecipient();
      if (recipient.state !== 'waiting' || recipient.isHalted) throw notWaiting(recipient);
      await askToConfirm(tx, [recipient], recipient, this.#options);
      const { websiteId, email: subject } = recipient;
      await recordAudit(tx, { websiteId, actor, action: 'recipient_asked_again', subject }, this.#clock);
    });
  }

  /** Whom the link of a mail asks to confirm. undefined: it does not work, or not any more. */
  asked(token: string): Promise<LinkedRecipient | undefined> {
    return findRecipient(this.#database, 'confirm', token, this.#clock());
  }

  /** `language`: of the reports. Left out: it stays. Returns whether the link works. */
  async confirm(token: string, language?: Language): Promise<LinkedRecipient | undefined> {
    // Anybody can ask: only who has a link gets a transaction, for which others would have to wait.
    const asked = await this.asked(token);
    if (!asked) return undefined;
    const confirmed = { ...asked, language: language ?? asked.language };
    const isFirst = await this.#change(confirmed, { from: ['waiting'], to: 'confirmed' });
    return isFirst ? confirmed : undefined;
  }

  /** Does nothing if there is no such recipient (any more). */
  async unsubscribe(token: string): Promise<void> {
    const recipient = await findRecipient(this.#database, 'unsubscribe', token, this.#clock());
    if (recipient) await this.#change(recipient, { from: ['waiting', 'confirmed'], to: 'unsubscribed' });
  }

  #change(recipient: LinkedRecipient, { from, to }: Omit<Parameters<typeof changeState>[2], 'at'>): Promise<boolean> {
    return this.#database.transaction(async (tx) => {
      const changed = await changeState(tx, recipient, { from, to, at: isoSeconds(this.#clock()) });
      if (!changed) return false;
      if (to === 'unsubscribed') await removeFromOutbox(tx, { recipientId: changed.id });
      const action = to === 'confirmed' ? 'recipient_confirmed' : 'recipient_unsubscribed';
      const { websiteId, email: subject } = changed;
      await recordAudit(tx, { websiteId, actor: BY_LINK, action, subject }, this.#clock);
      return true;
    });
  }
}

function notWaiting({ email, isHalted }: ListedRecipient): Problem {
  const reason = isHalted ? 'whoever added it may no longer change the website' : 'it does not wait for confirmation';
  return new Problem(409, `${email} can't be asked again: ${reason}.`, { code: 'not_waiting' });
}

export function noSuchRecipient(): Problem {
  return new Problem(404, 'There is no such recipient.');
}
