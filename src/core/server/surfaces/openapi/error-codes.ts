// The errors of an operation by status and code, and a description of each code, for the OpenAPI document and the reference.

import { groupByParameter } from '../../../answers/reports/parameters.ts';
import type { AnyOperation, ErrorCodes } from '../../../contract/operations/define-operation.ts';
import { codesOfParameters } from '../../../contract/operations/parameters.ts';
import { SETTING_RULES } from '../../../engine/catalog/settings.ts';
import { fieldRule, VISIT_FIELDS } from '../../../foundation/dimensions/fields.ts';
import { rejectsUnknownParameters } from '../rest/request-parameters.ts';

/** What each code means: those of parameters say it themselves, and `added` has those of extensions. */
export function meaningsOf(
  operations: readonly AnyOperation[],
  added: readonly Readonly<Record<string, string>>[],
): Readonly<Record<string, string>> {
  const ofParameters = Object.fromEntries(operations.flatMap(({ input }) => [...codesOfParameters(input)]));
  return Object.assign({}, ofParameters, CORE_CODES, ...added);
}

const CORE_CODES: Readonly<Record<string, string>> = {
  invalid_website_id: 'website_id must be a positive integer.',
  invalid_range:
    'range_start and range_end must be dates, such as 2026-01-31, and range_start must not be after range_end.',
  website_id_required: 'The token grants several websites: name one of them with website_id.',
  account_id_required: 'The user belongs to several accounts: name one of them with account_id.',
  range_required: 'range_start and range_end are required when timeframe is custom.',
  range_without_custom: 'range_start and range_end need timeframe=custom.',
  unknown_parameter: 'The operation has no parameter of this name; detail names the nearest one.',
  unknown_format: 'format must be one of json, csv.',
  no_csv: 'The answer has no rows, so there is no CSV of it: ask for JSON.',
  invalid_table: 'table must be one of the tables of the operation.',
  table_not_asked_for: 'The answer does not have this table: it needs a parameter such as group_by or break_down_by.',
  range_too_wide: 'The window has too many days or points.',
  events_not_kept:
    'The website keeps no events, or not those of the first days of the window: detail names the first day, or how to switch it on.',
  no_previous_period: 'Nothing comes before all_time and insights_week: choose another timeframe.',
  unknown_subject: 'A step names a campaign, variant, step or element that the website does not have.',
  rate_limited: 'Too many requests: wait for the number of seconds in Retry-After.',
  busy: 'Too many requests are in progress: try again in a moment.',
  database_unavailable: 'The database cannot be used right now. Nothing was changed: try again in a moment.',
  damaged_data:
    'What is stored of the website is damaged: detail names what and of which day. The operator has to repair it; ' +
    'trying again does not help.',
  commit_unknown: 'The database failed during the commit: the data may or may not have been stored.',
  invalid_json: 'The body is not valid JSON.',
  invalid_body: 'The body must be a JSON object.',
  email_or_phone_required: 'A contact needs an email or a phone.',
  email_required: 'email is required: it names the contact to delete.',
  invalid_email: 'email must be a single email address.',
  invalid_phone: 'phone must be a phone number.',
  invalid_field: 'A field has a value of the wrong type or format; param names it.',
  too_deep: 'Custom fields are nested too deeply.',
  too_many_fields: 'The contact would have too many custom fields.',
  contact_too_large: 'The contact would be too large.',
  email_in_use: 'Another contact of the website has this email.',
  form_contacts_off: 'Contacts from forms are off for this website.',
  too_many_contacts: 'Too many contacts from forms of this address or this website: try again later.',
  origin_not_allowed: 'The key does not allow the origin of the page, or the request has no Origin header.',
  secret_key_not_allowed: 'A secret key must not be in a page: revoke it, and use a public key.',
  invalid_public: 'public must be true or false.',
  invalid_origins: 'origins must be a list of origins such as https://www.example.com. Secret keys have none.',
  invalid_locked: 'locked must be true or false.',
  invalid_expires_at: 'expires_at must be a time such as 2099-01-31T23:00:00Z, and not have passed.',
  too_many_keys: 'The website has too many keys: revoke those that are not used any more.',
  invalid_currency: 'currency must be null, or an ISO 4217 code such as USD.',
  invalid_rates:
    'rates must be a list of exchange rates, each currency once for a date and not the reporting currency itself.',
  ...Object.fromEntries(
    Object.entries(SETTING_RULES).map(([setting, rule]) => [`invalid_${setting}`, `${setting} ${rule}.`]),
  ),
  invalid_events: 'events must be a list of events.',
  ...Object.fromEntries(VISIT_FIELDS.map((name) => [`invalid_${name}`, `${fieldRule(name)}.`])),
  unknown_field: 'The body has no field of this name; detail names the nearest one.',
  public_key_not_allowed: 'Public keys are for browsers: servers need a secret key.',
  key_taken: 'Another record under the same parent has this key.',
  holdout_taken: 'The campaign has another holdout that is not archived.',
  variant_has_events: 'The variant has events, so it can neither become a holdout nor stop being one.',
  name_taken:
    'Another area, saved funnel, goal or saved view of the website, or another website of the account, has this name.',
  too_many_annotations: 'The website has too many annotations: delete one first.',
  too_many_goals: 'The website has too many goals: delete one first.',
  too_many_views: 'The website has too many saved views: delete one first.',
  invalid_date: 'date must be a date such as 2026-03-10.',
  invalid_metric: 'metric must be one of views, conversions, completions, subscribes, orders, revenue.',
  invalid_target: 'target must be a number above 0.',
  invalid_campaign_id: 'campaign_id must be the id of a campaign of the website, or null.',
  invalid_path:
    'path must be the path of a page of the website in the dashboard, such as /websites/1?timeframe=last_7_days.',
  currency_in_use: 'The website has events: its revenue is in the currency that it has.',
  too_many_records: 'There are too many records of this kind under the parent.',
  incomplete_list: 'The list must name each record once; detail names one that is missing, unknown or named twice.',
  invalid_sum: 'The shares of all variants must add up to 100.',
  changed_meanwhile: 'Somebody has changed the record or the list since it was read: read it again.',
  invalid_gzip: 'The body is not valid gzip.',
  body_too_slow: 'The body was sent too slowly. Nothing was counted.',
  batch_too_large: 'The batch is too large (8 MiB uncompressed; 64 KiB from a browser): send several batches.',
  too_many_events: 'The batch has too many events (10,000; 100 from a browser): send several batches.',
  too_many_days: 'A batch may name at most 2,000 pairs of a subject and a day: send several batches.',
  idempotency_key_reused: 'This Idempotency-Key was already used with other events: use a new key for new events.',
  too_much_at_once:
    'Too many bytes of this website are waiting to be counted: wait for responses, then send the batch again.',
  not_stored: 'The events could not be stored. Nothing was counted: send the same batch again.',
  no_password: 'The user has no password here, and logs in with single sign-on.',
  passwords_off: 'Passwords are switched off here: people log in with single sign-on.',
  invalid_current_password: 'current_password is not the password of the user.',
  invalid_new_password: 'new_password is too short, too long or too common.',
  link_not_valid: 'The link has expired, was used already or was withdrawn, or never existed.',
  login_exists: 'There is a login with this email address already: confirm with its password.',
  wrong_password: 'The password is not the one of the login.',
  invalid_login: 'login must be new or existing.',
  invalid_password: 'The password is too short, too long or too common.',
  invalid_role: 'role must be one of viewer, editor, owner.',
  already_member: 'The person belongs to the account already: change the role instead.',
  too_many_invitations: 'The account has too many open invitations: withdraw those that are not needed.',
  last_owner: 'The account would have no owner: make somebody else an owner first.',
  other_email: 'The invitation is for another email address than that of the login.',
  own_password: 'Nobody creates a link for themselves: change the password on the profile page.',
  reset_by_operator: 'Only the operator of the service can create a link for this person.',
  invalid_name:
    'name must be a string of 1 to 100 characters (a saved funnel, annotation, goal or view: 80), without control characters.',
  invalid_group_by:
    'group_by must be one of day, week, month, quarter, year, hour; the report of an element has no hours.',
  invalid_audience: 'audience must be rest or tools.',
  invalid_scopes: 'scopes must be a list of scopes that the user has; a token for tools can only have reports.',
  invalid_language: 'language must be null or one of en, de, fr, es, pt.',
  invalid_website_ids: 'website_ids must be a list of at least one website id.',
  invalid_expires_in_days: 'expires_in_days must be a number of days from 1 to 3650.',
};

