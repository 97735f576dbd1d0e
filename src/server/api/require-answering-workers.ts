// Refuses calls (503) whose statements would wait for a worker of the cluster that does not answer.

import type { ChosenWebsite, Operation, SeveralWebsites } from '../../contract/operations/define-operation.ts';
import { type Database, requireReachable } from '../../foundation/database/database.ts';

/** Operations about all websites of the caller are not refused: they list or revoke what is on the coordinator. */
export async function requireAnsweringWorkers(
  database: Pick<Database, 'unreachable'>,
  { website: rule }: Pick<Operation<never>, 'website'>,
  { websiteId, websiteIds = [] }: Partial<ChosenWebsite & SeveralWebsites>,
  isDelayed = false,
): Promise<void> {
  if (rule !== 'chosen' && rule !== 'subset') return;
  await requireReachable(database, websiteId === undefined ? websiteIds : [websiteId], { isDelayed });
}
