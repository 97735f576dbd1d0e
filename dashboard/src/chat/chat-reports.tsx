// The report pages without the frame around them: a chat has its own.
import { QueryClientProvider } from '@tanstack/react-query';
import { type ReactNode, Suspense, useState } from 'react';
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

interface ChatReportsProps {
  readonly api: Api;
  /** It is shown until a link leads elsewhere. undefined: the page of the URL. */
  readonly result?: ReactNode;
}

export function ChatReports({ api, result }: ChatReportsProps) {
  return (
    <ApiProvider api={api}>
      <QueryClientProvider client={queryClient}>
        <Router>
          <CurrentPage result={result} />
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

function CurrentPage({ result }: Pick<ChatReportsProps, 'result'>) {
  const page = usePage();
  const url = useUrl();
  const [firstUrl] = useState(url);
  return (
    <main id={CONTENT_ID} className={styles.content} tabIndex={-1}>
      <ErrorBoundary url={url}>
        <PageTimezone page={page}>
          <Suspense fallback={<ReportSkeleton />}>
            {result !== undefined && url === firstUrl ? result : <ReportPages page={page} />}
          </Suspense>
        </PageTimezone>
      </ErrorBoundary>
    </main>
  );
}
