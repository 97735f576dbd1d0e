// Exports of websites whose worker of a cluster does not answer, without a cluster: what the database throws then is thrown here.
import { openReaders, type WebsiteReaders } from '../../src/extensions/exports/website-readers.ts';
import { unreachable } from './as-cluster.ts';

/** Exports cannot begin to read these websites. */
export function readersWithout(...away: readonly number[]): (url: string) => Promise<WebsiteReaders> {
  return async (url) => {
    const readers = await openReaders(url);
    const open = async (websiteId: number) => {
      if (away.includes(websiteId)) throw unreachable();
      return readers.open(websiteId);
    };
    return { ...readers, open };
  };
}

/** The worker of a website stops answering when this table is read. */
export function readersUntil(table: string, away: number): (url: string) => Promise<WebsiteReaders> {
  return async (url) => {
    const readers = await openReaders(url);
    const open = async (websiteId: number) => {
      const reader = await readers.open(websiteId);
      if (websiteId !== away) return reader;
      const query: typeof reader.query = async (sql, params) => {
        if (sql.includes(table)) throw unreachable();
        return reader.query(sql, params);
      };
      return { ...reader, query };
    };
    return { ...readers, open };
  };
}
