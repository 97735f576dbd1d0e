// Gives up statements that wait for a worker of a cluster that does not answer, so that their connections are free for others.
import { NODE_MS_MAX } from '../citus/citus.ts';
import { WebsitesUnreachableError } from '../database.ts';

/** Says why a statement that takes long should be given up. undefined: it should not. */
export type GiveUp = () => Promise<string | undefined>;

/** How long a statement may take while a worker does not answer. It may be about another worker, so it gets some time. */
const PATIENCE_MS = 3_000;

/** Rejects if the statement is given up. Then the caller has to close the connection. */
export async function unlessStuck<T>(statement: Promise<T>, giveUp: GiveUp): Promise<T> {
  const stuck = Promise.withResolvers<never>();
  // Workers have NODE_MS_MAX to answer, so they are asked that long before the answer is needed.
  const ahead = setTimeout(() => void giveUp().catch(() => {}), PATIENCE_MS - NODE_MS_MAX);
  const timer = setInterval(async () => {
    const reason = await giveUp().catch(() => undefined);
    if (reason !== undefined) stuck.reject(new WebsitesUnreachableError(reason));
  }, PATIENCE_MS);
  try {
    return await Promise.race([statement, stuck.promise]);
  } finally {
    clearTimeout(ahead);
    clearInterval(timer);
  }
}
