import { z } from 'zod';
import { readWebsite } from '../../core/answers/reports/open-report.ts';
import { contactParameters, noSuchContact } from '../../core/contract/operations/contact-parameters.ts';
import { pageAfter } from '../../core/contract/operations/csv-tables.ts';
import { defineOperation } from '../../core/contract/operations/define-operation.ts';
import { languageParameter, pageParameter } from '../../core/contract/operations/parameters.ts';
import { id, timestamp } from '../../core/contract/operations/schemas.ts';
import { SUBJECT_KIND } from '../../core/engine/catalog/subject.ts';
import { readSubjectNames, referenceKey, type SubjectNames } from '../../core/engine/catalog/subject-names.ts';
import { wordsIn } from '../../core/foundation/text/words.ts';
import { isoSeconds } from '../../core/foundation/time/clock.ts';
import { STORY_KINDS, STORY_SOURCES, type StoryEntry, type StoryKind, storyOf } from './contact-story.ts';
import { NOTE_CODES, readKnownOfContact } from './known-of-contact.ts';

const ENTRIES_PER_PAGE = 100;
/** Of the events and orders of a visitor, the newest ones are read. Hardly any person has so many. */
const EVENTS_MAX = 5_000;
const ORDERS_MAX = 500;

const text = z.string().nullable();
const count = z.int().nonnegative();

export const getContactStory = defineOperation({
  name: 'get_contact_story',
  tag: 'Contacts',
  method: 'GET',
  path: '/api/v1/contacts/{id}/story',
  title: 'The story of a contact',
  description: [
    `What is known of a contact, in the order of time, ${ENTRIES_PER_PAGE} entries a page: where visits came from, which campaigns were ` +
      'seen, forms and answers, orders and refunds. ' +
      'It is made of the kept events and the orders of its visitor (`visitor_token`), and of the contact itself.',
    'Only a visitor who has consented keeps an id, by which events are known to be those of the contact. ' +
      '`notes` say what is not known, and why. A value that was chosen is known if it came with a form (`data.answers`). ' +
      'forget_contact erases all of it.',
  ].join('\n\n'),
  scope: 'contacts:read',
  website: 'chosen',
  csv: { entries: 'entries' },
  nextPage: ({ pagination }) => pageAfter(pagination),
  isNeverKept: true,
  holdsSecret: true,
  readsEventLog: true,
  input: z.object({
    ...contactParameters,
    ...pageParameter(`The page number, from 1. A page has ${ENTRIES_PER_PAGE} entries.`),
    ...languageParameter,
  }),
  output: z.strictObject({
    contact_id: id,
    timezone: z.string().describe('The time zone of the website.'),
    currency: z.string().describe('Of all amounts.'),
    notes: z
      .array(z.strictObject({ code: z.enum(NOTE_CODES), message: z.string() }))
      .describe('What is not known of the contact, and why. Empty: nothing is known to be missing.'),
    entries: z
      .array(
        z.strictObject({
          at: timestamp,
          kind: z
            .enum(STORY_KINDS)
            .describe(
              'visit: a visit begins. contact_added: the contact was created. answered: what was chosen before a form was sent. ' +
                'form_sent: a form that waits to be confirmed.',
            ),
          count: z.int().positive().describe('How often it happened one after the other, beginning at `at`.'),
          source: z
            .strictObject(
              Object.fromEntries(STORY_SOURCES.map((name) => [name, text])) as Record<StorySourceName, typeof text>,
            )
            .nullable()
            .describe('Where a visit or the contact came from.'),
          device: text,
          country: text,
          page: text,
          campaign_id: id.nullable().describe('null: none, or the catalog does not tell which.'),
          subject: z
            .array(z.string())
            .describe('The names from the campaign down to what it happened with. Empty: with the website.'),
          order_id: text,
          revenue: z.number().nullable().describe('What was ordered, or refunded.'),
          refunded: z.number().nullable().describe('What was refunded of the order until now.'),
          products: z.array(z.string()).describe('What was ordered, without what was refunded.'),
          fields: z.record(z.string(), z.string()).describe('What the contact, or the form, says.'),
        }),
      )
      .max(ENTRIES_PER_PAGE),
    pagination: z.strictObject({ page: count, per_page: count, total_entries: count, total_pages: count }),
  }),
  example: {
    contact_id: 7,
    timezone: 'Europe/Berlin',
    currency: 'EUR',
    notes: [{ code: 'kept_from', message: 'Events before 2026-01-12 are not kept.' }],
    entries: [
      {
        at: '2026-03-10T07:58:21Z',
        kind: 'view',
        count: 2,
        source: null,
        device: null,
        country: null,
        page: '/pricing',
        campaign_id: 10,
        subject: ['Spring popup'],
        order_id: null,
        revenue: null,
        refunded: null,
        products: [],
        fields: {},
      },
    ],
    pagination: { page: 1, per_page: ENTRIES_PER_PAGE, total_entries: 1, total_pages: 1 },
  },
  errors: { 404: [] },
  async read({ id: contactId, page, language }, context) {
    const { database, websiteId } = context;
    const limits = { queryEventsMax: context.queryEventsMax, eventsMax: EVENTS_MAX, ordersMax: ORDERS_MAX };
    const known = await readKnownOfContact(database, { websiteId, contactId }, limits);
    const website = await readWebsite(context, websiteId);
    if (!known || !website) throw noSuchContact();
    const entries = storyOf(known);
    const shown = entries.slice((page - 1) * ENTRIES_PER_PAGE, page * ENTRIES_PER_PAGE);
    const names = await readSubjectNames(
      database,
      websiteId,
      shown.flatMap(
        ({ subject, campaignId }) => subject ?? (campaignId ? { kind: SUBJECT_KIND.campaign, id: campaignId } : []),
      ),
    );
    const say = wordsIn(language);
    return {
      contact_id: contactId,
      timezone: website.zone.name,
      currency: website.currency,
      notes: known.notes.map(({ code, says }) => ({ code, message: say([says]) })),
      entries: shown.map((entry) => entryOf(entry, names)),
      pagination: {
        page,
        per_page: ENTRIES_PER_PAGE,
        total_entries: entries.length,
        total_pages: Math.ceil(entries.length / ENTRIES_PER_PAGE),
      },
    };
  },
});

