// What somebody does with a link to reset their password.
import { z } from 'zod';
import { defineOperation } from '../../contract/operations/define-operation.ts';
import { JSON_BODY_ERRORS } from '../../contract/operations/json-body.ts';
import { timestamp } from '../../contract/operations/schemas.ts';
import type { PeopleServices } from './people.ts';
import { jsonBody, secret, secretBody } from './people-schemas.ts';

const PATH = '/dashboard/password-reset';

export const showPasswordReset = defineOperation({
  name: 'show_password_reset',
  tag: 'People',
  method: 'POST',
  path: PATH,
  title: 'Show whose password a link resets',
  description: 'The email address whose password the link resets.',
  credential: 'one_time_link',
  linkKind: 'password_reset',
  scope: null,
  website: 'none',
  input: z.object({}),
  body: secretBody,
  output: z.strictObject({ email: z.string(), expires_at: timestamp }),
  example: { email: 'ben@example.com', expires_at: '2026-03-11T12:00:00Z' },
  bodyExample: { secret: '…' },
  responses: { 200: { description: 'The email address.' } },
  errors: { ...JSON_BODY_ERRORS, 401: ['link_not_valid'], 409: ['passwords_off'], 422: ['invalid_body'] },
  async act(_query, { link }, { passwordResets }: PeopleServices) {
    return { status: 200, body: await passwordResets.show(link) };
  },
});

const passwordReset = z.strictObject({ secret, password: z.string() });

const passwordResetBody = jsonBody(passwordReset);

export const resetPassword = defineOperation({
  name: 'reset_password',
  tag: 'People',
  method: 'POST',
  path: `${PATH}/use`,
  title: 'Reset a password',
  description:
    'Sets a new password, logs the user out everywhere, and revokes their tokens and authorized applications. ' +
    'Sets a cookie that logs the browser in to the dashboard, once.',
  credential: 'one_time_link',
  linkKind: 'password_reset',
  scope: null,
  website: 'none',
  input: z.object({}),
  body: passwordResetBody,
  output: z.undefined(),
  bodyExample: { secret: '…', password: 'four random words here' },
  responses: { 204: { description: 'The password is changed.' } },
  errors: {
    ...JSON_BODY_ERRORS,
    401: ['link_not_valid'],
    409: ['passwords_off'],
    422: ['invalid_body', 'invalid_password'],
  },
  async act(_query, { link, body }, { passwordResets }: PeopleServices) {
    const loginCookie = await passwordResets.reset(body.secret, body.password, link);
    return { status: 204, body: undefined, headers: { 'set-cookie': loginCookie } };
  },
});
