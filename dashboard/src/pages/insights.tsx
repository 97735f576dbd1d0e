// The weekly snapshot: two numbers and what to do next.
import { useQuery } from '@tanstack/react-query';
import { useApi } from '../api/context.tsx';
import { ApiProblem } from '../api/problem.ts';
import { insightsQuery, websitesQuery } from '../api/queries.ts';
import type { InsightsReport } from '../api/types.ts';
import { buttonClass } from '../components/button.tsx';
import { Card, PlainCard } from '../components/card.tsx';
import { PageFrame, ReportSkeleton } from '../components/page-frame.tsx';
import { Recommendations } from '../components/recommendations.tsx';
import { SendingLink } from '../components/sending-link.tsx';
import { EmptyState, ErrorState } from '../components/states.tsx';
import { Tile, Tiles } from '../components/tile.tsx';
import { addDays, formatRange } from '../format/dates.ts';
import { METRIC_LABELS, VISITORS_LABEL } from '../format/metric.ts';
import { formatCount, formatMoney } from '../format/numbers.ts';
import { Link, useView } from '../routing/router.tsx';

export function InsightsPage({ websiteId }: { readonly websiteId: number }) {
  const api = useApi();
  const websites = useQuery(websitesQuery(api));
  const website = websites.data?.find(({ id }) => id === websiteId);
  const query = useQuery(insightsQuery(api, websiteId));
  // The report is 404 for an unknown website too; this one is known, so it just has no snapshot yet.
  const isTooEarly = website !== undefined && query.error instanceof ApiProblem && query.error.status === 404;
  return (
    <PageFrame
      title="Weekly insights"
      crumbs={[{ label: website?.name, to: { name: 'website', websiteId } }]}
      lead={query.data && weekText(query.data.data.week)}
    >
      {query.isPending && <ReportSkeleton />}
      {isTooEarly && (
        <PlainCard>
          <EmptyState title="No insights yet">
            <p>Insights are created every Monday for the week before, from the events of that week.</p>
            <SendingLink websiteId={websiteId} />
          </EmptyState>
        </PlainCard>
      )}
      {query.isError && !isTooEarly && <ErrorState error={query.error} onRetry={() => query.refetch()} />}
      {query.data && <Snapshot report={query.data} />}
    </PageFrame>
  );
}

function weekText(monday: string): string {
  return formatRange({ start: monday, end: addDays(monday, 6) });
}

function Snapshot({ report }: { readonly report: InsightsReport }) {
  const view = useView();
  const { website, data } = report;
  const { revenue, viewers } = data.performance_snapshot.performance;
  const { items } = data.ai_recommendations;
  return (
    <>
      <PlainCard label="The week in numbers">
        <Tiles>
          <Tile metric="revenue" label={METRIC_LABELS.revenue} value={formatMoney(revenue, website.currency)} />
          <Tile metric="viewers" label={VISITORS_LABEL} value={formatCount(viewers)} />
        </Tiles>
      </PlainCard>
      <Card
        title="What to do next"
        actions={
          <Link
            to={{ name: 'website', websiteId: website.id }}
            view={{ timeframe: 'insights_week', compare: view.compare, countType: view.countType }}
            className={buttonClass()}
          >
            See that week's numbers
          </Link>
        }
      >
        {items.length === 0 ? <EmptyState title="Nothing stood out that week" /> : <Recommendations items={items} />}
      </Card>
    </>
  );
}
