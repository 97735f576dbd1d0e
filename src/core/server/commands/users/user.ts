import { randomBytes } from 'node:crypto';
import { text } from 'node:stream/consumers';
import { isRole, ROLES, type Role } from '../../../contract/access/role.ts';
import { requirePasswords } from '../../../manage/authorization-server/links/password-login.ts';
import { LastOwnerError } from '../../../manage/authorization-server/users/members.ts';
import { UserError } from '../../../manage/authorization-server/users/user-error.ts';
import { changePassword, createUser } from '../../../manage/authorization-server/users/users.ts';
import {
  type Arguments,
  type Command,
  type CommandContext,
  CommandError,
  parseId,
  UsageError,
} from '../../command/command.ts';
import { withDatabase } from '../../command/with-database.ts';

const WITHOUT_PASSWORD = { password: undefined, isGenerated: false };

const OPTIONS = {
  email: { type: 'string', value: 'EMAIL', help: 'the email address to log in with' },
  'password-stdin': { type: 'boolean', help: 'read the password from standard input; default: generate one' },
} as const;

export const userCreateCommand: Command = {
  name: 'user create',
  options: {
    ...OPTIONS,
    account: {
      type: 'string',
      multiple: true,
      value: 'ID[:ROLE]',
      help: `an account of the user, and the role there: ${ROLES.join(', ')}; default: owner; may be repeated`,
    },
  },
  summary: 'Creates a user who can log in and authorize clients. A generated password is shown once.',
  details: 'With PASSWORD_LOGIN=off the user gets no password, and logs in with single sign-on.',
  async run(args, context) {
    const email = requiredEmail(args);
    const roles = new Map(args.strings('account').map(parseAccount));
    const accountIds = [...roles.keys()];
    if (accountIds.length === 0)
      throw new UsageError('--account is required: "funnel website list" shows the accounts');
    const issuerName = context.config.loginOnlyWith;
    if (args.flag('password-stdin')) requirePasswords(issuerName);
    const { password, isGenerated } = issuerName === undefined ? await passwordFor(args, context) : WITHOUT_PASSWORD;
    const user = await toCommandError(
      withDatabase(context, (database) => createUser(database, { email, password, accountIds, roles }, context.clock)),
    );
    const login = issuerName === undefined ? '' : ` They log in with ${issuerName}.`;
    context.print({ ...user, ...(isGenerated && { password }) }, () =>
      describe(`Created user ${user.id}, ${user.email}.${login}`, isGenerated ? password : undefined),
    );
  },
};

export const userPasswordCommand: Command = {
  name: 'user password',
  options: OPTIONS,
  summary:
    'Changes the password of a user, logs them out everywhere, and revokes their tokens and authorized applications.',
  async run(args, context) {
    const email = requiredEmail(args);
    requirePasswords(context.config.loginOnlyWith);
    const { password, isGenerated } = await passwordFor(args, context);
    const user = await toCommandError(
      withDatabase(context, (database) => changePassword(database, email, password, context.clock)),
    );
    const revoked = user.revoked_token_ids.join(', ') || 'none';
    context.print({ ...user, ...(isGenerated && { password }) }, () =>
      describe(
        `Changed the password of ${user.email}. Revoked tokens: ${revoked}.`,
        isGenerated ? password : undefined,
      ),
    );
  },
};

/** `7` or `7:viewer`. */
function parseAccount(value: string): [accountId: number, role: Role] {
  const [id = '', role = 'owner'] = value.split(':', 2);
  return [parseId(id, '--account'), parseRole(role, '--account')];
}

export function parseRole(value: string, option: string): Role {
  if (isRole(value)) return value;
  throw new UsageError(`${option}: "${value}" is not one of the roles ${ROLES.join(', ')}`);
}

export function requiredEmail(args: Arguments): string {
  const email = args.string('email');
  if (email === undefined) throw new UsageError('--email is required');
  return email;
}

async function passwordFor(
  args: Arguments,
  { stdin }: CommandContext,
): Promise<{ password: string; isGenerated: boolean }> {
  if (!args.flag('password-stdin')) return { password: generatePassword(), isGenerated: true };
  return { password: (await text(stdin())).replace(/\r?\n$/, ''), isGenerated: false };
}

export function generatePassword(): string {
  return randomBytes(15).toString('base64url');
}

export function toCommandError<T>(work: Promise<T>): Promise<T> {
  return work.catch((error: unknown) => {
    throw error instanceof UserError ? new CommandError(withAdvice(error)) : error;
  });
}

/** The command that helps, where there is one. */
function withAdvice(error: UserError): string {
  const { message } = error;
  if (error instanceof LastOwnerError) {
    return `${message} Do so with: funnel user grant --email EMAIL --account ID --role owner. Or repeat this with --force.`;
  }
  if (/^There is no account/.test(message)) {
    return `${message} List the accounts with: funnel website list. Add one with: funnel import catalog FILE`;
  }
  if (/^There is already a user/.test(message)) {
    return `${message} Change their password with: funnel user password --email EMAIL`;
  }
  if (/^There is no user/.test(message)) {
    return `${message} Create one with: funnel user create --email EMAIL --account ID`;
  }
  return message;
}

function describe(sentence: string, password: string | undefined): string {
  return password === undefined ? sentence : `${sentence} Password, shown only once:\n${password}`;
}
