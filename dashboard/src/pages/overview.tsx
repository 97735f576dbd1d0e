// The account at a glance: all websites together, then each of them.
import { useQueries, useQuery } from '@tanstack/react-query';
import { defaultGroupBy } from '../api/buckets.ts';
import { useApi } from '../api/context.tsx';
import { accountQuery, insightsQuery, websiteQuery, websitesQuery } from '../api/queries.ts';
import { previousRangeOf, rangeOf, seriesQuery } from '../api/series.ts';
import type { AccountPerformance } from '../api/types.ts';
import { buttonClass } from '../components/button.tsx';
import { Card, CardGrid, PlainCard } from '../components/card.tsx';
import { CsvButton } from '../components/csv-button.tsx';
import { DataTable, tableCsv } from '../components/data-table.tsx';
import { PageFrame, ReportSkeleton } from '../components/page-frame.tsx';
import { Recommendations } from '../components/recommendations.tsx';
import { EmptyState, ErrorState } from '../components/states.tsx';
import { Tile, Tiles } from '../components/tile.tsx';
import { ViewControls } from '../controls/view-controls.tsx';
import { formatDay } from '../format/dates.ts';
import { METRIC_LABELS } from '../format/metric.ts';
import { formatCount, formatMoney, formatRate } from '../format/numbers.ts';
import { Link, useView } from '../routing/router.tsx';
import { canCompare, type View } from '../routing/view.ts';
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
    <PlainCard>
      <EmptyState title="No websites yet">
        <p>Numbers appear here once a website is set up and its first events have arrived.</p>
      </EmptyState>
    </PlainCard>
  );
}

/** The account report always has the previous period, even if nothing is compared. */
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
      <AccountTiles report={report} rows={rows} view={view} />
      <Card
        title="Websites"
        hint="Unique visitors of each website. Open a website to see its campaigns."
        flush
        stale={stale}
        actions={
          <CsvButton
            name={`websites ${report.timeframe.range_start.slice(0, 10)}`}
            label="the websites"
            file={() => tableCsv(columns, rows)}
          />
        }
      >
        <DataTable caption="Websites" columns={columns} rows={rows} keyOf={(row) => row.id} />
      </Card>
      <CardGrid>
        {rows.slice(0, BRIEFINGS_MAX).map(({ id, name }) => (
          <Briefing key={id} websiteId={id} name={name} />
        ))}
      </CardGrid>
    </>
  );
}

/** The first recommendations of the last weekly snapshot. */
function Briefing({ websiteId, name }: { readonly websiteId: number; readonly name: string }) {
  const insights = useQuery(insightsQuery(useApi(), websiteId));
  const items = insights.data?.data.ai_recommendations.items ?? [];
  if (!insights.data || items.length === 0) return null;
  return (
    <Card
      title={`What to do next on ${name}`}
      hint={`From the week of ${formatDay(insights.data.data.week)}`}
      actions={
        <Link to={{ name: 'insights', websiteId }} className={buttonClass({ variant: 'quiet' })}>
          All insights<span className="visually-hidden"> for {name}</span>
        </Link>
      }
    >
      <Recommendations items={items.slice(0, RECOMMENDATIONS_MAX)} />
    </Card>
  );
}

/** The account report has no currencies and no change of visitors: those come from the website reports. */
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

interface AccountTilesProps {
  readonly report: AccountPerformance;
  readonly rows: readonly WebsiteRow[];
  readonly view: View;
}

function AccountTiles({ report, rows, view }: AccountTilesProps) {
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
    {
      name: 'conversions',
      label: METRIC_LABELS.conversions,
      detail: `${formatRate(aggregate.conversion_rate)} of visitors`,
    },
    {
      name: 'subscribes',
      label: METRIC_LABELS.subscribes,
      detail: `${formatRate(aggregate.subscribe_rate)} of visitors`,
    },
    { name: 'orders', label: METRIC_LABELS.orders, detail: `${formatRate(aggregate.order_rate)} of visitors` },
  ] as const;
  return (
    <PlainCard label="All websites">
      <Tiles>
        {tiles.map(({ name, label, detail }) => (
          <Tile
            key={name}
            metric={name}
            label={label}
            value={formatCount(aggregate[name])}
            change={{ percent: changeOf(name), of: aggregate[name] }}
            detail={detail}
          />
        ))}
        <RevenueTile
          sums={revenueByCurrency(rows)}
          change={before && percentChange(aggregate.revenue, before.revenue)}
          aov={aggregate.aov}
        />
      </Tiles>
    </PlainCard>
  );
}

function websiteCount(count: number): string {
  return count === 1 ? 'one website' : `${formatCount(count)} websites`;
}

/** Amounts in different currencies cannot be added up. */
function revenueByCurrency(rows: readonly WebsiteRow[]): [string, number][] {
  const sums = new Map<string, number>();
  for (const { currency, revenue } of rows) {
    if (currency !== undefined) sums.set(currency, (sums.get(currency) ?? 0) + revenue);
  }
  return [...sums].sort(([, a], [, b]) => b - a);
}

interface RevenueTileProps {
  readonly sums: readonly (readonly [string, number])[];
  /** This and the average order only mean something if there is one currency. */
  readonly change: number | null | undefined;
  readonly aov: number;
}

function RevenueTile({ sums, change, aov }: RevenueTileProps) {
  const tile = { metric: 'revenue', label: METRIC_LABELS.revenue };
  const [first, ...others] = sums;
  if (!first) return <Tile {...tile} value="–" />;
  const [currency, sum] = first;
  const value = formatMoney(sum, currency);
  if (others.length > 0) {
    return <Tile {...tile} value={value} more={others.map(([other, amount]) => formatMoney(amount, other))} />;
  }
  return (
    <Tile
      {...tile}
      value={value}
      change={{ percent: change, of: sum }}
      detail={`${formatMoney(aov, currency)} per order`}
    />
  );
}

function percentChange(current: number, before: number): number | null {
  return before === 0 ? null : ((current - before) / before) * 100;
}
