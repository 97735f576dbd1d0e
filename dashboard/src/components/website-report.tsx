// What the pages of reports about a whole website have in common: their frame, and what stands in place of a report that is not there.

import { type UseQueryResult, useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useApi } from '../api/context.tsx';
import { websitesQuery } from '../api/queries.ts';
import type { TimeframeBlock } from '../api/types.ts';
import { ViewControls } from '../controls/view-controls.tsx';
import { KeptReportError } from './kept-report-error.tsx';
import { type Crumb, PageFrame, ReportSkeleton } from './page-frame.tsx';

interface WebsiteReportFrameProps {
  readonly websiteId: number;
  readonly title: string;
  readonly tag?: ReactNode;
  /** The crumbs after the website. */
  readonly crumbs?: readonly Crumb[];
  readonly lead: string;
  readonly timeframe: TimeframeBlock | undefined;
  /** Set if the report can be compared with an earlier period. */
  readonly compares?: boolean;
  readonly filters?: ReactNode;
  readonly actions?: ReactNode;
  readonly children: ReactNode;
}

export function WebsiteReportFrame(props: WebsiteReportFrameProps) {
  const { websiteId, crumbs = [], compares = false, children, ...frame } = props;
  const name = useWebsiteName(websiteId);
  return (
    <PageFrame
      {...frame}
      crumbs={[{ label: name, to: { name: 'website', websiteId } }, ...crumbs]}
      controls={<ViewControls counts={false} compares={compares} />}
    >
      {children}
    </PageFrame>
  );
}

/** undefined while it is loading. */
function useWebsiteName(websiteId: number): string | undefined {
  const { data } = useQuery(websitesQuery(useApi()));
  return data?.find(({ id }) => id === websiteId)?.name;
}

interface KeptReportProps<Report> {
  readonly websiteId: number;
  readonly query: UseQueryResult<Report>;
  /** What can be seen once events are kept, as a sentence. */
  readonly onceKept: string;
  /** What is said if the service refuses what somebody has put together. */
  readonly refused?: string;
  children(report: Report): ReactNode;
}

/** A report that needs kept events. */
export function KeptReport<Report>({ websiteId, query, onceKept, refused, children }: KeptReportProps<Report>) {
  const { data: report, error } = query;
  if (error) {
    return (
      <KeptReportError
        {...{ websiteId, error, onceKept }}
        {...(refused !== undefined && { refused })}
        onRetry={() => query.refetch()}
      />
    );
  }
  return report ? children(report) : <ReportSkeleton />;
}
