// The account at a glance: all websites together, and side by side.
import { useQueries, useQuery } from '@tanstack/react-query';
import { Link, useView } from '../address/router.tsx';
import { canCompare, type View } from '../address/view.ts';
import type { AccountPerformance } from '../api/answers.ts';
import { useApi } from '../api/context.tsx';
import { accountQuery, insightsQuery, websiteQuery, websitesQuery } from '../api/queries.ts';
import { defaultGroupBy, previousRangeOf, rangeOf, seriesQuery } from '../api/series.ts';
import { ViewControls } from '../controls/view-controls.tsx';
import { formatDay } from '../format/dates.ts';
import { formatCount, formatMoney, formatRate } from '../format/numbers.ts';
import { Card } from '../parts/card.tsx';
import { ChangeChip } from '../parts/change-chip.tsx';
import { CsvButton } from '../parts/csv-button.tsx';
import { DataTable, tableFile } from '../parts/data-table.tsx';
import { PageFrame, ReportSkeleton } from '../parts/page-frame.tsx';
import { Recommendations } from '../parts/recommendations.tsx';
import { EmptyState, ErrorState } from '../parts/states.tsx';
import { type WebsiteRow, websiteColumns } from './website-columns.tsx';

const BRIEFINGS_MAX = 4;
const RECOMMENDATIONS_MAX = 2;

export function OverviewPage() {
  const api = useApi();
  const view = useView();
  const websites = useQuery(websitesQuery(api));
  const account = useQuery(accountQuery(api, view));
  const title = websites.data?.[0]?.account_name ?? 'Overview';
  const hasNone = account.data?.data.websites.length === 0;
  return (
    <PageFrame
      title={title}
      timeframe={account.data && withoutPrevious(account.data, view.compare)}
      controls={<ViewControls counts={false} />}
    >
      {account.isPending && <ReportSkeleton />}
      {account.isError && <ErrorState error={account.error} onRetry={() => account.refetch()} />}
      {hasNone && <NoWebsites />}
      {account.data && !hasNone && (
        <AccountReport report={account.data} view={view} stale={account.isPlaceholderData} />
      )}
    </PageFrame>
  );
}

function NoWebsites() {
  return (
    <section className="card">
      <EmptyState title="There is no website in this account yet">
        <p>Once a website is set up and its first events have come in, its numbers appear here.</p>
      </EmptyState>
    </section>
  );
}

/** The account report always names the period before, also to those who do not compare. */
function withoutPrevious({ timeframe }: AccountPerformance, compare: boolean) {
  if (compare) return timeframe;
  const { previous_range_start, previous_range_end, ...rest } = timeframe;
  return rest;
}

interface AccountReportProps {
  readonly report: AccountPerformance;
  readonly view: View;
  readonly stale: boolean;
}

function AccountReport({ report, view, stale }: AccountReportProps) {
  const rows = useWebsiteRows(report, view);
  const columns = websiteColumns(view.compare && canCompare(view));
  return (
    <>
      <Together report={report} rows={rows} view={view} />
      <Card
        title="Websites side by side"
        hint="Unique visitors of each website. Open one to see its campaigns."
        flush
        stale={stale}
        actions={
          <CsvButton
            name={`websites ${report.timeframe.range_start.slice(0, 10)}`}
            label="the websites"
            file={() => tableFile(columns, rows)}
          />
        }
      >
        <DataTable caption="Websites" columns={columns} rows={rows} keyOf={(row) => row.id} />
      </Card>
      <div className="card-grid">
        {rows.slice(0, BRIEFINGS_MAX).map(({ id, name }) => (
          <Briefing key={id} websiteId={id} name={name} />
        ))}
      </div>
    </>
  );
}

/** What stood out last week, for those who open the dashboard in the morning. */
function Briefing({ websiteId, name }: { readonly websiteId: number; readonly name: string }) {
  const insights = useQuery(insightsQuery(useApi(), websiteId));
  const items = insights.data?.data.ai_recommendations.items ?? [];
  if (!insights.data || items.length === 0) return null;
  return (
    <Card
      title={`What to do next on ${name}`}
      hint={`From the week of ${formatDay(insights.data.data.week)}`}
      actions={
        <Link to={{ name: 'insights', websiteId }} className="button button-quiet">
          All insights<span className="visually-hidden"> of {name}</span>
        </Link>
      }
    >
      <Recommendations items={items.slice(0, RECOMMENDATIONS_MAX)} />
    </Card>
  );
}

