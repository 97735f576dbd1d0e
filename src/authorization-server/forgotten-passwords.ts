// Mails a link to choose a new password to somebody who has forgotten theirs. Nobody learns from it who has a login here: the answer is the
// same for every address, and comes before the address is looked up.
import type { ResetLink } from '../access/people.ts';
import { networkOf, RateLimit, type RateLimitState } from '../access/rate-limit.ts';
import { secretHash } from '../access/secret-hash.ts';
import type { Clock } from '../clock.ts';
import type { Mail, Mailer } from '../mail/mailer.ts';
import { html } from '../pages/html.ts';
import type { LinkedPasswordResets } from './password-resets.ts';

const HOUR_MS = 60 * 60 * 1000;
/** A stranger must not be able to fill the mailbox of somebody else. */
export const MAILS_PER_ADDRESS_AND_HOUR_MAX = 3;
const MAILS_PER_NETWORK_AND_HOUR_MAX = 20;

interface ForgottenPasswordsOptions {
  readonly passwordResets: Pick<LinkedPasswordResets, 'createToMail'>;
  /** undefined: there is no mail server. */
  readonly mailer: Mailer | undefined;
  readonly clock: Clock;
  logFailure(error: unknown): void;
}

export class ForgottenPasswords {
  readonly #options: ForgottenPasswordsOptions;
  readonly #perAddress: RateLimit;
  readonly #perNetwork: RateLimit;

  constructor(options: ForgottenPasswordsOptions) {
    this.#options = options;
    const limit = (max: number) => new RateLimit({ max, windowMs: HOUR_MS }, options.clock);
    this.#perAddress = limit(MAILS_PER_ADDRESS_AND_HOUR_MAX);
    this.#perNetwork = limit(MAILS_PER_NETWORK_AND_HOUR_MAX);
  }

  get canMail(): boolean {
    return this.#options.mailer !== undefined;
  }

  /** Counts a request. Returns the limit that is exceeded. */
  take(email: string, ipAddress: string): RateLimitState | undefined {
    const states = [this.#perNetwork.take(networkOf(ipAddress)), this.#perAddress.take(secretHash(email))];
    return states.find(({ isExceeded }) => isExceeded);
  }

  /** Call it after the response: only known addresses get a mail, and nobody may tell from the time which ones. Never rejects. */
  async mailLink(email: string): Promise<void> {
    const { mailer, passwordResets, logFailure } = this.#options;
    try {
      const link = mailer && (await passwordResets.createToMail(email));
      if (link) await mailer.send(resetMail(email, link));
    } catch (error) {
      logFailure(error);
    }
  }
}

function resetMail(email: string, { url, expires_at: expiresAt }: ResetLink): Mail {
  const asked = `Somebody asked to reset the password for ${email}.`;
  const lasts = `The link works once, until ${expiresAt.slice(0, 16).replace('T', ' ')} UTC.`;
  const unexpected = 'If this was not you, ignore this email. Your password has not changed.';
  return {
    to: email,
    subject: 'Choose a new password',
    text: [asked, `Choose a new password:\n${url}`, lasts, unexpected].join('\n\n'),
    html: html`<p>${asked}</p><p><a href="${url}">Choose a new password</a></p><p>${lasts}</p><p>${unexpected}</p>`
      .text,
  };
}
