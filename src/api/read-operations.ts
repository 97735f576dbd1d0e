// The operations that only read. They are apart from the others, because read workers load these and nothing else.

import type { ReadOperation } from '../operations/define-operation.ts';
import { accountPerformanceReport } from '../reports/account-performance.ts';
import { accountTrendsReport } from '../reports/account-trends.ts';
import { attributionReport } from '../reports/attribution.ts';
import { campaignReport } from '../reports/campaign.ts';
import { campaignExperiment } from '../reports/campaign-experiment.ts';
import { campaignOrdersReport } from '../reports/campaign-orders.ts';
import { campaignsReport } from '../reports/campaigns.ts';
import { elementReport } from '../reports/element.ts';
import { experimentsReport } from '../reports/experiments.ts';
import { firstDaysReport } from '../reports/first-days.ts';
import { funnelReport } from '../reports/funnel.ts';
import { insightsWeeks } from '../reports/insights-weeks.ts';
import { campaignProductsReport, websiteProductsReport } from '../reports/products.ts';
import { stepReport } from '../reports/step.ts';
import { variantReport } from '../reports/variant.ts';
import { websiteReport } from '../reports/website.ts';
import { websiteAlerts } from '../reports/website-alerts.ts';
import { websiteInsightsReport } from '../reports/website-insights.ts';
import { websitesReport } from '../reports/websites.ts';
import { listAreas } from '../resources/areas.ts';
import { listCampaigns } from '../resources/campaigns.ts';
import { getCatalog } from '../resources/catalog.ts';
import { getWebsite } from '../resources/website.ts';

/** Reports are in the order of the drill-down. */
export const READ_OPERATIONS: readonly ReadOperation[] = [
  websitesReport,
  firstDaysReport,
  websiteReport,
  websiteInsightsReport,
  insightsWeeks,
  websiteAlerts,
  campaignsReport,
  campaignReport,
  experimentsReport,
  campaignExperiment,
  variantReport,
  stepReport,
  elementReport,
  funnelReport,
  attributionReport,
  accountPerformanceReport,
  accountTrendsReport,
  websiteProductsReport,
  campaignProductsReport,
  campaignOrdersReport,
  listCampaigns,
  listAreas,
  getWebsite,
  getCatalog,
];
