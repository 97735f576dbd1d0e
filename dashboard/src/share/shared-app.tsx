// The page of a share link, or why it can't be shown.
import { createFunnelClient } from '@funnel/api-client';
import { QueryClientProvider } from '@tanstack/react-query';
import { Suspense, useMemo, useState } from 'react';
import { ApiProvider, SharedPageProvider } from '../api/context.tsx';
import { createQueryClient } from '../api/query-client.ts';
import { ErrorBoundary } from '../components/error-boundary.tsx';
import { InputField } from '../components/field.tsx';
import { ReportSkeleton } from '../components/page-frame.tsx';
import { PageTimezone } from '../components/page-timezone.tsx';
import { PublicForm } from '../components/public-form.tsx';
import { PublicPage } from '../components/public-page.tsx';
import { t } from '../language/t.ts';
import { lazyPage } from '../pages/lazy-page.tsx';
import { ReportPages } from '../pages/report-pages.tsx';
import { type Page, pageAt } from '../routing/pages.ts';
import { CONTENT_ID, keepUrlInMemory, Router, usePage, useUrl } from '../routing/router.tsx';
import styles from './shared-app.module.css';
import { secretOf, sharedFetch, unlock } from './shared-fetch.ts';
import type { SharedPage, SharedState } from './shared-page.ts';

const AttributionPage = lazyPage(async () => (await import('../pages/attribution.tsx')).AttributionPage);
const SavedFunnelPage = lazyPage(async () => (await import('../pages/funnels.tsx')).SavedFunnelPage);

const queryClient = createQueryClient();

export function SharedApp({ first }: { readonly first: SharedState }) {
  const [state, setState] = useState(first);
  const [credential, setCredential] = useState(() => secretOf(window.location.pathname));
  return (
    <QueryClientProvider client={queryClient}>
      {state.state === 'shown' && <SharedPages shared={state} credential={credential} onState={setState} />}
      {state.state === 'password' && (
        <PasswordPage
          onUnlocked={({ pass, ...shared }) => {
            setCredential(`${secretOf(window.location.pathname)}.${pass}`);
            setState({ ...shared, state: 'shown' });
          }}
        />
      )}
      {state.state === 'ended' && (
        <PublicPage title={t('share.linkEnded')}>
          <p>{t('report.askForNewLink')}</p>
        </PublicPage>
      )}
      {state.state === 'unknown' && (
        <PublicPage title={t('report.linkDoesNotWork')}>
          <p>{t('share.copiedAll')}</p>
        </PublicPage>
      )}
    </QueryClientProvider>
  );
}

interface PasswordPageProps {
  onUnlocked(shared: SharedPage & { readonly pass: string }): void;
}

function PasswordPage({ onUnlocked }: PasswordPageProps) {
  const submit = async (form: FormData) =>
    onUnlocked(await unlock(window.location.pathname, String(form.get('password') ?? '')));
  return (
    <PublicPage title={t('share.hasPassword')}>
      <PublicForm action={t('share.showPage')} submit={submit} onDone={() => {}}>
        <InputField label={t('common.password')} name="password" type="password" autoComplete="off" required />
      </PublicForm>
    </PublicPage>
  );
}

interface SharedPagesProps {
  readonly shared: SharedPage;
  readonly credential: string;
  readonly onState: (state: SharedState) => void;
}

function SharedPages({ shared, credential, onState }: SharedPagesProps) {
  const api = useMemo(() => {
    const [pathname = '/', query] = shared.path.split('?');
    // The address has the secret, and stays as it is.
    keepUrlInMemory(pageAt(pathname), new URLSearchParams(query));
    return createFunnelClient({
      baseUrl: window.location.origin,
      fetch: sharedFetch(credential, {
        onEnded: () => onState({ state: 'ended' }),
        onLocked: () => onState({ state: 'password' }),
      }),
    });
  }, [shared, credential, onState]);
  return (
    <SharedPageProvider shared={shared}>
      <ApiProvider api={api}>
        <Router>
          <CurrentPage />
        </Router>
      </ApiProvider>
    </SharedPageProvider>
  );
}

function CurrentPage() {
  const page = usePage();
  return (
    <main id={CONTENT_ID} className={styles.content} tabIndex={-1}>
      <ErrorBoundary url={useUrl()}>
        <PageTimezone page={page}>
          <Suspense fallback={<ReportSkeleton />}>
            <PageContent page={page} />
          </Suspense>
        </PageTimezone>
      </ErrorBoundary>
    </main>
  );
}

function PageContent({ page }: { readonly page: Page }) {
  if (page.name === 'attribution') return <AttributionPage websiteId={page.websiteId} />;
  if (page.name === 'funnel') return <SavedFunnelPage websiteId={page.websiteId} funnelId={page.funnelId} />;
  return <ReportPages page={page} />;
}
