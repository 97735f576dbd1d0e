// The errors of an operation by status and code, and what each code means, for the OpenAPI document and the reference page.
import { OPERATIONS, type Services } from '../../api/operations.ts';
import type { ErrorCodes, Operation } from '../../operations/define-operation.ts';
import { codesOfParameters } from '../../operations/parameters.ts';

export const PROBLEM_MEANINGS: Readonly<Record<string, string>> = {
  ...Object.fromEntries(OPERATIONS.flatMap(({ input }) => [...codesOfParameters(input)])),
  invalid_range: 'range_start and range_end must be dates such as 2026-01-31, the start not after the end.',
  website_id_required: 'The token grants several websites: name one of them by website_id.',
  range_required: 'range_start and range_end are required when timeframe is custom.',
  range_too_wide: 'The window has too many days or points for group_by.',
  rate_limited: 'Too many requests: wait as many seconds as Retry-After says.',
  busy: 'Too many requests are under way: try again in a moment.',
  database_unavailable: 'The database cannot be used right now. Nothing was changed: try again in a moment.',
  commit_unknown: 'The connection to the database broke during the commit: the data may or may not have been stored.',
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
  invalid_gzip: 'The body is not valid gzip.',
  body_too_slow: 'The body comes in too slowly. Nothing was counted.',
  batch_too_large: 'A batch may have at most 8 MiB, unpacked: send several batches.',
  too_many_events: 'A batch may have at most 10,000 events: send several batches.',
  too_many_days: 'A batch may name at most 2,000 pairs of a subject and a day: send several batches.',
  idempotency_key_reused: 'This Idempotency-Key came with other events before: use a new key for new events.',
  too_much_at_once:
    'Batches of this website that wait to be counted take too much room: wait for answers, then send it again.',
  not_stored: 'The events could not be stored. Nothing was counted: send the same batch again.',
  invalid_name: 'name must be a string of 1 to 100 characters, without control characters.',
  invalid_audience: 'audience must be rest or tools.',
  invalid_scopes: 'scopes must be a list of scopes that the user has; a token for the tools has reports only.',
  invalid_website_ids: 'website_ids must be a list of at least one website id.',
  invalid_expires_in_days: 'expires_in_days must be a number of days from 1 to 3650.',
};

/** For a moment, whatever is asked. */
export const UNAVAILABLE_CODES = ['busy', 'database_unavailable', 'commit_unknown'] as const;

/** Most follow from the parameters. */
export function errorsOf({ input, scope, errors: own = {} }: Operation<Services>): ErrorCodes {
  const has = (name: string) => name in input.shape;
  const derived: ErrorCodes = {
    400: has('website_id') && !has('website_ids') ? ['website_id_required'] : [],
    401: [],
    ...(scope !== null && { 403: [] }),
    ...(has('website_id') && { 404: [] }),
    422: [
      ...codesOfParameters(input).keys(),
      ...(has('timeframe') ? ['range_required'] : []),
      ...(has('group_by') ? ['range_too_wide'] : []),
    ],
    429: ['rate_limited'],
    503: UNAVAILABLE_CODES,
  };
  const statuses = [...new Set([...Object.keys(own), ...Object.keys(derived)].map(Number))];
  const all = statuses.map(
    (status) => [status, [...new Set([...(derived[status] ?? []), ...(own[status] ?? [])])]] as const,
  );
  // Nothing is wrong with a request without parameters.
  return Object.fromEntries(all.filter(([status, codes]) => codes.length > 0 || ![400, 422].includes(status)));
}
