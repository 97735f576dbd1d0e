import type { ReadHalf } from '../../core/server/api/read-operations.ts';
import { attributionReport } from './attribution.ts';
import { bestTimesReport } from './best-times.ts';
import { campaignOrdersReport } from './campaign-orders.ts';
import { campaignReachReport } from './campaign-reach.ts';
import { funnelReport } from './funnel.ts';
import { listCosts } from './list-costs.ts';
import { pathsReport } from './paths.ts';
import { campaignProductsReport, websiteProductsReport } from './products.ts';
import { retentionReport } from './retention.ts';

export const questionsReads: ReadHalf = {
  operations: [
    funnelReport,
    attributionReport,
    retentionReport,
    pathsReport,
    campaignReachReport,
    websiteProductsReport,
    campaignProductsReport,
    campaignOrdersReport,
    bestTimesReport,
    listCosts,
  ],
};
