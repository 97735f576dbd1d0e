// A PostgreSQL that grants few connections: the service gets slower, and answers everything.
import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { describe, expect, test } from 'vitest';
import { createToken } from '../../src/core/contract/access/tokens.ts';
import { isoOfDay } from '../../src/core/engine/rollups/calendar.ts';
import { createIngestKey } from '../../src/core/intake/ingest-keys/ingest-keys.ts';
import { SERVER_COMPONENTS } from '../../src/core/server/config/config.ts';
import { ENGINES } from '../support/databases.ts';
import { eventWith, ndjson } from '../support/events.ts';
import { runService } from '../support/run-service.ts';
import { createTestIngestion } from '../support/test-ingestion.ts';

const CONNECTIONS = 8;
const REPORTS = 150;
const BATCHES = 20;

describe.skipIf(!ENGINES.includes('postgres'))('with few connections', () => {
  test(`${REPORTS} reports and ${BATCHES} batches at once are all answered within ${CONNECTIONS} connections`, async () => {
    await using cleanup = new AsyncDisposableStack();
    const ingestion = await createTestIngestion('postgres');
    cleanup.defer(ingestion.dispose);
    const role = await createLimitedRole(ingestion.url);
    cleanup.defer(role.drop);
    const app = await runService(role.url, {
      components: SERVER_COMPONENTS,
      ownThreads: true,
      env: { DATABASE_CONNECTIONS_MAX: String(CONNECTIONS) },
    });
    cleanup.defer(app.close);
    const clock = () => new Date();
    const scopes = ['reports' as const];
    const { token } = await createToken(ingestion.database, { websiteIds: [1], scopes, audience: 'rest' }, clock);
    const { key } = (await createIngestKey(ingestion.database, 1, clock))!;

    const reports = Array.from({ length: REPORTS }, (_, number) => {
      const range = `range_start=${isoOfDay(19_000 + number)}&range_end=${isoOfDay(19_400 + number)}`;
      const url = `${app.url}/api/v1/reports/campaigns?timeframe=custom&${range}`;
      return fetch(url, { headers: { authorization: `Bearer ${token}` } });
    });
    const batches = Array.from({ length: BATCHES }, () =>
      fetch(`${app.url}/collect/events`, {
        method: 'POST',
        headers: { authorization: `Bearer ${key}`, 'content-type': 'application/x-ndjson' },
        body: ndjson([{ ...eventWith(), at: clock().toISOString() }]),
      }),
    );
    const statuses = (await Promise.all([...reports, ...batches])).map(({ status }) => status);
    expect(new Set(statuses)).toEqual(new Set([200]));
  });
});

/** PostgreSQL refuses it one connection more; a superuser would be let in. */
async function createLimitedRole(databaseUrl: string): Promise<{ url: string; drop(): Promise<void> }> {
  const name = `few_${randomUUID().replaceAll('-', '')}`;
  const run = (sql: string) => onServer(databaseUrl, sql);
  await run(`CREATE ROLE ${name} LOGIN PASSWORD '${name}' CONNECTION LIMIT ${CONNECTIONS}`);
  await run(`GRANT ALL ON ALL TABLES IN SCHEMA public TO ${name}; GRANT ALL ON SCHEMA public TO ${name}`);
  const url = new URL(databaseUrl);
  url.username = name;
  url.password = name;
  return { url: url.href, drop: () => run(`DROP OWNED BY ${name}; DROP ROLE ${name}`) };
}

async function onServer(url: string, sql: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await client.query(sql);
  } finally {
    await client.end();
  }
}
