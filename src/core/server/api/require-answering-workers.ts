// Refuses calls (503) whose statements would wait for a worker of the cluster that does not answer.

import type { ChosenWebsite, Operation, SeveralWebsites } from '../../contract/operations/define-operation.ts';
import { DATABASE_UNAVAILABLE, type Database, requireReachable } from '../../foundation/database/database.ts';
import { Problem } from '../../foundation/problem/problem.ts';

/** Operations about all websites of the caller are not refused: they list or revoke what is on the coordinator. */
export async function requireAnsweringWorkers(
  database: Pick<Database, 'unreachable'>,
  { website: rule, readsOnlyCoordinator }: Pick<Operation<never>, 'website' | 'readsOnlyCoordinator'>,
  { websiteId, websiteIds = [] }: Partial<ChosenWebsite & SeveralWebsites>,
  isDelayed = false,
): Promise<void> {
  if (readsOnlyCoordinator || (rule !== 'chosen' && rule !== 'subset')) return;
  await requireReachable(database, websiteId === undefined ? websiteIds : [websiteId], { isDelayed });
}

/** Does a call about these websites. If a worker stops answering meanwhile, the caller is told which of them it has. */
export async function whileWorkersAnswer<Result>(
  database: Pick<Database, 'unreachable'>,
  operation: Pick<Operation<never>, 'website' | 'readsOnlyCoordinator'>,
  websites: Partial<ChosenWebsite & SeveralWebsites>,
  call: () => Promise<Result>,
): Promise<Result> {
  await requireAnsweringWorkers(database, operation, websites);
  try {
    return await call();
  } catch (error) {
    const isUnavailable = error instanceof Problem && error.options.code === DATABASE_UNAVAILABLE;
    if (isUnavailable) await requireAnsweringWorkers(database, operation, websites, true);
    throw error;
  }
}
