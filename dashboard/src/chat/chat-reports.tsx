// The report pages without the frame around them: a chat has its own.
import { QueryClientProvider } from '@tanstack/react-query';
import { Suspense } from 'react';
import type { Api } from '../api/client.ts';
import { ApiProvider } from '../api/context.tsx';
import { createQueryClient } from '../api/query-client.ts';
import { ErrorBoundary } from '../components/error-boundary.tsx';
import { ReportSkeleton } from '../components/page-frame.tsx';
import { PageTimezone } from '../components/page-timezone.tsx';
import { ReportPages } from '../pages/report-pages.tsx';
import { CONTENT_ID, Router, usePage, useUrl } from '../routing/router.tsx';
import styles from './chat-reports.module.css';

const queryClient = createQueryClient();

export function ChatReports({ api }: { readonly api: Api }) {
  return (
    <ApiProvider api={api}>
      <QueryClientProvider client={queryClient}>
        <Router>
          <CurrentPage />
        </Router>
      </QueryClientProvider>
    </ApiProvider>
  );
}

function CurrentPage() {
  const page = usePage();
  return (
    <main id={CONTENT_ID} className={styles.content} tabIndex={-1}>
      <ErrorBoundary url={useUrl()}>
        <PageTimezone page={page}>
          <Suspense fallback={<ReportSkeleton />}>
            <ReportPages page={page} />
          </Suspense>
        </PageTimezone>
      </ErrorBoundary>
    </main>
  );
}
