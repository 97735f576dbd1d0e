// Whether a commit waits for the disk. Where it does not, a crash of the server loses what was acknowledged before it.
import { hasCitus } from '../../../foundation/database/citus/citus.ts';
import type { Database } from '../../../foundation/database/database.ts';
import { type Check, check, warning } from '../../extension/check.ts';

const NAME = 'synchronous commit';

export function synchronousCommitCheck(database: Pick<Database, 'query'>): Promise<Check> {
  return check(NAME, async () => {
    const workers = (await hasCitus(database)) ? await workersWithout(database) : [];
    if (workers.length > 0) {
      const detail = `off on ${workers.join(' and ')}: a crash there loses what was acknowledged; switch on synchronous_commit`;
      return { ok: false, detail };
    }
    const [row] = await database.query<{ synchronous_commit: string }>('SHOW synchronous_commit');
    const setting = row!.synchronous_commit;
    if (setting !== 'off') return { ok: true, detail: setting };
    return warning(
      NAME,
      'off for this user, database or server; the service switches it on for its own transactions, but what others write, ' +
        'such as restoring a dump, may be lost in a crash',
    );
  });
}

/** A worker has settings of its own. One that does not answer is named by another check. */
async function workersWithout(database: Pick<Database, 'query'>): Promise<string[]> {
  const rows = await database.query<{ name: string }>(
    `SELECT nodename || ':' || nodeport AS name
     FROM run_command_on_workers($$SELECT current_setting('synchronous_commit')$$) WHERE success AND result = 'off' ORDER BY name`,
  );
  return rows.map(({ name }) => name);
}
