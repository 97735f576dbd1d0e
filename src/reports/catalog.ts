// All reports there are. A new one is a file of its own and a line here.
import { accountPerformanceReport } from './account-performance.ts';
import { campaignReport } from './campaign.ts';
import { campaignsReport } from './campaigns.ts';
import type { Report } from './define-report.ts';
import { elementReport } from './element.ts';
import { experimentsReport } from './experiments.ts';
import { stepReport } from './step.ts';
import { variantReport } from './variant.ts';
import { websiteReport } from './website.ts';
import { websiteInsightsReport } from './website-insights.ts';
import { websitesReport } from './websites.ts';

/** In the order of the drill-down. */
export const REPORTS: readonly Report[] = [
  websitesReport,
  websiteReport,
  websiteInsightsReport,
  campaignsReport,
  campaignReport,
  experimentsReport,
  variantReport,
  stepReport,
  elementReport,
  accountPerformanceReport,
];
