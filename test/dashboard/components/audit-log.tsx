import { expect, it } from 'vitest';
import { actionName } from '../../../dashboard/src/format/audit-log.ts';

it.each([
  ['signed_in', 'Logged in'],
  ['sign_in_failed', 'Login failed'],
  ['catalog_created', 'Added to the catalog'],
  ['token_created', 'Token created'],
] as const)('the action %s of the audit log is called %s', (action, name) => {
  expect(actionName(action)).toBe(name);
});
