// Mails a link to choose a new password to somebody who has forgotten theirs. Nobody learns from it who has a login here: the answer is the
// same for every address, and comes before the address is looked up.
// Why: docs/decisions/logins.md, "A forgotten password is reset by mail, without telling who has a login".
import type { Translate } from '../../../../../languages/translate.ts';
import { networkOf, RateLimit, type RateLimitState } from '../../../contract/access/rate-limit.ts';
import { secretHash } from '../../../contract/access/secret-hash.ts';
import type { Mail, Mailer } from '../../../foundation/mail/mailer.ts';
import { html } from '../../../foundation/pages/html.ts';
import { textsIn } from '../../../foundation/text/translators.ts';
import type { Clock } from '../../../foundation/time/clock.ts';
import type { ResetLink } from '../../accounts/people.ts';
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
    const limit = (max: number) => new RateLimit({ max, perMs: HOUR_MS }, options.clock);
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

  /**
   * Call it after the response: only known addresses get a mail, and nobody may tell from the time which ones. Never rejects. `t`: the
   * texts of the page, for users whose language is not known.
   */
  async mailLink(email: string, t: Translate): Promise<void> {
    const { mailer, passwordResets, logFailure } = this.#options;
    try {
      const link = mailer && (await passwordResets.createToMail(email));
      if (link) await mailer.send(resetMail(email, link, link.language ? textsIn(link.language) : t));
    } catch (error) {
      logFailure(error);
    }
  }
}

function resetMail(email: string, { url, expires_at: expiresAt }: ResetLink, t: Translate): Mail {
  const asked = t('mails.askedToReset', { email });
  const choose = t('mails.chooseNewPassword');
  const lasts = t('mails.linkWorksUntil', { date: minuteIn(t.locale, expiresAt) });
  const unexpected = t('mails.notYou');
  return {
    to: email,
    subject: choose,
    text: [asked, `${choose}:\n${url}`, lasts, unexpected].join('\n\n'),
    html: html`<p>${asked}</p><p><a href="${url}">${choose}</a></p><p>${lasts}</p><p>${unexpected}</p>`.text,
  };
}

/** The time zone of the reader is not known. */
function minuteIn(locale: string, instant: string): string {
  const day = { year: 'numeric', month: 'long', day: 'numeric' } as const;
  const time = { hour: 'numeric', minute: '2-digit', timeZone: 'UTC', timeZoneName: 'short' } as const;
  return new Intl.DateTimeFormat(locale, { ...day, ...time }).format(new Date(instant));
}
