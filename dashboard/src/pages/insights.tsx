// The weekly snapshot: two numbers, and what to do next.
import { useQuery } from '@tanstack/react-query';
import { Link, useView } from '../address/router.tsx';
import type { InsightsReport } from '../api/answers.ts';
import { useApi } from '../api/context.tsx';
import { ApiProblem } from '../api/problem.ts';
import { insightsQuery, websitesQuery } from '../api/queries.ts';
import { addDays, formatRange } from '../format/dates.ts';
import { formatCount, formatMoney } from '../format/numbers.ts';
import { Card } from '../parts/card.tsx';
import { PageFrame, ReportSkeleton } from '../parts/page-frame.tsx';
import { Recommendations } from '../parts/recommendations.tsx';
import { EmptyState, ErrorState } from '../parts/states.tsx';

export function InsightsPage({ websiteId }: { readonly websiteId: number }) {
  const api = useApi();
  const websites = useQuery(websitesQuery(api));
  const website = websites.data?.find(({ id }) => id === websiteId);
  const query = useQuery(insightsQuery(api, websiteId));
  // The report answers 404 for both: a website that is ours just has no snapshot yet.
  const isTooEarly = website !== undefined && query.error instanceof ApiProblem && query.error.status === 404;
  return (
    <PageFrame
      title="Insights of the week"
      crumbs={[{ label: website?.name, to: { name: 'website', websiteId } }]}
      lead={query.data && weekText(query.data.data.week)}
    >
      {query.isPending && <ReportSkeleton />}
      {isTooEarly && (
        <section className="card">
          <EmptyState title="There are no insights yet">
            <p>They are written every Monday, for the week that has just ended.</p>
          </EmptyState>
        </section>
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
      <section className="card" aria-label="The week in numbers">
        <div className="tiles tiles-two">
          <div className="tile">
            <span className="tile-label">Revenue</span>
            <span className="tile-value">{formatMoney(revenue, website.currency)}</span>
          </div>
          <div className="tile">
            <span className="tile-label">Unique visitors</span>
            <span className="tile-value">{formatCount(viewers)}</span>
          </div>
        </div>
      </section>
      <Card
        title="What to do next"
        actions={
          <Link
            to={{ name: 'website', websiteId: website.id }}
            view={{ timeframe: 'insights_week', compare: view.compare, countType: view.countType }}
            className="button"
          >
            See the numbers of that week
          </Link>
        }
      >
        {items.length === 0 ? <EmptyState title="Nothing stood out in this week" /> : <Recommendations items={items} />}
      </Card>
    </>
  );
}
