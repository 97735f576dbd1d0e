// Where the citus extension is installed: whether the tables are distributed, and whether all workers answer and have data.
import { describeCluster } from '../../../foundation/database/citus/citus.ts';
import type { Database } from '../../../foundation/database/database.ts';
import { counted } from '../../../foundation/text/wording.ts';
import { type Check, check } from '../../extension/check.ts';

export function citusCheck(database: Database): Promise<Check> {
  return check('citus extension', async (): Promise<Omit<Check, 'name'>> => {
    const cluster = await describeCluster(database);
    if (!cluster) return { ok: true, detail: 'not installed, not needed' };
    const { version, workers, unplaced } = cluster;
    if (unplaced.length > 0) {
      const detail = `${version}, but these tables are not distributed: ${unplaced.join(', ')}; run: funnel migrate`;
      return { ok: false, detail };
    }
    const count = workers.filter(({ shards }) => shards > 0).length;
    const tables =
      count === 0 ? 'all tables are on the coordinator' : `tables are distributed over ${counted(count, 'worker')}`;
    const detail = `${version}, ${tables}`;
    const silent = namesOf(workers.filter(({ answers }) => !answers));
    if (silent !== '') {
      const fix = 'check that PostgreSQL is running there, and the network';
      return { ok: false, detail: `${detail}; the coordinator cannot connect to ${silent}: ${fix}` };
    }
    const empty = namesOf(workers.filter(({ shards }) => shards === 0));
    if (empty === '') return { ok: true, detail };
    const fix = 'to move shards there, run on the coordinator: SELECT citus_rebalance_start()';
    return { ok: true, warning: true, detail: `${detail}; no data on ${empty}; ${fix}` };
  });
}

function namesOf(workers: readonly { readonly name: string }[]): string {
  return workers.map(({ name }) => name).join(' and ');
}
