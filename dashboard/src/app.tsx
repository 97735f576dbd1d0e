// The page for the current URL, or the login page.
import { QueryClientProvider } from '@tanstack/react-query';
import { type ComponentProps, Suspense, useSyncExternalStore } from 'react';
import { ServicesProvider, useServices } from './api/context.tsx';
import { createQueryClient } from './api/query-client.ts';
import { ErrorBoundary } from './components/error-boundary.tsx';
import { ReportSkeleton } from './components/page-frame.tsx';
import { lazyPage } from './pages/lazy-page.tsx';
import { ReportPages } from './pages/report-pages.tsx';
import type { Page } from './routing/pages.ts';
import { Router, usePage, useUrl } from './routing/router.tsx';
import { LoginPage, NotFoundForStrangers, SessionEndedDialog, StartingPage } from './session/login.tsx';
import { SessionEndedError } from './session/session.ts';
import { Shell } from './shell.tsx';

const ApiAccessPage = lazyPage(async () => (await import('./pages/api-access.tsx')).ApiAccessPage);
const AttributionPage = lazyPage(async () => (await import('./pages/attribution.tsx')).AttributionPage);
const AuditLogPage = lazyPage(async () => (await import('./pages/audit-log.tsx')).AuditLogPage);
const CatalogPage = lazyPage(async () => (await import('./pages/catalog.tsx')).CatalogPage);
const ContactPage = lazyPage(async () => (await import('./pages/contact.tsx')).ContactPage);
const ContactsPage = lazyPage(async () => (await import('./pages/contacts.tsx')).ContactsPage);
const DataPage = lazyPage(async () => (await import('./pages/data.tsx')).DataPage);
const ExportsPage = lazyPage(async () => (await import('./pages/exports.tsx')).ExportsPage);
const FunnelsPage = lazyPage(async () => (await import('./pages/funnels.tsx')).FunnelsPage);
const SavedFunnelPage = lazyPage(async () => (await import('./pages/funnels.tsx')).SavedFunnelPage);
const InvitationPage = lazyPage(async () => (await import('./pages/invitation.tsx')).InvitationPage);
const LivePage = lazyPage(async () => (await import('./pages/live.tsx')).LivePage);
const NotificationsPage = lazyPage(async () => (await import('./pages/notifications.tsx')).NotificationsPage);
const PathsPage = lazyPage(async () => (await import('./pages/paths.tsx')).PathsPage);
const PeoplePage = lazyPage(async () => (await import('./pages/people.tsx')).PeoplePage);
const ProfilePage = lazyPage(async () => (await import('./pages/profile.tsx')).ProfilePage);
const ResetPasswordPage = lazyPage(async () => (await import('./pages/reset-password.tsx')).ResetPasswordPage);
const RetentionPage = lazyPage(async () => (await import('./pages/retention.tsx')).RetentionPage);
const SendingPage = lazyPage(async () => (await import('./pages/sending.tsx')).SendingPage);
const SetupPage = lazyPage(async () => (await import('./pages/setup.tsx')).SetupPage);

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

/** Is around everything, and shows errors outside of the pages. */
function Guarded() {
  return (
    <ErrorBoundary url={useUrl()}>
      <Suspense fallback={<StartingPage />}>
        <LoginGate />
      </Suspense>
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
        <Suspense fallback={<ReportSkeleton />}>
          <PageContent page={page} />
        </Suspense>
      </ErrorBoundary>
      {state.name === 'ended' && <SessionEndedDialog />}
    </Shell>
  );
}

function PageContent({ page }: { readonly page: Page }) {
  switch (page.name) {
    case 'contacts':
      return <ContactsPage key={page.websiteId} websiteId={page.websiteId} />;
    case 'contact':
      return <ContactPage key={page.contactId} websiteId={page.websiteId} contactId={page.contactId} />;
    case 'catalog':
      return <CatalogPage key={page.websiteId} websiteId={page.websiteId} />;
    case 'funnels':
      return <FunnelsPage key={page.websiteId} websiteId={page.websiteId} />;
    case 'funnel':
      return <SavedFunnelPage key={page.funnelId} websiteId={page.websiteId} funnelId={page.funnelId} />;
    case 'attribution':
      return <AttributionPage key={page.websiteId} websiteId={page.websiteId} />;
    case 'retention':
      return <RetentionPage key={page.websiteId} websiteId={page.websiteId} />;
    case 'paths':
      return <PathsPage key={page.websiteId} websiteId={page.websiteId} />;
    case 'live':
      return <LivePage key={page.websiteId} websiteId={page.websiteId} />;
    case 'sending':
      return <SendingPage key={page.websiteId} websiteId={page.websiteId} />;
    case 'notifications':
      return <NotificationsPage key={page.websiteId} websiteId={page.websiteId} />;
    case 'data':
      return <DataPage key={page.websiteId} websiteId={page.websiteId} />;
    case 'api-access':
      return <ApiAccessPage />;
    case 'audit-log':
      return <AuditLogPage />;
    case 'exports':
      return <ExportsPage />;
    case 'profile':
      return <ProfilePage />;
    case 'people':
      return <PeoplePage />;
    default:
      return <ReportPages page={page} />;
  }
}
