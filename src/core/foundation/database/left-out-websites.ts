// Jobs go on without the websites whose worker of a cluster does not answer. This names those that are left out, once and not at each run.
// Why: docs/decisions/citus.md, "Jobs go on without the websites of a silent worker".
import type { Logger } from 'pino';
import type { Database } from './database.ts';

/** What lasts is repeated, so that somebody who looks at today's log sees it. */
const NAMED_AGAIN_MS = 30 * 60_000;

/** The same database, which tells whenever it is asked for websites and some of them can't be reached. */
export function tellingUnreachable(
  database: Database,
  onFound: (unreachable: ReadonlyMap<number, string>, asked: readonly number[]) => void,
): Database {
  return {
    ...database,
    unreachable: async (websiteIds, options) => {
      const found = await database.unreachable(websiteIds, options);
      onFound(found, websiteIds);
      return found;
    },
  };
}

/** The same database, for a job: the log names each website that the job leaves out, with the worker and the reason. */
export function namingLeftOut(database: Database, logger: Pick<Logger, 'warn'>, job: string): Database {
  const namedAtMs = new Map<number, number>();
  return tellingUnreachable(database, (unreachable, asked) => {
    const nowMs = performance.now();
    for (const id of asked) if (!unreachable.has(id)) namedAtMs.delete(id);
    const fresh = [...unreachable].filter(([id]) => nowMs - (namedAtMs.get(id) ?? -Infinity) >= NAMED_AGAIN_MS);
    for (const [id] of fresh) namedAtMs.set(id, nowMs);
    for (const [reason, websites] of Map.groupBy(fresh, ([, why]) => why)) {
      const websiteIds = websites.map(([id]) => id);
      logger.warn({ websiteIds, reason }, `${job} leaves out websites whose worker does not answer; it tries again`);
    }
  });
}
