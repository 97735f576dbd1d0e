// `funnel token`: created, listed and revoked by an operator while the service runs.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createToken } from '../../../../src/core/contract/access/tokens.ts';
import { type Command, CommandError, UsageError } from '../../../../src/core/server/command/command.ts';
import {
  tokenCreateCommand,
  tokenListCommand,
  tokenRevokeCommand,
} from '../../../../src/core/server/commands/websites/token.ts';
import { CommandLine } from '../../../support/command-line.ts';
import { startCountedShop } from '../../../support/counted-shop.ts';
import { ANY_ENGINE } from '../../../support/databases.ts';
import { runCommand } from '../../../support/run-command.ts';
import type { TestService } from '../../../support/test-service.ts';
import { createUser } from '../../../support/users.ts';

describe.each(ANY_ENGINE)('on %s', (engine) => {
  let service: TestService;

  beforeAll(async () => {
    service = await startCountedShop(engine);
  });

  afterAll(() => service.dispose());

  /** What the command prints: the JSON document and the text. */
  async function run(
    command: Command,
    ...args: string[]
  ): Promise<{ document: Record<string, unknown>; text: string }> {
    const { url, clock } = service.ingestion;
    const { document, text } = await runCommand(command, args, { DATABASE_URL: url }, clock.now);
    return { document: document as Record<string, unknown>, text };
  }

  const create = async (...args: string[]) => (await run(tokenCreateCommand, '--website', '2', ...args)).document;
  const statusWith = async (token: unknown) => (await service.get('/reports/websites', String(token))).status;

  test('another process creates and revokes a token while the service runs', async () => {
    const cli = new CommandLine({ DATABASE_URL: service.ingestion.url });
    const inProcess = async (...args: string[]) => {
      const { code, stdout, stderr } = await cli.run(['token', ...args, '--json']);
      expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
      return JSON.parse(stdout) as Record<string, unknown>;
    };
    const { id, token } = await inProcess('create', '--website', '2', '--scope', 'reports');
    expect(await statusWith(token)).toBe(200);
    expect(await inProcess('revoke', String(id))).toEqual({ id, revoked: true });
    expect(await statusWith(token)).toBe(401);
    cli.dispose();
  });

  test('a created token is printed once, and listed without its secret', async () => {
    const { document, text } = await run(
      tokenCreateCommand,
      ...['--website', '2', '--website', '1', '--scope', 'reports', '--scope', 'reports', '--scope', 'areas:read'],
    );
    expect(document).toEqual({
      id: expect.any(Number),
      token: expect.stringMatching(/^fat_/),
      scopes: ['reports', 'areas:read'],
      website_ids: [1, 2],
      audience: 'rest',
      expires_at: null,
    });
    expect(text).toContain(document.token);
    const list = await run(tokenListCommand);
    const { token: secret, ...record } = document;
    const use = { created_at: '2024-05-15T12:00:00Z', last_used_at: null, revoked_at: null };
    const creator = { name: null, user_id: null, user_email: null };
    expect(list.document.tokens).toContainEqual({ ...record, ...use, ...creator });
    expect(list.text).toMatch(/^ID +NAME +FOR +WEBSITES +SCOPES +STATE +LAST USED +CREATED BY$/m);
    expect(list.text).toMatch(/^\d+ +- +rest +1,2 +reports areas:read +never expires +never +an operator$/m);
    expect(JSON.stringify(list)).not.toContain(secret);
  });

  test('the user who created it is listed, even after the user is deleted', async () => {
    const { database, clock } = service.ingestion;
    const user = { email: 'creator@example.com', password: 'a passphrase of theirs', accountIds: [1] };
    const { id: userId } = await createUser(database, user, clock.now);
    const token = { websiteIds: [1], scopes: ['reports'], audience: 'rest', name: 'Export', userId } as const;
    await createToken(database, token, clock.now);
    const listed = async () => (await run(tokenListCommand)).text;
    expect(await listed()).toMatch(/^\d+ +Export +rest .* creator@example\.com$/m);
    await database.transaction(async (tx) => {
      await tx.query('DELETE FROM user_accounts WHERE user_id = $1', [userId]);
      await tx.query('DELETE FROM users WHERE id = $1', [userId]);
    });
    expect(await listed()).toMatch(new RegExp(`^\\d+ +Export +rest .* user ${userId} \\(deleted\\)$`, 'm'));
  });

  test('scopes, audience and expiry are as requested', async () => {
    const contacts = await create('--scope', 'contacts:read', '--scope', 'areas:read');
    expect(await statusWith(contacts.token)).toBe(403);
    const tools = await create('--scope', 'reports', '--for', 'tools');
    expect(tools.audience).toBe('tools');
    expect(await statusWith(tools.token)).toBe(401);
    const expiring = await create('--scope', 'reports', '--expires', '2');
    expect(expiring.expires_at).toBe('2024-05-17T12:00:00Z');
    expect(await statusWith(expiring.token)).toBe(200);
  });

  test('a token can be revoked once', async () => {
    const { id } = await create('--scope', 'reports');
    expect((await run(tokenRevokeCommand, String(id))).document).toEqual({ id, revoked: true });
    await expect(run(tokenRevokeCommand, String(id))).rejects.toThrow(CommandError);
    expect((await run(tokenListCommand)).text).toContain('revoked 2024-05-15T12:00:00Z');
  });

  test.each([
    [tokenCreateCommand, [], UsageError, '--website is required'],
    [tokenCreateCommand, ['--website', '1'], UsageError, '--scope is required'],
    [tokenCreateCommand, ['--website', 'x', '--scope', 'reports'], UsageError, '--website must be a positive integer'],
    [tokenCreateCommand, ['--website', '0', '--scope', 'reports'], UsageError, '--website must be a positive integer'],
    [tokenCreateCommand, ['--website', '1', '--scope', 'everything'], UsageError, 'everything'],
    [tokenCreateCommand, ['--website', '1', '--scope', 'reports', '--for', 'all'], UsageError, '--for'],
    [tokenCreateCommand, ['--website', '1', '--scope', 'areas:read', '--for', 'tools'], UsageError, '--scope reports'],
    [tokenCreateCommand, ['--website', '1', '--scope', 'reports', '--expires', '0'], UsageError, '--expires'],
    [tokenCreateCommand, ['--website', '1', '--scope', 'reports', '--expires', '36501'], UsageError, '36500'],
    [
      tokenCreateCommand,
      ['--website', '99', '--scope', 'reports'],
      CommandError,
      'no website 99. List the websites with: funnel website list',
    ],
    [tokenRevokeCommand, [], UsageError, 'ID is missing'],
    [tokenRevokeCommand, ['x'], UsageError, 'ID must be a positive integer'],
    [
      tokenRevokeCommand,
      ['99999'],
      CommandError,
      'does not exist or is already revoked. List them with: funnel token list',
    ],
    [tokenListCommand, ['all'], UsageError, 'unexpected argument'],
  ] as const)('$0.name %j is rejected', async (command, args, error, message) => {
    await expect(run(command, ...args)).rejects.toThrow(error);
    await expect(run(command, ...args)).rejects.toThrow(message);
  });
});
