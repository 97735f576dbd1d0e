// What the campaign, variant, step and element pages have in common: frame, states, headline metrics.

import type { Metrics } from '@funnel/report-files/metrics.ts';
import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { SeriesSubject } from '../api/series.ts';
import type { Note, TimeframeBlock, Website } from '../api/types.ts';
import { type CountedEvents, FilterChips } from '../controls/filter-chips.tsx';
import { ViewControls } from '../controls/view-controls.tsx';
import { t } from '../language/t.ts';
import { StaleContext } from './card.tsx';
import { MetricsPanel } from './metrics-panel.tsx';
import { PageNotes } from './notes.tsx';
import { type Crumb, PageFrame, ReportSkeleton } from './page-frame.tsx';
import { EditRecord, RecordTags } from './record-controls.tsx';
import { ReportError } from './report-error.tsx';

interface SubjectReport extends CountedEvents {
  readonly notes?: readonly Note[];
  readonly website: Website;
  readonly timeframe: TimeframeBlock;
  readonly data: { readonly metrics: Metrics };
}

interface ReportPageProps<Report extends SubjectReport> {
  readonly query: UseQueryResult<Report>;
  readonly subject: Extract<SeriesSubject, { readonly id: number }>;
  readonly crumbs: readonly Crumb[];
  titleOf(report: Report): string;
  tagOf?(report: Report): ReactNode;
  children(report: Report): ReactNode;
}

export function ReportPage<Report extends SubjectReport>(props: ReportPageProps<Report>) {
  const { query, subject, crumbs, titleOf, tagOf, children } = props;
  const report = query.data;
  const title = report && titleOf(report);
  return (
    <PageFrame
      title={title ?? (query.isError ? t('common.notAvailable') : undefined)}
      tag={
        report && (
          <>
            {tagOf?.(report)}
            <RecordTags {...subject} />
          </>
        )
      }
      actions={report && <EditRecord {...subject} />}
      crumbs={crumbs}
      timeframe={report?.timeframe}
      controls={<ViewControls />}
      filters={<FilterChips report={report} />}
    >
      {query.isPending && <ReportSkeleton />}
      {query.isError && <ReportError error={query.error} onRetry={() => query.refetch()} />}
      {report && (
        <PageNotes notes={report.notes}>
          <MetricsPanel
            subject={subject}
            metrics={report.data.metrics}
            website={report.website}
            timeframe={report.timeframe}
            stale={query.isPlaceholderData}
            isEstimate={report.sampled ?? false}
          />
          <StaleContext value={query.isPlaceholderData}>{children(report)}</StaleContext>
        </PageNotes>
      )}
    </PageFrame>
  );
}
