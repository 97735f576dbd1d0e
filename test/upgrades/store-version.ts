// npm run store-version -- 1.1.0: stores the databases of this version, on both engines, with its answers. Run it on the commit of the
// release.
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import pg from 'pg';
import { startOwnPostgres } from '../support/postgres-server.ts';
import { TestClock } from '../support/test-clock.ts';
import { AT } from './at.ts';
import { type Answer, answerOf, questions } from './questions.ts';
import { serveAt } from './serve-at.ts';
import { StoredVersion } from './stored.ts';
import { type Credentials, Story } from './story.ts';

/** Tests have PostgreSQL 15 or a newer one, which all read what its pg_dump writes. */
const PG_DUMP = '/usr/lib/postgresql/15/bin/pg_dump';
/** The last versions of pg_dump begin with a command of psql. */
const PSQL_COMMAND = /^\\.*$/gm;

const [version] = process.argv.slice(2);
if (!/^\d+\.\d+\.\d+$/.test(version ?? '')) throw new Error('usage: npm run store-version -- 1.1.0');

const folder = mkdtempSync(join(tmpdir(), 'funnel-store-'));
const postgres = await startOwnPostgres();
try {
  const [first, second] = [join(folder, 'first.db'), join(folder, 'second.db')];
  const sqlite = await tellAndAsk(`sqlite:${first}`, `sqlite:${second}`, () => readFileSync(second));
  const last = await emptyDatabase('last');
  const dump = ['--inserts', '--rows-per-insert=100', '--no-owner', last];
  const onPostgres = await tellAndAsk(await emptyDatabase('first'), last, () =>
    execFileSync(PG_DUMP, dump, { maxBuffer: 1024 ** 3 }),
  );
  new StoredVersion(version!).write({
    sqlite: sqlite.content,
    postgres: onPostgres.content.toString().replaceAll(PSQL_COMMAND, ''),
    credentials: { sqlite: sqlite.credentials, postgres: onPostgres.credentials },
    answers: { sqlite: sqlite.answers, postgres: differing(sqlite.answers, onPostgres.answers) },
  });
} finally {
  await postgres.stop();
  rmSync(folder, { recursive: true, force: true });
}

interface Told {
  /** As it is before anybody asks: some questions are noted in the audit log. */
  readonly content: Buffer;
  readonly credentials: Credentials;
  readonly answers: Answer[];
}

async function tellAndAsk(url: string, next: string, read: () => Buffer): Promise<Told> {
  const credentials = await Story.tell(url, next, folder, new TestClock(AT));
  const content = read();
  const service = await serveAt(next);
  const answers: Answer[] = [];
  try {
    for (const question of questions()) answers.push(await answerOf(service.url, credentials, question));
  } finally {
    await service.close();
  }
  return { content, credentials, answers };
}

async function emptyDatabase(name: string): Promise<string> {
  const client = new pg.Client({ connectionString: postgres.url });
  await client.connect();
  await client.query(`CREATE DATABASE ${name}`);
  await client.end();
  return Object.assign(new URL(postgres.url), { pathname: `/${name}` }).href;
}

/** Read what it prints: answers with ids, keys and sizes of files differ between the engines, and no others. */
function differing(some: readonly Answer[], others: readonly Answer[]): Record<number, Answer> {
  const different = [...others.entries()].filter(([place, one]) => !isDeepStrictEqual(one, some[place]));
  console.log(different.map(([, { ask }]) => `differs on PostgreSQL: ${ask}`).join('\n'));
  return Object.fromEntries(different);
}
