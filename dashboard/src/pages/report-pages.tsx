// The pages that show reports, in the dashboard and in a chat.
import type { Page } from '../routing/pages.ts';
import { CampaignReportPage } from './campaign.tsx';
import { ElementReportPage } from './element.tsx';
import { ExperimentsPage } from './experiments.tsx';
import { InsightsPage } from './insights.tsx';
import { NotFoundPage } from './not-found.tsx';
import { OverviewPage } from './overview.tsx';
import { StepReportPage } from './step.tsx';
import { VariantReportPage } from './variant.tsx';
import { WebsitePage } from './website.tsx';

export function ReportPages({ page }: { readonly page: Page }) {
  switch (page.name) {
    case 'overview':
      return <OverviewPage />;
    case 'website':
      return <WebsitePage key={page.websiteId} websiteId={page.websiteId} />;
    case 'campaign':
      return <CampaignReportPage page={page} />;
    case 'variant':
      return <VariantReportPage page={page} />;
    case 'step':
      return <StepReportPage page={page} />;
    case 'element':
      return <ElementReportPage page={page} />;
    case 'experiments':
      return <ExperimentsPage key={page.websiteId} websiteId={page.websiteId} />;
    case 'insights':
      return <InsightsPage websiteId={page.websiteId} />;
    default:
      return <NotFoundPage />;
  }
}
