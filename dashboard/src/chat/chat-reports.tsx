// The report pages without the frame around them: a chat has its own.
import { QueryClientProvider } from '@tanstack/react-query';
import { Suspense } from 'react';
import type { Api } from '../api/client.ts';
import { ApiProvider } from '../api/context.tsx';
import { createQueryClient } from '../api/query-client.ts';
import { ErrorBoundary } from '../components/error-boundary.tsx';
import { ReportSkeleton } from '../components/page-frame.tsx';
import { PageTimezone } from '../components/page-timezone.tsx';
import { EmptyState } from '../components/states.tsx';
import { t } from '../language/t.ts';
import { ReportPages } from '../pages/report-pages.tsx';
import { CONTENT_ID, Router, usePage, useUrl } from '../routing/router.tsx';
import styles from './chat-reports.module.css';
import { problemIn, type ToolResult } from './tool-fetch.ts';

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

/** What the tool says is wrong, in place of a report. */
export function FailedCall({ result }: { readonly result: ToolResult }) {
  return (
    <main className={styles.content}>
      <div role="alert">
        <EmptyState title={t('common.somethingWentWrong')}>
          <p>{problemIn(result).detail}</p>
        </EmptyState>
      </div>
    </main>
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