type StorySourceName = (typeof STORY_SOURCES)[number];
/** Of what has no subject, the name that the contact has for its campaign. */
function subjectOf({ subject, campaignId, campaign }: StoryEntry, names: SubjectNames): readonly string[] {
  const named = subject ?? (campaignId === undefined ? undefined : { kind: SUBJECT_KIND.campaign, id: campaignId });
  return (named && names.get(referenceKey(named))) ?? (campaign === undefined ? [] : [campaign]);
}

function entryOf(entry: StoryEntry, names: SubjectNames) {
  const {
    time,
    kind,
    count: times,
    source,
    device,
    country,
    page,
    orderId,
    revenue,
    refunded,
    products,
    fields,
  } = entry;
  const hasSource = source && Object.keys(source).length > 0;
  const sources = STORY_SOURCES.map((name) => [name, source?.[name] ?? null]);
  return {
    at: isoSeconds(new Date(time * 1_000)),
    kind: kind as StoryKind,
    count: times,
    source: hasSource ? (Object.fromEntries(sources) as Record<StorySourceName, string | null>) : null,
    device: device ?? null,
    country: country ?? null,
    page: page ?? null,
    campaign_id: entry.campaignId ?? null,
    subject: [...subjectOf(entry, names)],
    order_id: orderId ?? null,
    revenue: revenue ?? null,
    refunded: refunded ?? null,
    products: [...(products ?? [])],
    fields: { ...fields },
  };
}
