// Opens what an export reads of a website. On a cluster, the worker that has it may not answer: then opening or reading fails at once or
// after seconds, and does not wait for as long as the worker is frozen or cut off.
import { type ReadSnapshot, requireReachable } from '../../core/foundation/database/database.ts';
import { isPostgresUrl, openDatabase, openReadSnapshot } from '../../core/foundation/database/open/open.ts';
import { unlessStuck } from '../../core/foundation/database/postgres/unless-stuck.ts';

export interface WebsiteReaders {
  open(websiteId: number): Promise<ReadSnapshot>;
  close(): Promise<void>;
}

export async function openReaders(databaseUrl: string): Promise<WebsiteReaders> {
  if (!isPostgresUrl(databaseUrl)) return { open: () => openReadSnapshot(databaseUrl), close: async () => {} };
  const database = await openDatabase(databaseUrl, { connectionsMax: 1 });
  return {
    open: async (websiteId) => {
      await requireReachable(database, [websiteId], { isDelayed: true });
      const reader = await openReadSnapshot(databaseUrl);
      const giveUp = async () => (await database.unreachable([websiteId], { isDelayed: true })).get(websiteId);
      return { query: (...statement) => unlessStuck(reader.query(...statement), giveUp), close: () => reader.close() };
    },
    close: () => database.close(),
  };
}