/** The account report knows no currency and no change of views: each website's own report does. */
function useWebsiteRows({ data, timeframe }: AccountPerformance, view: View): WebsiteRow[] {
  const api = useApi();
  const distinctView: View = { ...view, countType: 'distinct' };
  const range = rangeOf(timeframe);
  const reports = useQueries({ queries: data.websites.map(({ id }) => websiteQuery(api, id, distinctView)) });
  const series = useQueries({
    queries: data.websites.map(({ id }) =>
      seriesQuery(api, { kind: 'website', websiteId: id }, range, defaultGroupBy(range), 'distinct'),
    ),
  });
  return data.websites.map((website, index) => ({
    ...website,
    currency: reports[index]?.data?.website.currency,
    viewersChange: reports[index]?.data?.data.metrics.changes?.views,
    points: series[index]?.data ?? [],
  }));
}

interface TogetherProps {
  readonly report: AccountPerformance;
  readonly rows: readonly WebsiteRow[];
  readonly view: View;
}

function Together({ report, rows, view }: TogetherProps) {
  const api = useApi();
  const previousRange = previousRangeOf(report.timeframe);
  const compares = view.compare && previousRange !== undefined;
  const previous = useQuery({
    ...accountQuery(api, {
      timeframe: 'custom',
      rangeStart: previousRange?.start ?? '',
      rangeEnd: previousRange?.end ?? '',
    }),
    enabled: compares,
  });
  const { aggregate } = report.data;
  const before = compares ? previous.data?.data.aggregate : undefined;
  const changeOf = (name: 'viewers' | 'conversions' | 'subscribes' | 'orders') =>
    before && percentChange(aggregate[name], before[name]);
  const tiles = [
    { name: 'viewers', label: 'Visitors', detail: `on ${websiteCount(aggregate.website_count)}` },
    { name: 'conversions', label: 'Conversions', detail: `${formatRate(aggregate.conversion_rate)} of visitors` },
    { name: 'subscribes', label: 'Subscribes', detail: `${formatRate(aggregate.subscribe_rate)} of visitors` },
    { name: 'orders', label: 'Orders', detail: `${formatRate(aggregate.order_rate)} of visitors` },
  ] as const;
  return (
    <section className="card" aria-label="All websites together">
      <div className="tiles tiles-wide">
        {tiles.map(({ name, label, detail }) => (
          <div key={name} className="tile" data-metric={name}>
            <span className="tile-label">{label}</span>
            <span className="tile-value">{formatCount(aggregate[name])}</span>
            <ChangeChip change={changeOf(name)} value={aggregate[name]} />
            <span className="tile-detail">{detail}</span>
          </div>
        ))}
        <div className="tile" data-metric="revenue">
          <span className="tile-label">Revenue</span>
          <Revenue
            sums={revenueByCurrency(rows)}
            change={before && percentChange(aggregate.revenue, before.revenue)}
            aov={aggregate.aov}
          />
        </div>
      </div>
    </section>
  );
}

function websiteCount(count: number): string {
  return count === 1 ? 'one website' : `${formatCount(count)} websites`;
}

/** Money of different currencies can't be added up. */
function revenueByCurrency(rows: readonly WebsiteRow[]): [string, number][] {
  const sums = new Map<string, number>();
  for (const { currency, revenue } of rows) {
    if (currency !== undefined) sums.set(currency, (sums.get(currency) ?? 0) + revenue);
  }
  return [...sums].sort(([, a], [, b]) => b - a);
}

interface RevenueProps {
  readonly sums: readonly (readonly [string, number])[];
  /** Both mean something only where there is one currency. */
  readonly change: number | null | undefined;
  readonly aov: number;
}

function Revenue({ sums, change, aov }: RevenueProps) {
  const [first, ...others] = sums;
  if (!first) return <span className="tile-value">–</span>;
  const [currency, sum] = first;
  return (
    <>
      <span className="tile-value">{formatMoney(sum, currency)}</span>
      {others.length === 0 && <ChangeChip change={change} value={sum} />}
      {others.length === 0 && <span className="tile-detail">{formatMoney(aov, currency)} per order</span>}
      {others.map(([other, amount]) => (
        <span key={other} className="tile-value-more">
          + {formatMoney(amount, other)}
        </span>
      ))}
    </>
  );
}

function percentChange(current: number, before: number): number | null {
  return before === 0 ? null : ((current - before) / before) * 100;
}
