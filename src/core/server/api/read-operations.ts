// The operations that only read. They are apart from the others, because read workers load these and nothing else.
// Why: docs/decisions/code.md, "A process loads what it uses".
// Why: docs/decisions/reports.md, "Campaigns, areas and websites are read like reports".

import { accountPerformanceReport } from '../../answers/reports/account/account-performance.ts';
import { accountTrendsReport } from '../../answers/reports/account/account-trends.ts';
import { accountWebsitesReport } from '../../answers/reports/account/account-websites.ts';
import { websiteInsightsReport } from '../../answers/reports/insights/website-insights.ts';
import { campaignReport } from '../../answers/reports/subjects/campaign.ts';
import { campaignsReport } from '../../answers/reports/subjects/campaigns.ts';
import { elementReport } from '../../answers/reports/subjects/element.ts';
import { experimentsReport } from '../../answers/reports/subjects/experiments.ts';
import { firstDaysReport } from '../../answers/reports/subjects/first-days.ts';
import { rhythmReport } from '../../answers/reports/subjects/rhythm.ts';
import { searchReport } from '../../answers/reports/subjects/search.ts';
import { stepReport } from '../../answers/reports/subjects/step.ts';
import { valuesReport } from '../../answers/reports/subjects/values.ts';
import { variantReport } from '../../answers/reports/subjects/variant.ts';
import { type WebsiteNotes, websiteReportWith } from '../../answers/reports/subjects/website.ts';
import { websitesReport } from '../../answers/reports/subjects/websites.ts';
import type { ReadOperation } from '../../contract/operations/define-operation.ts';
import { listAreas } from '../../manage/resources/areas.ts';
import { listCampaigns } from '../../manage/resources/campaigns.ts';
import { getCatalog } from '../../manage/resources/catalog.ts';
import { countContacts } from '../../manage/resources/count-contacts.ts';
import { goalsReport } from '../../manage/resources/goal-progress.ts';
import { getWebsite } from '../../manage/resources/website.ts';
import { websiteContext } from '../../manage/resources/website-context.ts';

/** Reports are in the order of the drill-down. */
const coreReads = (websiteNotes: readonly WebsiteNotes[]): readonly ReadOperation[] => [
  websitesReport,
  firstDaysReport,
  websiteReportWith(websiteNotes),
  websiteInsightsReport,
  rhythmReport,
  campaignsReport,
  campaignReport,
  experimentsReport,
  variantReport,
  stepReport,
  elementReport,
  accountPerformanceReport,
  accountTrendsReport,
  accountWebsitesReport,
  goalsReport,
  websiteContext,
  valuesReport,
  searchReport,
  countContacts,
  listCampaigns,
  listAreas,
  getWebsite,
  getCatalog,
];

/** What read workers load of an extension: nothing that sends mail, draws files or knows passwords. */
export interface ReadHalf {
  readonly operations: readonly ReadOperation[];
  /** What the report of a website says about data of the extension. */
  readonly websiteNotes?: WebsiteNotes;
}

export function listReads(added: readonly ReadHalf[]): readonly ReadOperation[] {
  const notes = added.flatMap(({ websiteNotes = [] }) => websiteNotes);
  return [...coreReads(notes), ...added.flatMap(({ operations }) => operations)];
}
