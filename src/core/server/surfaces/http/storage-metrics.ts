// What operators have to know about the disk before it is full: sizes, the last backup and the backlog of the event log. The database is
// asked at most once a minute, and a scrape does not wait for it: it gets what the last question found.
import { Gauge } from 'prom-client';
import type { StorageState } from '../../../foundation/database/open/storage-state.ts';
import type { Clock } from '../../../foundation/time/clock.ts';
import type { Metrics } from './metrics.ts';

const ASK_EVERY_MS = 60_000;

interface StorageSources {
  storage(): Promise<StorageState>;
  /** Events that wait to be merged. */
  pendingEvents(): Promise<number>;
}

/** A number that can't be found out has no value. */
export function watchStorage({ registry }: Pick<Metrics, 'registry'>, sources: StorageSources, clock: Clock): void {
  let storage: StorageState | undefined;
  let pendingEvents: number | undefined;
  let askedMs = Number.NEGATIVE_INFINITY;
  const ask = () => {
    const nowMs = clock().getTime();
    if (nowMs - askedMs < ASK_EVERY_MS) return;
    askedMs = nowMs;
    void sources.storage().then(
      (found) => {
        storage = found;
      },
      () => {
        storage = undefined;
      },
    );
    void sources.pendingEvents().then(
      (found) => {
        pendingEvents = found;
      },
      () => {
        pendingEvents = undefined;
      },
    );
  };
  const watch = (name: string, help: string, read: () => number | undefined) =>
    new Gauge({
      name,
      help,
      registers: [registry],
      collect() {
        ask();
        const value = read();
        // Otherwise it would be 0.
        if (value === undefined) this.remove();
        else this.set(value);
      },
    });
  watch('funnel_database_bytes', 'Size of the database.', () => storage?.databaseBytes);
  watch('funnel_disk_free_bytes', 'Free space on the disk of an SQLite database.', () => storage?.freeBytes);
  watch('funnel_last_backup_timestamp_seconds', 'As of when the last "funnel backup" of an SQLite database is.', () =>
    storage?.lastBackup === undefined ? undefined : storage.lastBackup.getTime() / 1000,
  );
  watch(
    'funnel_event_log_pending_events',
    'Events of the event log that wait to be merged, of all websites.',
    () => pendingEvents,
  );
}
