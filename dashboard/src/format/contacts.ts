// Contacts in words: what a person is called, where they came from, and the labels of their fields.

import { spelledOut } from '@funnel/report-files/names.ts';
import type { Contact } from '../api/types.ts';
import { t } from '../language/t.ts';

/** The first name and the last name; empty: neither is known. */
function fullName({ name, last_name }: Pick<Contact, 'name' | 'last_name'>): string {
  return [name, last_name].filter(Boolean).join(' ');
}

export function contactName(contact: Pick<Contact, 'id' | 'email' | 'phone' | 'name' | 'last_name'>): string {
  return fullName(contact) || contact.email || contact.phone || t('contacts.byId', { id: contact.id });
}

/** The address or phone number, unless it is what the contact is called. */
export function contactAddress(contact: Contact): string | null {
  const address = contact.email ?? contact.phone;
  return address === contactName(contact) ? null : address;
}

interface SourceCampaign {
  /** undefined: the catalog did not have it. */
  readonly id: number | undefined;
  /** Its name when the contact came. */
  readonly name: string;
}

/** The campaign whose form the contact came from. A program may have written something else there. */
export function sourceCampaign({ data }: Pick<Contact, 'data'>): SourceCampaign | undefined {
  const { campaign_id: id, campaign } = (data.source ?? {}) as { campaign_id?: unknown; campaign?: unknown };
  const known = typeof id === 'number' ? id : undefined;
  if (typeof campaign === 'string') return { id: known, name: campaign };
  return known === undefined ? undefined : { id: known, name: t('contacts.campaignById', { id: known }) };
}

/** What people look for first, with their labels. */
const MAIN_FIELDS = {
  email: t('common.email'),
  phone: t('common.phone'),
  company_name: t('contacts.company'),
  company_title: t('contacts.jobTitle'),
  address: t('contacts.address'),
  zip_code: t('contacts.postalCode'),
  city: t('contacts.city'),
  state: t('contacts.state'),
  country: t('common.country'),
  privacy_consent: t('contacts.privacyConsent'),
  marketing_consent: t('contacts.marketingConsent'),
  sms_consent: t('contacts.smsConsent'),
  source_url: t('common.page'),
  referral_source: t('common.referrer'),
  utm_source: t('contacts.utmSource'),
  utm_medium: t('contacts.utmMedium'),
  utm_campaign: t('contacts.utmCampaign'),
} as const satisfies Partial<Record<keyof Contact, string>>;

/** A field that the service knows, or one that a program has added. */
export function fieldLabel(name: string): string {
  return Object.hasOwn(MAIN_FIELDS, name) ? MAIN_FIELDS[name as keyof typeof MAIN_FIELDS] : spelledOut(name);
}

/** These are shown elsewhere, or nobody knows a person by them. */
const NOT_SHOWN: readonly string[] = [
  ...['id', 'website_id', 'created_at', 'updated_at', 'visitor_token', 'name', 'last_name', 'extra', 'data'],
];

type Labeled = readonly [label: string, value: string];

/** The fields of a contact, or of a part of it. */
export function mainFields(contact: Partial<Pick<Contact, keyof typeof MAIN_FIELDS>>): Labeled[] {
  const names = Object.keys(MAIN_FIELDS) as (keyof typeof MAIN_FIELDS)[];
  return names.flatMap((name) => {
    const value = contact[name];
    return value ? [[MAIN_FIELDS[name], value] as const] : [];
  });
}

/** Everything else that is known: rare fields, and those that programs have added. */
export function otherFields(contact: Contact): Labeled[] {
  const { source, ...data } = contact.data;
  const own = Object.entries(contact).filter(([name]) => !(name in MAIN_FIELDS) && !NOT_SHOWN.includes(name));
  return [...own, ...Object.entries(contact.extra), ...Object.entries(data)]
    .filter(([, value]) => value !== null && value !== '')
    .map(([name, value]) => [spelledOut(name), typeof value === 'object' ? JSON.stringify(value) : String(value)]);
}
