// Nodes that start before the schema is there: they say so, and are ready without a restart when it
// is. However many bring it up to date, it is done once, and the nodes that serve go on serving.
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { createToken } from '../../src/core/contract/access/tokens.ts';
import { importCatalog } from '../../src/core/engine/catalog/records/import-catalog.ts';
import { openDatabase } from '../../src/core/foundation/database/open/open.ts';
import { type Migration, readMigrations } from '../../src/core/foundation/database/schema/migrations.ts';
import { systemClock } from '../../src/core/foundation/time/clock.ts';
import { createIngestKey } from '../../src/core/intake/ingest-keys/ingest-keys.ts';
import type { CommandLine } from '../support/command-line.ts';
import { createEmptyDatabase, ENGINES } from '../support/databases.ts';
import { eventWith, ndjson } from '../support/events.ts';
import { SAMPLE_CATALOG } from '../support/sample-catalog.ts';
import { jsonAnswerOf } from '../support/test-service.ts';
import { nodeCommandLine, onEach, type ProcessNode, runCommand, startNode } from './cluster.ts';

const MIGRATORS = 3;

describe.runIf(ENGINES.includes('postgres'))('a rolling start', () => {
  const migrations = readMigrations('postgres');
  let empty: Awaited<ReturnType<typeof createEmptyDatabase>>;
  let commandLine: CommandLine;
  let nodes: ProcessNode[];

  beforeEach(async () => {
    empty = await createEmptyDatabase('postgres');
    commandLine = nodeCommandLine(empty.url);
    nodes = await Promise.all([startNode(commandLine), startNode(commandLine)]);
  });

  afterEach(async () => {
    for (const { process } of nodes) process.kill('SIGKILL');
    await Promise.all(nodes.map(({ process }) => process.finished));
    await empty.dispose();
    commandLine.dispose();
  });

  const readiness = () => onEach({ nodes }, async (url) => jsonAnswerOf(await fetch(`${url}/readyz`)));

  /** They must name all of these, and no other. They look once a second. */
  const untilMissing = (missing: readonly Migration[]) => {
    const names = missing.map(({ name }) => name).join(', ');
    const answer = { status: 503, code: 'schema_not_current', detail: expect.stringContaining(`(${names})`) };
    const answers = async () => (await readiness()).map(({ body }) => body);
    return expect.poll(answers).toEqual(nodes.map(() => expect.objectContaining(answer)));
  };

  const migrateFromEverywhere = () =>
    Promise.all(Array.from({ length: MIGRATORS }, () => runCommand<{ applied: string[] }>(commandLine, 'migrate')));

  test('is ready when the schema is, and serves while others look after it', async () => {
    await untilMissing(migrations);
    for (const { url } of nodes) expect((await fetch(`${url}/healthz`)).status).toBe(200);

    const applied = (await migrateFromEverywhere()).map((document) => document.applied);
    const names = migrations.map(({ name }) => name);
    expect(applied.filter((list) => list.length > 0)).toEqual([names]);
    const statuses = async () => (await readiness()).map(({ status }) => status);
    await expect.poll(statuses).toEqual(nodes.map(() => 200));

    const use = await firstUse(empty.url);
    const migrating = migrateFromEverywhere();
    const answered = await useUntil(migrating, nodes, use);
    expect((await migrating).map((document) => document.applied)).toEqual(Array(MIGRATORS).fill([]));
    expect(new Set(answered)).toEqual(new Set([200]));
  });
});

interface Use {
  readonly key: string;
  readonly token: string;
}

async function firstUse(url: string): Promise<Use> {
  const database = await openDatabase(url, { connectionsMax: 1 });
  await importCatalog(database, SAMPLE_CATALOG, systemClock);
  const { key } = (await createIngestKey(database, 1, systemClock))!;
  const scopes = ['reports'] as const;
  const { token } = await createToken(database, { websiteIds: [1], scopes, audience: 'rest' }, systemClock);
  await database.close();
  return { key, token };
}

/** Counts and reports on all nodes, again and again; gives every status. */
async function useUntil(done: Promise<unknown>, nodes: readonly ProcessNode[], { key, token }: Use): Promise<number[]> {
  let isDone = false;
  void done.finally(() => {
    isDone = true;
  });
  const statuses: number[] = [];
  do {
    await onEach({ nodes }, async (url) => {
      const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/x-ndjson' };
      const body = ndjson([eventWith()]);
      const counted = await fetch(`${url}/collect/events`, { method: 'POST', headers, body });
      const report = await fetch(`${url}/api/v1/reports/website`, { headers: { authorization: `Bearer ${token}` } });
      statuses.push(counted.status, report.status);
      await Promise.all([counted.text(), report.text()]);
    });
  } while (!isDone);
  return statuses;
}
