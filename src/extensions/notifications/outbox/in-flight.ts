// The messages that are being sent. Limits per account and per receiver leave room for others when a receiver is slow.
// Why: docs/decisions/notifications.md, "A slow receiver holds up nobody else".
import { MAIL } from './message.ts';

const MESSAGES_MAX = 64;
const PER_ACCOUNT_MAX = 8;
const PER_URL_MAX = 2;
/** The limit for all accounts together, because there is one mail server. */
const MAIL_MAX = 16;

interface InFlightMessage {
  readonly accountId: number;
  readonly destination: string;
}

export class InFlight {
  #accounts = new Map<number, number>();
  #destinations = new Map<string, number>();
  /** The number of mails, by account. */
  #mails = new Map<number, number>();
  #count = 0;

  copy(): InFlight {
    const copy = new InFlight();
    copy.#accounts = new Map(this.#accounts);
    copy.#destinations = new Map(this.#destinations);
    copy.#mails = new Map(this.#mails);
    copy.#count = this.#count;
    return copy;
  }

  get free(): number {
    return MESSAGES_MAX - this.#count;
  }

  /** Returns false if the message has to wait for others. */
  add({ accountId, destination }: InFlightMessage): boolean {
    if (this.free === 0 || this.#isFullAccount(accountId) || this.#isFull(destination)) return false;
    this.#count++;
    change(this.#accounts, accountId, 1);
    change(this.#destinations, destination, 1);
    if (destination === MAIL) change(this.#mails, accountId, 1);
    return true;
  }

  remove({ accountId, destination }: InFlightMessage): void {
    this.#count--;
    change(this.#accounts, accountId, -1);
    change(this.#destinations, destination, -1);
    if (destination === MAIL) change(this.#mails, accountId, -1);
  }

  mailsOf(accountId: number): number {
    return this.#mails.get(accountId) ?? 0;
  }

  get fullAccounts(): number[] {
    return [...this.#accounts.keys()].filter((id) => this.#isFullAccount(id));
  }

  get fullDestinations(): string[] {
    return [...this.#destinations.keys()].filter((destination) => this.#isFull(destination));
  }

  #isFullAccount(id: number): boolean {
    return (this.#accounts.get(id) ?? 0) >= PER_ACCOUNT_MAX;
  }

  #isFull(destination: string): boolean {
    return (this.#destinations.get(destination) ?? 0) >= (destination === MAIL ? MAIL_MAX : PER_URL_MAX);
  }
}

function change<Key>(counts: Map<Key, number>, key: Key, by: 1 | -1): void {
  const count = (counts.get(key) ?? 0) + by;
  if (count > 0) counts.set(key, count);
  else counts.delete(key);
}
