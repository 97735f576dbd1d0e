// The cost of operations on a website with a million contacts, compared with one that has a thousand, in the same database
// and in turns. Calls the store directly, without HTTP.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { importCatalog } from '../src/core/engine/catalog/records/import-catalog.ts';
import { openDatabase } from '../src/core/foundation/database/open/open.ts';
import { migrate } from '../src/core/foundation/database/schema/migrations.ts';
import { systemClock } from '../src/core/foundation/time/clock.ts';
import { ContactStore, PAGE_SIZE } from '../src/core/manage/contacts/contact-store.ts';
import { readChanges } from '../src/core/manage/contacts/read-changes.ts';
import { fillContacts, filledEmail, filledId } from '../test/support/fill-contacts.ts';
import { startPostgres } from '../test/support/postgres-server.ts';

const FEW = 1_000;
const MANY = Number(process.env.BENCH_CONTACTS ?? 1_000_000);
const ROUNDS = 400;
const RATIO_MAX = 2;

/** Website 1 has few contacts, website 2 many. */
const WEBSITES = [
  { websiteId: 1, count: FEW },
  { websiteId: 2, count: MANY },
] as const;
type Website = (typeof WEBSITES)[number];

export async function benchContacts(): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'funnel-bench-'));
  const postgres = await startPostgres();
  try {
    await benchOn('SQLite', `sqlite:${join(folder, 'funnel.db')}`);
    await benchOn('PostgreSQL', postgres.url);
  } finally {
    await postgres.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

async function benchOn(engine: string, databaseUrl: string): Promise<void> {
  const database = await openDatabase(databaseUrl);
  try {
    await migrate(database, systemClock());
    const websites = WEBSITES.map(({ websiteId }) => ({ id: websiteId, name: `website-${websiteId}.example` }));
    await importCatalog(database, { accounts: [{ id: 1, name: 'Bench', websites }] }, systemClock);
    console.log(`${engine}: loading ${MANY.toLocaleString('en-US')} contacts …`);
    for (const { websiteId, count } of WEBSITES) await fillContacts(database, websiteId, count);
    if (database.engine === 'postgres') await database.transaction((tx) => tx.runScript('ANALYZE'));
    const store = new ContactStore(database, systemClock);
    for (const [name, operation] of Object.entries(OPERATIONS))
      await compare(name, (website, n) => operation(store, website, n));
  } finally {
    await database.close();
  }
}

type Operation = (store: ContactStore, website: Website, round: number) => Promise<unknown>;

/** Spread over the list, at the same relative position on both websites. */
function someone({ count }: Website, round: number): number {
  return 1 + Math.floor(((round * 0.618) % 1) * count);
}

const OPERATIONS: Readonly<Record<string, Operation>> = {
  'list, first page': (store, { websiteId }) => store.page(websiteId, 1),
  'list, pages 2 to 10': (store, { websiteId }, round) => store.page(websiteId, 2 + (round % 9)),
  'list, any page': (store, website, round) =>
    store.page(website.websiteId, Math.ceil(someone(website, round) / PAGE_SIZE)),
  'filter by email': (store, website, round) =>
    store.find(website.websiteId, { emailKey: filledEmail(someone(website, round)) }),
  'filter by id': (store, website, round) => store.find(website.websiteId, { id: filledId(someone(website, round)) }),
  'upsert, update': (store, website, round) =>
    store.upsert(
      website.websiteId,
      readChanges({ email: filledEmail(someone(website, round)), city: `City ${round}` }),
    ),
  'upsert, create': (store, { websiteId }, round) =>
    store.upsert(websiteId, readChanges({ email: `new-${round}@example.com`, phone: `+49 40 ${100_000 + round}` })),
  delete: (store, { websiteId }, round) => store.remove(websiteId, `new-${round}@example.com`),
};

async function compare(name: string, operation: (website: Website, round: number) => Promise<unknown>): Promise<void> {
  const times = WEBSITES.map((): number[] => []);
  for (let round = 0; round < ROUNDS; round++) {
    for (const [index, website] of WEBSITES.entries()) {
      const start = performance.now();
      await operation(website, round);
      times[index]!.push(performance.now() - start);
    }
  }
  const [few, many] = times.map(median) as [number, number];
  const ratio = many / few;
  const verdict = ratio <= RATIO_MAX ? 'ok' : 'MISSED';
  const figures = `${few.toFixed(3)} ms -> ${many.toFixed(3)} ms`;
  console.log(`  ${name.padEnd(22)} ${figures.padEnd(28)} ${ratio.toFixed(2)} x  (at most ${RATIO_MAX}: ${verdict})`);
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)]!;
}
