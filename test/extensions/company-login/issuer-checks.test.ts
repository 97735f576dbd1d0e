// What doctor says about the issuers that are configured.
import { afterEach, describe, expect, test } from 'vitest';
import type { Check } from '../../../src/core/server/extension/check.ts';
import { CommandLine } from '../../support/command-line.ts';
import { TestIssuer } from '../../support/openid-issuer.ts';
import { freePort } from '../../support/postgres-server.ts';

const disposables: CommandLine[] = [];
afterEach(() => {
  for (const cli of disposables.splice(0)) cli.dispose();
});

function commandLine(environment: Readonly<Record<string, string>> = {}): CommandLine {
  const cli = new CommandLine(environment);
  disposables.push(cli);
  return cli;
}

async function doctor(cli: CommandLine): Promise<{ code: number | null; checks: readonly Check[] }> {
  const { code, stdout } = await cli.call(['doctor', '--json']);
  return { code, checks: JSON.parse(stdout).checks };
}

const named = ({ checks }: { checks: readonly Check[] }, name: string) => checks.find((check) => check.name === name);

describe('the issuer of single sign-on', () => {
  const settings = { OIDC_CLIENT_ID: 'funnel', OIDC_CLIENT_SECRET: 'a-secret-of-funnel' };

  test('that answers', async () => {
    const issuer = await TestIssuer.start('http://localhost:8080/oauth/sso/callback', []);
    try {
      const result = await doctor(commandLine({ ...settings, OIDC_ISSUER_URL: issuer.url }));
      expect(named(result, 'single sign-on')).toMatchObject({ ok: true, detail: `${issuer.url} answers` });
      const enterprise = await doctor(commandLine({ ENTERPRISE_ISSUERS: `1:${issuer.url}` }));
      expect(named(enterprise, 'enterprise')).toMatchObject({ ok: true, detail: `${issuer.url} answers` });
      const misspelled = await doctor(commandLine({ ...settings, OIDC_ISSUER_URL: `${issuer.url}/staff` }));
      expect(misspelled.code).toBe(1);
      expect(named(misspelled, 'single sign-on')?.detail).toMatch(/\/staff cannot be used: ./);
    } finally {
      await issuer.stop();
    }
  });

  test('that does not answer', async () => {
    const url = `http://127.0.0.1:${await freePort()}`;
    const result = await doctor(commandLine({ ...settings, OIDC_ISSUER_URL: url }));
    expect([result.code, named(result, 'single sign-on')?.ok]).toEqual([1, false]);
    expect(named(result, 'single sign-on')?.detail).toContain(`OIDC_ISSUER_URL ${url} cannot be used: `);
  });

  test('that is not set is not checked', async () => {
    expect(named(await doctor(commandLine()), 'single sign-on')).toBeUndefined();
  });
});
