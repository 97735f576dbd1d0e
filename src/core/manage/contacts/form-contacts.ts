// Contacts from forms on the pages of a website: whether the website wants them, how many of them, and what is stored. Anybody can send a
// form with the address of somebody else, so a form never replaces what is stored, what would identify a contact or consent to something
// waits to be confirmed (unconfirmed.ts), and its answer does not tell whether the contact existed.
// Why: docs/decisions/contacts.md, "A form replaces nothing and tells nothing".
import { networkOf, type RateLimit } from '../../contract/access/rate-limit.ts';
import { findCampaign } from '../../engine/catalog/find-campaign.ts';
import { isKey } from '../../engine/catalog/subject-key.ts';
import { readWebsiteSettings } from '../../engine/catalog/website-settings.ts';
import type { Database } from '../../foundation/database/database.ts';
import { Problem } from '../../foundation/problem/problem.ts';
import { type Clock, isoSeconds } from '../../foundation/time/clock.ts';
import { ANSWERS, type ContactSource, type FormAnswers, SOURCE } from './contact.ts';
import { type ContactStore, tooManyContacts } from './contact-store.ts';
import { readChanges } from './read-changes.ts';
import type { ContactForm } from './read-form.ts';

interface FormContactsOptions {
  readonly database: Database;
  readonly contacts: ContactStore;
  readonly clock: Clock;
  /** Contacts of an IP address. */
  readonly perAddress: RateLimit;
  /** Contacts of a website and UTC day. */
  readonly perDayMax: number;
}

interface FormSender {
  readonly websiteId: number;
  readonly ipAddress: string;
  /** The origin of the page. */
  readonly origin: string;
}

export class FormContacts {
  readonly #options: FormContactsOptions;

  constructor(options: FormContactsOptions) {
    this.#options = options;
  }

  /** Returns after the commit. Throws a problem of status 403, 422 or 429. */
  async add({ websiteId, ipAddress, origin }: FormSender, form: ContactForm): Promise<void> {
    const { database, contacts, clock, perAddress, perDayMax } = this.#options;
    const settings = await readWebsiteSettings(database, websiteId);
    if (!settings?.form_contacts) throw formContactsOff(websiteId);
    const campaign = await campaignOf(database, websiteId, form.subject);
    const changes = readChanges({
      ...form.contact,
      ...visitFieldsOf(form, origin),
      visitor_token: form.visitor,
      data: { ...(campaign && { [SOURCE]: campaign }), ...answersOf(form, campaign, isoSeconds(clock())) },
    });
    const state = perAddress.take(networkOf(ipAddress));
    if (state.isExceeded) throw tooManyContacts(`at most ${state.limit} an hour for an address`, state.resetSeconds);
    await contacts.addFromForm(websiteId, changes, perDayMax);
  }
}

/** A campaign that the catalog does not have is better than none. */
async function campaignOf(
  database: Database,
  websiteId: number,
  subject: ContactForm['subject'],
): Promise<ContactSource | undefined> {
  const found = await findCampaign(database, websiteId, subject);
  if (found) return { campaign_id: found.id, campaign: found.name };
  return isKey(subject.campaign) ? { campaign: subject.campaign } : undefined;
}

function answersOf({ answers }: ContactForm, campaign: ContactSource | undefined, at: string) {
  if (Object.keys(answers).length === 0) return {};
  const sent: FormAnswers = { at, ...campaign, answers };
  return { [ANSWERS]: [sent] };
}

function visitFieldsOf({ visit }: ContactForm, origin: string) {
  const { page, referrer, ...tags } = visit;
  const path = page?.startsWith('/') ? page : '';
  const source = { ...tags, referral_source: referrer, source_url: origin + path };
  return Object.fromEntries(Object.entries(source).filter(([, value]) => value));
}

function formContactsOff(websiteId: number): Problem {
  return new Problem(
    403,
    'Contacts from forms are off for this website. Switch them on in its settings on the page Sending events, or with: ' +
      `funnel website settings --website ${websiteId} --form-contacts on`,
    { code: 'form_contacts_off' },
  );
}
