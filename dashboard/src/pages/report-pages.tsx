// The pages that show reports, in the dashboard and in a chat.
import type { Page } from '../routing/pages.ts';
import { lazyPage } from './lazy-page.tsx';
import { NotFoundPage } from './not-found.tsx';

const CampaignReportPage = lazyPage(async () => (await import('./campaign.tsx')).CampaignReportPage);
const ElementReportPage = lazyPage(async () => (await import('./element.tsx')).ElementReportPage);
const ExperimentsPage = lazyPage(async () => (await import('./experiments.tsx')).ExperimentsPage);
const InsightsPage = lazyPage(async () => (await import('./insights.tsx')).InsightsPage);
const OverviewPage = lazyPage(async () => (await import('./overview.tsx')).OverviewPage);
const StepReportPage = lazyPage(async () => (await import('./step.tsx')).StepReportPage);
const VariantReportPage = lazyPage(async () => (await import('./variant.tsx')).VariantReportPage);
const WebsitePage = lazyPage(async () => (await import('./website.tsx')).WebsitePage);

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