/** Errors that any operation can return, whatever the request. All but `damaged_data` are temporary. */
export const UNAVAILABLE_CODES = ['busy', 'database_unavailable', 'commit_unknown', 'damaged_data'] as const;

/** Most errors are derived from the parameters. */
export function errorsOf(operation: AnyOperation): ErrorCodes {
  const { input, scope, csv, errors: own = {} } = operation;
  const has = (name: string) => name in input.shape;
  const derived: ErrorCodes = {
    400: [
      ...(has('website_id') && !has('website_ids') ? ['website_id_required'] : []),
      ...(has('account_id') ? ['account_id_required'] : []),
      ...(csv ? ['unknown_format'] : []),
    ],
    401: [],
    ...(scope !== null && { 403: [] }),
    ...((has('website_id') || has('account_id')) && { 404: [] }),
    ...(!csv && rejectsUnknownParameters(operation) && { 406: ['no_csv'] }),
    422: [
      ...(rejectsUnknownParameters(operation) ? ['unknown_parameter'] : []),
      ...codesOfParameters(input).keys(),
      ...(has('timeframe') ? ['range_required', 'range_without_custom'] : []),
      ...(has('group_by') ? ['range_too_wide'] : []),
      ...(csv ? ['invalid_table', 'table_not_asked_for'] : []),
      ...(has('filter') || has('compare') || hasHours(input) ? ['events_not_kept'] : []),
    ],
    429: ['rate_limited'],
    503: UNAVAILABLE_CODES,
  };
  const statuses = [...new Set([...Object.keys(own), ...Object.keys(derived)].map(Number))];
  const all = statuses.map(
    (status) => [status, [...new Set([...(derived[status] ?? []), ...(own[status] ?? [])])]] as const,
  );
  // A request without parameters cannot be invalid.
  return Object.fromEntries(all.filter(([status, codes]) => codes.length > 0 || ![400, 422].includes(status)));
}

/** Only the event log has hours. */
function hasHours({ shape }: AnyOperation['input']): boolean {
  return shape.group_by === groupByParameter.group_by;
}
