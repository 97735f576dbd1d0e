import { AUDIENCES, type Audience, SCOPES, type Scope } from '../access/principal.ts';
import { createToken, type ListedToken, listTokens, revokeToken, UnknownWebsiteError } from '../access/tokens.ts';
import { type Arguments, type Command, CommandError, parseId, UsageError } from './command.ts';
import { withDatabase } from './with-database.ts';

const DAYS_MAX = 36_500;

export const tokenCreateCommand: Command = {
  name: 'token create',
  options: {
    website: {
      type: 'string',
      multiple: true,
      value: 'ID',
      help: 'a website that the token is good for; may be repeated',
    },
    scope: { type: 'string', multiple: true, value: 'SCOPE', help: `may be repeated: ${SCOPES.join(', ')}` },
    for: { type: 'string', value: 'AUDIENCE', help: 'rest (default) or tools: where the token is good' },
    expires: { type: 'string', value: 'DAYS', help: 'how long it is good; default: until it is revoked' },
  },
  summary: 'Makes a token for the REST API or the tool server. It is shown once; only a hash is stored.',
  async run(args, context) {
    const token = {
      websiteIds: requiredTexts(args, 'website').map((text) => parseId(text, '--website')),
      scopes: [...new Set(requiredTexts(args, 'scope').map(parseScope))],
      audience: parseAudience(args.text('for') ?? 'rest'),
      ...parseExpires(args.text('expires')),
    };
    if (token.audience === 'tools' && !token.scopes.includes('reports')) {
      throw new UsageError('a token for the tools needs --scope reports: every tool reads reports');
    }
    const created = await withDatabase(context, (database) => createToken(database, token, context.clock)).catch(
      (error: unknown) => {
        throw error instanceof UnknownWebsiteError ? new CommandError(error.message) : error;
      },
    );
    const { id, token: secret, scopes, website_ids, audience, expires_at } = created;
    context.print({ id, token: secret, scopes, website_ids, audience, expires_at }, () =>
      [
        `Token ${id} for ${audience}, websites ${website_ids.join(', ')}, scopes ${scopes.join(' ')}, shown only now:`,
        secret,
      ].join('\n'),
    );
  },
};

export const tokenListCommand: Command = {
  name: 'token list',
  summary: 'Lists the tokens that were made here, without their secrets.',
  async run(_args, context) {
    const tokens = await withDatabase(context, listTokens);
    context.print({ tokens }, () => (tokens.length === 0 ? 'There are no tokens.' : tokens.map(describe).join('\n')));
  },
};

export const tokenRevokeCommand: Command = {
  name: 'token revoke',
  positionals: ['ID'],
  summary: 'Takes a token out of use, at once.',
  async run(args, context) {
    const id = parseId(args.positional('ID'), 'ID');
    const revoked = await withDatabase(context, (database) => revokeToken(database, id, context.clock));
    if (!revoked) throw new CommandError(`There is no token ${id} in use.`);
    context.print({ id, revoked: true }, () => `Token ${id} is revoked.`);
  },
};

function requiredTexts(args: Arguments, name: string): string[] {
  const texts = args.texts(name);
  if (texts.length === 0) throw new UsageError(`--${name} is required`);
  return texts;
}

function parseScope(text: string): Scope {
  if (SCOPES.includes(text as Scope)) return text as Scope;
  throw new UsageError(`--scope: "${text}" is not one of ${SCOPES.join(', ')}`);
}

function parseAudience(text: string): Audience {
  if (AUDIENCES.includes(text as Audience)) return text as Audience;
  throw new UsageError(`--for: "${text}" is not one of ${AUDIENCES.join(', ')}`);
}

function parseExpires(text: string | undefined): { expiresInDays?: number } {
  if (text === undefined) return {};
  const days = parseId(text, '--expires');
  if (days > DAYS_MAX) throw new UsageError(`--expires: at most ${DAYS_MAX} days; leave it out for no end`);
  return { expiresInDays: days };
}

function describe(token: ListedToken): string {
  const { id, name, audience, website_ids, scopes, expires_at, last_used_at, revoked_at } = token;
  const state = revoked_at ? `revoked ${revoked_at}` : expires_at ? `expires ${expires_at}` : 'no end';
  const use = last_used_at ? `last used ${last_used_at}` : 'never used';
  const what = `${audience.padEnd(6)} websites ${website_ids.join(',')}  ${scopes.join(' ')}`;
  return `${String(id).padEnd(5)} ${what}  ${state}, ${use}, made by ${makerOf(token)}${name === null ? '' : `: ${name}`}`;
}

function makerOf({ user_id, user_email }: ListedToken): string {
  if (user_id === null) return 'an operator';
  return user_email ?? `user ${user_id}, who is gone`;
}
