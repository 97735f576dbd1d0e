// Reading the audit log of an account. Only its owners may, in the dashboard.
import { z } from 'zod';
import { AUDIT_ACTIONS, AUDIT_LOG_KEPT_DAYS, type AuditLog } from '../../contract/access/audit-log.ts';
import { defineOperation } from '../../contract/operations/define-operation.ts';
import {
  accountParameter,
  languageParameter,
  parameter,
  positiveInteger,
} from '../../contract/operations/parameters.ts';
import { id, timestamp } from '../../contract/operations/schemas.ts';
import { wordsIn } from '../../foundation/text/words.ts';

const ENTRIES_PER_PAGE = 50;

export interface AuditLogServices {
  readonly auditLog: AuditLog;
}

export const auditEntry = z.strictObject({
  id,
  at: timestamp,
  user_id: id.nullable().describe('Who did it. null: nobody who can log in, such as an operator.'),
  user_email: z.string().nullable().describe('As it was then.'),
  via: z
    .string()
    .describe(
      'How: dashboard, application (one that the user has connected), token, api_key, link (in an email, without a login), ' +
        'command_line (an operator), or service (nobody: the service by itself).',
    ),
  action: z.string().describe('What was done, such as token_created.'),
  description: z.string().describe('The same in words, after the name of whoever did it.'),
  subject: z.string().describe('What it was done to, such as 7 (Export). It may be empty.'),
  website_id: id.nullable().describe('The website that it is about. null: the account.'),
});

export const listAuditLog = defineOperation({
  name: 'list_audit_log',
  tag: 'People',
  method: 'GET',
  path: '/dashboard/audit-log',
  title: 'Read the audit log',
  description:
    `Who did what in an account, newest first, ${ENTRIES_PER_PAGE} entries at a time. ` +
    `Entries are kept for ${AUDIT_LOG_KEPT_DAYS} days.`,
  credential: 'dashboard',
  scope: 'reports',
  role: 'owner',
  website: 'account',
  input: z.object({
    ...accountParameter,
    before: positiveInteger(
      id.optional().describe('Only entries before this one: `next` of the page before.'),
      'invalid_before',
    ),
    action: parameter(
      z.enum(AUDIT_ACTIONS).optional().describe('Only entries with this action.'),
      'invalid_action',
      `must be one of ${AUDIT_ACTIONS.join(', ')}`,
    ),
    user_id: positiveInteger(id.optional().describe('Only what this user did.'), 'invalid_user_id'),
    ...languageParameter,
  }),
  csv: { entries: 'entries' },
  nextPage: ({ next }) => (next === null ? undefined : { before: next }),
  output: z.strictObject({
    entries: z.array(auditEntry).max(ENTRIES_PER_PAGE),
    next: id.nullable().describe('For `before`, to read on. null: there are no older entries.'),
  }),
  example: {
    entries: [
      {
        id: 42,
        at: '2026-01-31T09:12:00Z',
        user_id: 1,
        user_email: 'owner@example.com',
        via: 'dashboard',
        action: 'token_created',
        description: 'created token 7 (Export)',
        subject: '7 (Export)',
        website_id: null,
      },
    ],
    next: null,
  },
  responses: { 200: { description: 'The entries.' } },
  async act({ before, action, user_id: userId, language }, { accountId }, { auditLog }: AuditLogServices) {
    const limit = ENTRIES_PER_PAGE + 1;
    const found = await auditLog.read(accountId, { limit, before, action, userId }, wordsIn(language));
    const entries = found.slice(0, ENTRIES_PER_PAGE);
    const next = found.length > ENTRIES_PER_PAGE ? entries.at(-1)!.id : null;
    return { status: 200, body: { entries, next } };
  },
});
