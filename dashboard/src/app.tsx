// The page for the current URL, or the login page.
import { QueryClientProvider } from '@tanstack/react-query';
import { type ComponentProps, useSyncExternalStore } from 'react';
import { ServicesProvider, useServices } from './api/context.tsx';
import { createQueryClient } from './api/query-client.ts';
import { ErrorBoundary } from './components/error-boundary.tsx';
import { ApiAccessPage } from './pages/api-access.tsx';
import { AttributionPage } from './pages/attribution.tsx';
import { AuditLogPage } from './pages/audit-log.tsx';
import { CatalogPage } from './pages/catalog.tsx';
import { ContactsPage } from './pages/contacts.tsx';
import { FunnelsPage, SavedFunnelPage } from './pages/funnels.tsx';
import { InvitationPage } from './pages/invitation.tsx';
import { LivePage } from './pages/live.tsx';
import { NotificationsPage } from './pages/notifications.tsx';
import { PeoplePage } from './pages/people.tsx';
import { ProfilePage } from './pages/profile.tsx';
import { ReportPages } from './pages/report-pages.tsx';
import { ResetPasswordPage } from './pages/reset-password.tsx';
import { SendingPage } from './pages/sending.tsx';
import { SetupPage } from './pages/setup.tsx';
import type { Page } from './routing/pages.ts';
import { Router, usePage, useUrl } from './routing/router.tsx';
import { LoginPage, NotFoundForStrangers, SessionEndedDialog, StartingPage } from './session/login.tsx';
import { SessionEndedError } from './session/session.ts';
import { Shell } from './shell.tsx';

const queryClient = createQueryClient((error) => error instanceof SessionEndedError);

export function App({ services }: Pick<ComponentProps<typeof ServicesProvider>, 'services'>) {
  return (
    <ServicesProvider services={services}>
      <QueryClientProvider client={queryClient}>
        <Router>
          <Guarded />
        </Router>
      </QueryClientProvider>
    </ServicesProvider>
  );
}

/** Around everything, for errors outside of the pages. */
function Guarded() {
  return (
    <ErrorBoundary url={useUrl()}>
      <LoginGate />
    </ErrorBoundary>
  );
}

function LoginGate() {
  const { session } = useServices();
  const state = useSyncExternalStore(session.subscribe, session.state);
  const page = usePage();
  const url = useUrl();
  // These work without being logged in.
  if (page.name === 'setup') return <SetupPage />;
  if (page.name === 'invitation') return <InvitationPage />;
  if (page.name === 'reset-password') return <ResetPasswordPage />;
  if (state.name === 'starting') return <StartingPage />;
  if (state.name === 'logged-out') {
    return page.name === 'not-found' ? <NotFoundForStrangers /> : <LoginPage problem={state.problem} />;
  }
  return (
    <Shell page={page}>
      <ErrorBoundary url={url}>
        <PageContent page={page} />
      </ErrorBoundary>
      {state.name === 'ended' && <SessionEndedDialog />}
    </Shell>
  );
}

function PageContent({ page }: { readonly page: Page }) {
  switch (page.name) {
    case 'contacts':
      return <ContactsPage key={page.websiteId} websiteId={page.websiteId} />;
    case 'catalog':
      return <CatalogPage key={page.websiteId} websiteId={page.websiteId} />;
    case 'funnels':
      return <FunnelsPage key={page.websiteId} websiteId={page.websiteId} />;
    case 'funnel':
      return <SavedFunnelPage key={page.funnelId} websiteId={page.websiteId} funnelId={page.funnelId} />;
    case 'attribution':
      return <AttributionPage key={page.websiteId} websiteId={page.websiteId} />;
    case 'live':
      return <LivePage key={page.websiteId} websiteId={page.websiteId} />;
    case 'sending':
      return <SendingPage key={page.websiteId} websiteId={page.websiteId} />;
    case 'notifications':
      return <NotificationsPage key={page.websiteId} websiteId={page.websiteId} />;
    case 'api-access':
      return <ApiAccessPage />;
    case 'audit-log':
      return <AuditLogPage />;
    case 'profile':
      return <ProfilePage />;
    case 'people':
      return <PeoplePage />;
    default:
      return <ReportPages page={page} />;
  }
}
