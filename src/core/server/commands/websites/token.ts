import { AUDIENCES, type Audience, SCOPES, type Scope } from '../../../contract/access/principal.ts';
import {
  createToken,
  type ListedToken,
  listTokens,
  revokeToken,
  UnknownWebsiteError,
} from '../../../contract/access/tokens.ts';
import { type Arguments, type Command, CommandError, parseId, UsageError } from '../../command/command.ts';
import { formatTable } from '../../command/table.ts';
import { withDatabase } from '../../command/with-database.ts';
import { unknownWebsite } from './website.ts';

const DAYS_MAX = 36_500;

export const tokenCreateCommand: Command = {
  name: 'token create',
  options: {
    website: {
      type: 'string',
      multiple: true,
      value: 'ID',
      help: 'a website that the token grants; may be repeated',
    },
    scope: {
      type: 'string',
      multiple: true,
      value: 'SCOPE',
      help: `a scope that the token grants; may be repeated: ${SCOPES.join(', ')}`,
    },
    for: { type: 'string', value: 'AUDIENCE', help: 'rest (default) or tools: which API accepts the token' },
    expires: { type: 'string', value: 'DAYS', help: 'days until it expires; default: never' },
  },
  summary: 'Creates a token for the REST API or the tool server. It is shown once; only its hash is stored.',
  async run(args, context) {
    const token = {
      websiteIds: requiredStrings(args, 'website').map((id) => parseId(id, '--website')),
      scopes: [...new Set(requiredStrings(args, 'scope').map(parseScope))],
      audience: parseAudience(args.string('for') ?? 'rest'),
      ...parseExpires(args.string('expires')),
    };
    if (token.audience === 'tools' && !token.scopes.includes('reports')) {
      throw new UsageError('a token for tools needs --scope reports: every tool reads reports');
    }
    const created = await withDatabase(context, (database) => createToken(database, token, context.clock)).catch(
      (error: unknown) => {
        throw error instanceof UnknownWebsiteError ? unknownWebsite(error.message) : error;
      },
    );
    const { id, token: secret, scopes, website_ids, audience, expires_at } = created;
    context.print({ id, token: secret, scopes, website_ids, audience, expires_at }, () =>
      [
        `Token ${id} for ${audience}, websites ${website_ids.join(', ')}, scopes ${scopes.join(' ')}, shown only once:`,
        secret,
      ].join('\n'),
    );
  },
};

const NO_TOKENS = 'No tokens. Create one with: funnel token create --website ID --scope reports';
const COLUMNS: Readonly<Record<string, (token: ListedToken) => unknown>> = {
  id: ({ id }) => id,
  name: ({ name }) => name,
  for: ({ audience }) => audience,
  websites: ({ website_ids }) => website_ids.join(','),
  scopes: ({ scopes }) => scopes.join(' '),
  state: ({ revoked_at, expires_at }) =>
    revoked_at ? `revoked ${revoked_at}` : expires_at ? `expires ${expires_at}` : 'never expires',
  'last used': ({ last_used_at }) => last_used_at ?? 'never',
  'created by': creatorOf,
};

export const tokenListCommand: Command = {
  name: 'token list',
  summary: 'Lists the tokens that operators and users have created, without their secrets.',
  async run(_args, context) {
    const tokens = await withDatabase(context, listTokens);
    context.print({ tokens }, () => (tokens.length === 0 ? NO_TOKENS : formatTable(tokens, COLUMNS)));
  },
};

export const tokenRevokeCommand: Command = {
  name: 'token revoke',
  positionals: ['ID'],
  summary: 'Revokes a token immediately.',
  async run(args, context) {
    const id = parseId(args.positional('ID'), 'ID');
    const revoked = await withDatabase(context, (database) => revokeToken(database, id, context.clock));
    if (!revoked) {
      throw new CommandError(`Token ${id} does not exist or is already revoked. List them with: funnel token list`);
    }
    context.print({ id, revoked: true }, () => `Revoked token ${id}.`);
  },
};

function requiredStrings(args: Arguments, name: string): string[] {
  const values = args.strings(name);
  if (values.length === 0) throw new UsageError(`--${name} is required`);
  return values;
}

function parseScope(name: string): Scope {
  if (SCOPES.includes(name as Scope)) return name as Scope;
  throw new UsageError(`--scope: "${name}" is not one of ${SCOPES.join(', ')}`);
}

function parseAudience(name: string): Audience {
  if (AUDIENCES.includes(name as Audience)) return name as Audience;
  throw new UsageError(`--for: "${name}" is not one of ${AUDIENCES.join(', ')}`);
}

function parseExpires(value: string | undefined): { expiresInDays?: number } {
  if (value === undefined) return {};
  const days = parseId(value, '--expires');
  if (days > DAYS_MAX)
    throw new UsageError(`--expires: at most ${DAYS_MAX} days; leave it out for a token that never expires`);
  return { expiresInDays: days };
}

function creatorOf({ user_id, user_email }: ListedToken): string {
  if (user_id === null) return 'an operator';
  return user_email ?? `user ${user_id} (deleted)`;
}
