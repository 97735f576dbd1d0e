import type { ReadHalf } from '../../core/server/api/read-operations.ts';
import { accountOverviewReport } from './reports/account-overview.ts';
import { explainChangeReport } from './reports/explain-change.ts';
import { insightsWeeks } from './reports/insights-weeks.ts';
import { websiteAlerts } from './reports/website-alerts.ts';

export const changesReads: ReadHalf = {
  operations: [insightsWeeks, websiteAlerts, accountOverviewReport, explainChangeReport],
};
