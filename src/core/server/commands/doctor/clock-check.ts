// Whether the service would trust the clock of this machine.
import type { Database } from '../../../foundation/database/database.ts';
import {
  clockAhead,
  DELETION_WAIT_MS,
  describeAhead,
  LEASE_WAIT_MS,
  readKnownTimes,
} from '../../../foundation/database/trusted-clock.ts';
import { duration } from '../../../foundation/text/wording.ts';
import { type Check, check } from '../../extension/check.ts';

export function clockCheck(database: Database, now: Date): Promise<Check> {
  return check('clock', async (): Promise<Omit<Check, 'name'>> => {
    const ahead = clockAhead(now.getTime(), await readKnownTimes(database));
    if (!ahead) return { ok: true, detail: 'not ahead' };
    if (ahead.aheadOf === 'the clock of PostgreSQL') {
      return { ok: false, detail: `${describeAhead(ahead)}; no background job runs: correct the clock that is wrong` };
    }
    const detail =
      `${describeAhead(ahead)}; if it is wrong, correct it; if the service was off for so long, jobs run ${duration(LEASE_WAIT_MS)} ` +
      `after its start, and those that delete after ${duration(DELETION_WAIT_MS)}`;
    return { ok: true, warning: true, detail };
  });
}
