// Ends the experiments of the demo that are decided, as people would: their winners get all the traffic.
import { COMMAND_LINE } from '../../core/contract/access/principal.ts';
import type { Database } from '../../core/foundation/database/database.ts';
import { CatalogEditor } from '../../core/manage/resources/catalog-editor.ts';
import { coffeeShop } from './coffee-shop.ts';
import { experimentEnd } from './events.ts';
import { homeShop } from './home-shop.ts';
import { campaignsOf, childId } from './plan.ts';

const DAY_MS = 86_400_000;
const HOUR_MS = 3_600_000;

/** Experiments end at ten in the morning of that day. */
export async function endExperiments(database: Database, today: number): Promise<void> {
  const catalog = new CatalogEditor(database, () => new Date(experimentEnd(today) * DAY_MS + 10 * HOUR_MS));
  for (const website of [homeShop, coffeeShop]) {
    for (const { id: campaignId, plan } of campaignsOf(website)) {
      if (plan.keptVariant === null) continue;
      const shares = plan.variants.map((_, index) => ({
        id: childId(campaignId, index),
        traffic_percentage: index === plan.keptVariant ? 100 : 0,
      }));
      await catalog.share({ websiteId: website.id, campaignId }, shares, undefined, COMMAND_LINE);
    }
  }
}
