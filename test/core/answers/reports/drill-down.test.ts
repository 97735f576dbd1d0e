// Drill-down: the ids in a response lead to the next level, and a child shows the same numbers as in its parent's report.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { campaignReport } from '../../../../src/core/answers/reports/subjects/campaign.ts';
import { campaignsReport } from '../../../../src/core/answers/reports/subjects/campaigns.ts';
import { elementReport } from '../../../../src/core/answers/reports/subjects/element.ts';
import { experimentsReport } from '../../../../src/core/answers/reports/subjects/experiments.ts';
import { stepReport } from '../../../../src/core/answers/reports/subjects/step.ts';
import { variantReport } from '../../../../src/core/answers/reports/subjects/variant.ts';
import { websiteReport } from '../../../../src/core/answers/reports/subjects/website.ts';
import { websitesReport } from '../../../../src/core/answers/reports/subjects/websites.ts';
import { ANY_ENGINE } from '../../../support/databases.ts';
import { allWebsites } from '../../../support/expected-reports.ts';
import { type RandomWebsite, randomCatalog } from '../../../support/random-catalog.ts';
import { RandomStream } from '../../../support/random-events.ts';
import { TestService } from '../../../support/test-service.ts';

const CATALOG = randomCatalog(7, { accounts: 2, websites: 1, campaigns: 5 });
const DATES = ['2025-02-28', '2025-03-01', '2025-03-09', '2025-03-10'];

/** Every id of the catalog by kind, ascending. */
function idsIn(websites: readonly RandomWebsite[]) {
  const campaigns = websites.flatMap((website) => website.campaigns);
  const variants = campaigns.flatMap((campaign) => campaign.variants);
  const steps = variants.flatMap((variant) => variant.steps);
  const elements = steps.flatMap((step) => step.elements);
  return {
    websites: sortedIds(websites),
    campaigns: sortedIds(campaigns),
    variants: sortedIds(variants),
    steps: sortedIds(steps),
    elements: sortedIds(elements),
  };
}

function sortedIds(subjects: readonly { readonly id: number }[]): number[] {
  return subjects.map(({ id }) => id).sort((a, b) => a - b);
}

describe.each(ANY_ENGINE)('on %s', (engine) => {
  let service: TestService;
  let token: string;

  beforeAll(async () => {
    service = await TestService.start(engine, { catalog: CATALOG });
    const stream = new RandomStream(CATALOG, { seed: 7, visitors: 30, dates: DATES });
    await service.ingestion.count(...Array.from({ length: 500 }, () => ({ ...stream.next().event })));
    token = await service.token(allWebsites(CATALOG).map(({ id }) => id));
  });

  afterAll(() => service.dispose());

  /** All pages, two campaigns at a time. */
  async function campaignsOf(websiteId: number) {
    const campaigns = [];
    for (let page = 1, pages = 1; page <= pages; page++) {
      const { data } = await service.report(campaignsReport, { website_id: websiteId, page, per_page: 2 }, token);
      pages = data.pagination.total_pages;
      campaigns.push(...data.campaigns);
    }
    return campaigns;
  }

  test('from the list of websites to the last element, without gaps', async () => {
    const seen = { websites: [], campaigns: [], variants: [], steps: [], elements: [] } as Record<
      string,
      { id: number }[]
    >;
    const { websites } = await service.report(websitesReport, {}, token);
    for (const website of websites) {
      const ofWebsite = { website_id: website.id };
      const report = await service.report(websiteReport, ofWebsite, token);
      expect(report.website.name).toBe(website.name);
      seen.websites!.push(website);
      for (const campaign of await campaignsOf(website.id)) {
        const { data } = await service.report(campaignReport, { ...ofWebsite, id: campaign.id }, token);
        expect(data).toMatchObject({ ...campaign });
        seen.campaigns!.push(campaign);
        for (const variant of data.variants) {
          const { data } = await service.report(variantReport, { ...ofWebsite, id: variant.id }, token);
          expect(data).toMatchObject({ ...variant });
          seen.variants!.push(variant);
          for (const step of data.funnel_steps) {
            const { data } = await service.report(stepReport, { ...ofWebsite, id: step.id }, token);
            expect(data).toMatchObject({ ...step });
            seen.steps!.push(step);
            for (const element of data.elements) {
              const { data } = await service.report(elementReport, { ...ofWebsite, id: element.id }, token);
              expect(data).toMatchObject({ ...element });
              seen.elements!.push(element);
            }
          }
        }
      }
    }
    const seenIds = Object.fromEntries(Object.entries(seen).map(([kind, subjects]) => [kind, sortedIds(subjects)]));
    expect(seenIds).toEqual(idsIn(allWebsites(CATALOG)));
    expect(seenIds.elements!.length).toBeGreaterThan(10);
  });

  test('experiments lead to campaigns and variants as well', async () => {
    let seen = 0;
    for (const { id: website_id } of allWebsites(CATALOG)) {
      const { data } = await service.report(experimentsReport, { website_id }, token);
      for (const { campaign_id, variants } of data.experiments) {
        const campaign = await service.report(campaignReport, { website_id, id: campaign_id }, token);
        expect(campaign.data.variants).toEqual(variants);
        seen += 1;
      }
    }
    expect(seen).toBeGreaterThan(0);
  });
});
