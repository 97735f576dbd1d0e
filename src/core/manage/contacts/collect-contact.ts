// A form that a visitor submits on a page of a website, as the tracker sends it with a public key.
// Why: docs/decisions/contacts.md, "Forms have an operation of their own".
import { z } from 'zod';
import { defineOperation } from '../../contract/operations/define-operation.ts';
import { VISIT_FIELDS } from '../../foundation/dimensions/fields.ts';
import type { Sender } from '../../intake/arrivals/arrival.ts';
import { BROWSER_COLLECT_PATH, isBot } from '../../intake/collector/collect-browser-events.ts';
import { event } from '../../intake/collector/collect-events.ts';
import type { Collector } from '../../intake/collector/collector.ts';
import type { FormContacts } from './form-contacts.ts';
import { ANSWERS_MAX, type ContactForm, FORM_FIELDS, FORM_VALUE_LENGTH_MAX, readForm } from './read-form.ts';

/** Follows the path of the events of browsers: there is one name to change, because blockers go by names. */
export const CONTACT_PATH_END = '/contact';
const FORM_BYTES_MAX = 16 * 1024;

export interface FormServices {
  readonly collector: Collector;
  readonly formContacts: FormContacts;
}

/** This schema is for the documentation. `readForm` does the validation. */
const contactForm = z.strictObject({
  key: z.string().describe('A public key, `fpk_…`.'),
  visitor: z
    .string()
    .optional()
    .describe('The id that the page keeps, a UUID, only with the consent of the visitor: the `visitor_token`.'),
  contact: z
    .strictObject(
      Object.fromEntries(FORM_FIELDS.map((name) => [name, z.string().max(FORM_VALUE_LENGTH_MAX).optional()])),
    )
    .describe('What was entered. `email` or `phone` is required.'),
  answers: z
    .record(z.string(), z.union([z.string().max(FORM_VALUE_LENGTH_MAX), z.number(), z.boolean()]))
    .optional()
    .describe(
      `What the visitor has chosen on the page before, by field, at most ${ANSWERS_MAX}. It is kept in \`data.answers\` with the time, ` +
        'only with `visitor`, and of a contact that exists only if that is its visitor.',
    ),
  ...event.pick({ campaign: true, variant: true, step: true, element: true }).shape,
  ...event.pick({ campaign_id: true, variant_id: true, step_id: true, element_id: true }).shape,
  ...event.pick({ page: true, referrer: true, utm_source: true, utm_medium: true, utm_campaign: true }).shape,
  automated: z.boolean().optional().describe('A program has filled in the form: nothing is stored.'),
});

export const collectContact = defineOperation({
  name: 'collect_contact',
  tag: 'Contacts',
  method: 'POST',
  path: BROWSER_COLLECT_PATH + CONTACT_PATH_END,
  title: 'Send a contact from a form',
  description: [
    'Creates a contact of the website of the key, or fills in what the contact with this email or phone does not have. ' +
      'Nothing that is stored is replaced. An email, a phone or a consent is not added to a contact that exists already, because ' +
      'anybody can send a form with the address or phone number of somebody else: ' +
      'it waits until somebody confirms it, see list_unconfirmed. The visitor is not used if another contact has it. ' +
      'The answer is always the same: it does not tell whether the contact existed. It is safe to repeat a request.',
    'The website must have the setting `form_contacts`. The key allows the origin of the page, or the request is refused. ' +
      '`text/plain` needs no preflight. The path is that of collect_browser_events with `/contact` at its end, also if the setting ' +
      '`BROWSER_COLLECT_PATH` changes it.',
  ].join('\n\n'),
  credential: 'public_key',
  scope: null,
  website: 'all',
  input: z.object({}),
  body: {
    kind: 'stream',
    bytesMax: FORM_BYTES_MAX,
    schemas: { 'application/json': contactForm, 'text/plain': z.string() },
    receive: async ({ payload, ipAddress, onClose }, { collector }: FormServices): Promise<ContactForm> =>
      readForm(await collector.receiveFromStranger(payload, ipAddress, { bytesMax: FORM_BYTES_MAX }, onClose)),
    credentialOf: ({ key }: ContactForm) => key,
  },
  output: z.strictObject({ received: z.literal(true) }),
  example: { received: true },
  bodyExample: {
    key: 'fpk_…',
    contact: { email: 'ada@example.com', first_name: 'Ada', marketing_consent: 'yes' },
    campaign: 'spring-sale',
    page: '/pricing',
  },
  responses: { 200: { description: 'The contact is stored.' } },
  errors: {
    400: ['invalid_json', 'invalid_gzip'],
    403: ['origin_not_allowed', 'secret_key_not_allowed', 'form_contacts_off'],
    408: ['body_too_slow'],
    413: ['batch_too_large'],
    415: [],
    422: [
      ...[
        'invalid_body',
        'unknown_field',
        'email_or_phone_required',
        'invalid_email',
        'invalid_phone',
        'invalid_field',
      ],
      ...VISIT_FIELDS.map((name) => `invalid_${name}`),
    ],
    429: ['too_many_contacts', 'too_much_at_once'],
  },
  async act(
    _query,
    { websiteIds: [id], ingestKeyId: keyId, requestOrigin: { ipAddress, userAgent, origin }, body: form },
    { collector, formContacts }: FormServices,
  ) {
    const websiteId = id!;
    const sender: Sender = { websiteId, source: 'browser', keyId, origin };
    if (form.automated || isBot(userAgent)) collector.noteContact(sender, 'bot');
    else {
      await collector.noteRefusal(sender, () => formContacts.add({ websiteId, ipAddress, origin }, form));
      collector.noteContact(sender, 'accepted');
    }
    return { status: 200, body: { received: true } };
  },
});
