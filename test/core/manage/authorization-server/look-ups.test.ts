// Verifying a token takes at most one indexed statement, and on SQLite none until the database changes.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { StoredTokenVerifier } from '../../../../src/core/contract/access/stored-tokens.ts';
import { createToken } from '../../../../src/core/contract/access/tokens.ts';
import type { Database, SqlValue } from '../../../../src/core/foundation/database/database.ts';
import { BrowserlessPerson } from '../../../support/browserless-person.ts';
import { ENGINES } from '../../../support/databases.ts';
import { EMAIL, PASSWORD, startLoginService } from '../../../support/login-service.ts';
import { OAuthClient } from '../../../support/oauth-client.ts';
import type { TestService } from '../../../support/test-service.ts';

interface Statement {
  readonly sql: string;
  readonly params: readonly SqlValue[];
}

const clock = () => new Date();

describe.each(ENGINES)('verifying a token on %s', (engine) => {
  let app: TestService;
  const tokens: Record<string, string> = {};
  beforeAll(async () => {
    app = await startLoginService(engine);
    const client = await OAuthClient.register(app.baseUrl);
    const issued = await client.obtain(new BrowserlessPerson(app.baseUrl), [1, 2], {
      email: EMAIL,
      password: PASSWORD,
    });
    const created = await createToken(app.database, { websiteIds: [1], scopes: ['reports'], audience: 'rest' }, clock);
    Object.assign(tokens, { issued: issued.access_token, created: created.token, unknown: 'x'.repeat(43) });
  });
  afterAll(() => app.dispose());

  /** Reads only: recording the last use of a token runs in the background. */
  function recording(): { database: Database; statements: Statement[] } {
    const statements: Statement[] = [];
    const query: Database['query'] = (sql, params = []) => {
      statements.push({ sql, params });
      return app.database.query(sql, params);
    };
    return { database: { ...app.database, query }, statements };
  }

  it.each(['issued', 'created', 'unknown'])('verifying a token takes one statement (%s)', async (name) => {
    const { database, statements } = recording();
    const verifier = new StoredTokenVerifier({ ...database, transaction: async () => undefined as never }, clock);
    const isKnown = name !== 'unknown';
    expect((await verifier.verify(tokens[name]!, 'rest')) !== undefined).toBe(isKnown);
    expect(statements).toHaveLength(1);
    expect((await verifier.verify(tokens[name]!, 'rest')) !== undefined).toBe(isKnown);
    expect(statements).toHaveLength(engine === 'sqlite' ? 1 : 2);
  });

  it.each(['issued', 'created'])('a token is found by indexes only (%s)', async (name) => {
    const { database, statements } = recording();
    await new StoredTokenVerifier(database, clock).verify(tokens[name]!, 'rest');
    const [{ sql, params }] = statements as [Statement];
    const plan = await planOf(sql, params);
    expect(plan).not.toMatch(/Seq Scan|SCAN /);
    expect(plan).toMatch(/Index|USING (COVERING )?INDEX|PRIMARY KEY/);
  });

  function planOf(sql: string, params: readonly SqlValue[]): Promise<string> {
    return app.database.transaction(async (tx) => {
      // The tables are almost empty, so the planner would prefer a full scan.
      if (engine === 'postgres') await tx.query('SET LOCAL enable_seqscan = off');
      const explain = engine === 'sqlite' ? 'EXPLAIN QUERY PLAN' : 'EXPLAIN';
      const literal = params.reduce<string>((text, value, index) => text.replace(`$${index + 1}`, `'${value}'`), sql);
      return JSON.stringify(await tx.query(`${explain} ${literal}`));
    });
  }

  it('detects a revocation immediately in spite of the cache', async () => {
    const verifier = new StoredTokenVerifier(app.database, clock);
    expect(await verifier.verify(tokens.issued!, 'rest')).toBeDefined();
    await app.database.transaction((tx) => tx.query('DELETE FROM grant_websites'));
    expect(await verifier.verify(tokens.issued!, 'rest')).toBeUndefined();
  });
});
