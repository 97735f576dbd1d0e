// Who can log in, and what they may do in which account.
import { COMMAND_LINE } from '../../../contract/access/principal.ts';
import { ROLE_DESCRIPTIONS, ROLES } from '../../../contract/access/role.ts';
import type { Queries } from '../../../foundation/database/database.ts';
import { deleteUser, removeFromAccount, setRole } from '../../../manage/authorization-server/users/members.ts';
import { UserError } from '../../../manage/authorization-server/users/user-error.ts';
import {
  findUserByEmail,
  type ListedUser,
  listUsers,
  type User,
} from '../../../manage/authorization-server/users/users.ts';
import {
  type Arguments,
  type Command,
  type CommandContext,
  CommandError,
  parseId,
  UsageError,
} from '../../command/command.ts';
import { formatTable } from '../../command/table.ts';
import { withDatabase } from '../../command/with-database.ts';
import { parseRole, requiredEmail, toCommandError } from './user.ts';

const EMAIL = { type: 'string', value: 'EMAIL', help: 'the email address of the user' } as const;
const ACCOUNT = { type: 'string', value: 'ID', help: 'the account' } as const;
const FORCE = { type: 'boolean', help: 'even if the account has no other owner' } as const;

const NO_USERS = 'No users. Create one with: funnel user create --email EMAIL --account ID';
const COLUMNS: Readonly<Record<string, (user: ListedUser) => unknown>> = {
  id: ({ id }) => id,
  email: ({ email }) => email,
  accounts: ({ accounts }) =>
    accounts.map(({ id, role, website_ids }) => `${id}:${role}${onWebsites(website_ids)}`).join(', '),
  created: ({ created_at }) => created_at,
  'last sign-in': ({ last_sign_in_at }) => last_sign_in_at ?? 'not known',
};

/** Returns text such as ` on 3 4`. */
function onWebsites(websiteIds: readonly number[] | null): string {
  return websiteIds ? ` on ${websiteIds.join(' ')}` : '';
}

export const userListCommand: Command = {
  name: 'user list',
  summary: 'Lists the users with their accounts and roles.',
  async run(_args, context) {
    const users = await withDatabase(context, listUsers);
    context.print({ users }, () => (users.length === 0 ? NO_USERS : formatTable(users, COLUMNS)));
  },
};

export const userGrantCommand: Command = {
  name: 'user grant',
  options: {
    email: EMAIL,
    account: ACCOUNT,
    role: { type: 'string', value: 'ROLE', help: `one of ${ROLES.join(', ')}` },
    website: {
      type: 'string',
      multiple: true,
      value: 'ID',
      help: 'a website on which the role holds; may be repeated; default: the account with all its websites',
    },
    force: FORCE,
  },
  summary: 'Adds a user to an account, or changes their role there. It is in force at the next call.',
  details: ROLES.map((role) => `${role.padEnd(6)}  ${ROLE_DESCRIPTIONS[role]}.`).join('\n'),
  async run(args, context) {
    const accountId = args.requiredId('account');
    const given = args.string('role');
    if (given === undefined) throw new UsageError(`--role is required: one of ${ROLES.join(', ')}`);
    const role = parseRole(given, '--role');
    const websiteIds = args.strings('website').map((id) => parseId(id, '--website'));
    if (role === 'owner' && websiteIds.length > 0) throw new UsageError('--website: an owner has all websites');
    const membership = { role, websiteIds: websiteIds.length > 0 ? websiteIds : null };
    const user = await changeUser(args, context, (tx, { id: userId }) =>
      setRole(tx, { userId, accountId }, membership, changeOf(args, context)),
    );
    const on = onWebsites(membership.websiteIds);
    context.print({ ...user, account_id: accountId, role, website_ids: membership.websiteIds }, () => {
      return `${user.email} is ${role} of account ${accountId}${on}.`;
    });
  },
};

export const userRevokeCommand: Command = {
  name: 'user revoke',
  options: { email: EMAIL, account: ACCOUNT, force: FORCE },
  summary: 'Removes a user from an account. Their logins, applications and tokens end there at once.',
  async run(args, context) {
    const accountId = args.requiredId('account');
    const user = await changeUser(args, context, async (tx, { id: userId, email }) => {
      const isRemoved = await removeFromAccount(tx, { userId, accountId }, changeOf(args, context));
      if (isRemoved) return;
      throw new CommandError(`${email} does not belong to account ${accountId}. See: funnel user list`);
    });
    context.print({ ...user, account_id: accountId, revoked: true }, () => {
      return `Removed ${user.email} from account ${accountId}.`;
    });
  },
};

export const userDeleteCommand: Command = {
  name: 'user delete',
  options: { email: EMAIL, force: FORCE },
  summary: 'Deletes a user. All their logins, applications and tokens end at once.',
  async run(args, context) {
    const user = await changeUser(args, context, (tx, { id }) => deleteUser(tx, id, changeOf(args, context)));
    context.print({ ...user, deleted: true }, () => `Deleted user ${user.id}, ${user.email}.`);
  },
};

function changeOf(args: Arguments, { clock }: CommandContext) {
  return { actor: COMMAND_LINE, clock, force: args.flag('force') };
}

function changeUser(
  args: Arguments,
  context: CommandContext,
  change: (tx: Queries, user: User) => Promise<void>,
): Promise<User> {
  const email = requiredEmail(args);
  const changed = withDatabase(context, (database) =>
    database.transaction(async (tx) => {
      const user = await findUserByEmail(tx, email);
      if (!user) throw new UserError(`There is no user ${email}.`);
      await change(tx, user);
      return user;
    }),
  );
  return toCommandError(changed);
}
