// Changes what a website spent on channels and UTM campaigns. A change is one transaction that ends with an entry of the audit log.

import { recordAudit } from '../../core/contract/access/audit-log.ts';
import type { Actor } from '../../core/contract/access/principal.ts';
import { markCatalogChanged, nextCatalogChange } from '../../core/engine/catalog/catalog-changes.ts';
import { isoOfMonth } from '../../core/engine/rollups/calendar.ts';
import type { Database } from '../../core/foundation/database/database.ts';
import { Problem } from '../../core/foundation/problem/problem.ts';
import type { Clock } from '../../core/foundation/time/clock.ts';
import { requireWebsite } from '../../core/manage/resources/saved-records.ts';
import { COSTS_MAX, type CostsOfWebsite, readCostsOfWebsite } from './list-costs.ts';
import { type Cost, readCosts } from './read-costs.ts';

export interface CostServices {
  readonly costs: Costs;
}

export class Costs {
  readonly #database: Database;
  readonly #clock: Clock;

  constructor(database: Database, clock: Clock) {
    this.#database = database;
    this.#clock = clock;
  }

  list(websiteId: number): Promise<CostsOfWebsite> {
    return readCostsOfWebsite(this.#database, websiteId);
  }

  /**
   * Sets these costs, which must be of different values and months, and leaves all others as they are. An amount of 0 removes a cost.
   * Throws a problem of status 404 or 422.
   */
  set(websiteId: number, costs: readonly Cost[], actor: Actor): Promise<void> {
    return this.#database.transaction(async (tx) => {
      // Changes take turns from here on, so nobody else adds costs meanwhile.
      const change = await nextCatalogChange(tx);
      await requireWebsite(tx, websiteId);
      const before = new Map((await readCosts(tx, websiteId)).map((cost) => [keyOf(cost), cost.amount]));
      const changed = costs.filter((cost) => (before.get(keyOf(cost)) ?? 0) !== cost.amount);
      if (changed.length === 0) return;
      const after = new Map([...before, ...changed.map((cost) => [keyOf(cost), cost.amount] as const)]);
      requireRoom([...after.values()].filter((amount) => amount > 0).length);
      await tx.insertMany({
        into: 'costs',
        columns: ['website_id', 'dimension', 'value', 'month', 'amount'],
        rows: changed.map(({ dimension, value, month, amount }) => [websiteId, dimension, value, month, amount]),
        onConflict: 'ON CONFLICT (website_id, dimension, value, month) DO UPDATE SET amount = excluded.amount',
      });
      await tx.query('DELETE FROM costs WHERE website_id = $1 AND amount = 0', [websiteId]);
      // Reports have costs in them, and are kept until the website changes.
      await markCatalogChanged(tx, websiteId, change);
      const [{ value, month }] = changed as [Cost];
      const subject = changed.length === 1 ? `${value} ${isoOfMonth(month)}` : `(${changed.length})`;
      await recordAudit(tx, { websiteId, actor, action: 'costs_changed', subject }, this.#clock);
    });
  }
}

/** What a website may have one cost for. */
export function keyOf({ dimension, value, month }: Omit<Cost, 'amount'>): string {
  return `${month} ${dimension} ${value}`;
}

function requireRoom(count: number): void {
  if (count <= COSTS_MAX) return;
  const detail = `The website would have ${count} costs, and may have at most ${COSTS_MAX}: remove some first.`;
  throw new Problem(422, detail, { code: 'too_many_costs' });
}
