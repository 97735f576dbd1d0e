// What each code of a problem means, for the OpenAPI file and the reference page.
import { invalidParameter } from '../../reports/parameters.ts';

const PARAMETERS = [
  'id',
  'website_id',
  'timeframe',
  'range_start',
  'count_type',
  'previous_period',
  'group_by',
  'page',
  'per_page',
  'limit',
  'sort',
  'cta_type',
  'status',
];

const OF_PARAMETERS = PARAMETERS.map((param) => {
  const { message, options } = invalidParameter(param);
  return [options.code!, message] as const;
});

export const PROBLEM_MEANINGS: Readonly<Record<string, string>> = {
  ...Object.fromEntries(OF_PARAMETERS),
  invalid_range: 'range_start and range_end must be dates such as 2026-01-31, the start not after the end.',
  website_id_required: 'The token grants several websites: name one of them by website_id.',
  range_required: 'range_start and range_end are required when timeframe is custom.',
  range_too_wide: 'The window has too many days or points for group_by.',
  rate_limited: 'Too many requests: wait as many seconds as Retry-After says.',
  busy: 'Too many requests are under way: try again in a moment.',
  database_unavailable: 'The database can not be used right now. Nothing was changed: try again in a moment.',
  commit_unknown: 'The database was lost while this was being stored: it may have been stored or not.',
  invalid_json: 'The body is not valid JSON.',
  invalid_body: 'The body must be a JSON object.',
  email_or_phone_required: 'A contact needs an email or a phone.',
  email_required: 'Name the contact to delete by its email.',
  invalid_email: 'email must be one email address.',
  invalid_phone: 'phone must be a telephone number.',
  invalid_field: 'A field has a value of the wrong type or format; param names it.',
  too_deep: 'Custom fields nest too deep.',
  too_many_fields: 'The contact would have too many custom fields.',
  contact_too_large: 'The contact would hold too much in all.',
};

/** For a moment, whatever is asked. */
export const UNAVAILABLE_CODES = ['busy', 'database_unavailable', 'commit_unknown'] as const;
