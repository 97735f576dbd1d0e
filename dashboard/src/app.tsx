// The page for the current URL, or the login page.
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { type ComponentProps, useSyncExternalStore } from 'react';
import { ServicesProvider, useServices } from './api/context.tsx';
import { ApiProblem } from './api/problem.ts';
import { ApiAccessPage } from './pages/api-access.tsx';
import { CampaignReportPage } from './pages/campaign.tsx';
import { ContactsPage } from './pages/contacts.tsx';
import { ElementReportPage } from './pages/element.tsx';
import { ExperimentsPage } from './pages/experiments.tsx';
import { InsightsPage } from './pages/insights.tsx';
import { LivePage } from './pages/live.tsx';
import { NotFoundPage } from './pages/not-found.tsx';
import { OverviewPage } from './pages/overview.tsx';
import { SendingPage } from './pages/sending.tsx';
import { StepReportPage } from './pages/step.tsx';
import { VariantReportPage } from './pages/variant.tsx';
import { WebsitePage } from './pages/website.tsx';
import type { Page } from './routing/pages.ts';
import { Router, usePage } from './routing/router.tsx';
import { LoginPage, SessionEndedDialog, StartingPage } from './session/login.tsx';
import { SessionEndedError } from './session/session.ts';
import { Shell } from './shell.tsx';

const FRESH_MS = 60_000;
const RETRIES_MAX = 2;

const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: FRESH_MS,
      // A retry helps if the connection failed, not if the API refused.
      retry: (failures, error) =>
        failures < RETRIES_MAX && !(error instanceof ApiProblem) && !(error instanceof SessionEndedError),
    },
  },
});

export function App({ services }: Pick<ComponentProps<typeof ServicesProvider>, 'services'>) {
  return (
    <ServicesProvider services={services}>
      <QueryClientProvider client={queryClient}>
        <Router>
          <LoginGate />
        </Router>
      </QueryClientProvider>
    </ServicesProvider>
  );
}

function LoginGate() {
  const { session } = useServices();
  const state = useSyncExternalStore(session.subscribe, session.state);
  const page = usePage();
  if (state.name === 'starting') return <StartingPage />;
  if (state.name === 'logged-out') return <LoginPage problem={state.problem} />;
  return (
    <Shell page={page}>
      <PageContent page={page} />
      {state.name === 'ended' && <SessionEndedDialog />}
    </Shell>
  );
}

function PageContent({ page }: { readonly page: Page }) {
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
    case 'contacts':
      return <ContactsPage key={page.websiteId} websiteId={page.websiteId} />;
    case 'live':
      return <LivePage key={page.websiteId} websiteId={page.websiteId} />;
    case 'sending':
      return <SendingPage key={page.websiteId} websiteId={page.websiteId} />;
    case 'api-access':
      return <ApiAccessPage />;
    case 'not-found':
      return <NotFoundPage />;
  }
}
