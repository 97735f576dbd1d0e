// The account at a glance: all websites together, then each of them.

import { type UseQueryResult, useQuery } from '@tanstack/react-query';
import clsx from 'clsx';
import { useMemo } from 'react';
import { type AccountNumbers, accountBeforeQuery, daysOfAccount } from '../api/account-before.ts';
import { boundedAggregate, percentOf, sumOf } from '../api/aggregate.ts';
import { partialBucket, wholeOnes } from '../api/buckets.ts';
import { compareTimeframes, percentChange } from '../api/comparison.ts';
import { useApi } from '../api/context.tsx';
import { type FirstDays, firstDaysQuery, useHasInsights } from '../api/first-days.ts';
import { isToCome } from '../api/is-to-come.ts';
import { accountQuery, accountTrendsQuery, insightsQuery, websitesQuery } from '../api/queries.ts';
import { withReason } from '../api/read-compared.ts';
import { rangeOf } from '../api/timeframe.ts';
import type { AccountPerformance, TimeframeBlock } from '../api/types.ts';
import { buttonClass } from '../components/button.tsx';
import { Card, CardGrid, PlainCard } from '../components/card.tsx';
import { CsvButton } from '../components/csv-button.tsx';
import { DataTable, tableCsv } from '../components/data-table.tsx';
import { EstimateNote } from '../components/estimate.tsx';
import { PageFrame, ReportSkeleton } from '../components/page-frame.tsx';
import { Recommendations } from '../components/recommendations.tsx';
import { EmptyState, ErrorState } from '../components/states.tsx';
import { Tile, Tiles } from '../components/tile.tsx';
import { ViewControls } from '../controls/view-controls.tsx';
import { type DayRange, formatDay, todayIn } from '../format/dates.ts';
import { formatCount, formatMoney, formatRate } from '../format/numbers.ts';
import { rich, t } from '../language/t.ts';
import type { ComparedDays } from '../periods.ts';
import { Link, useView } from '../routing/router.tsx';
import type { View } from '../routing/view.ts';
import { FirstEvent } from './first-event.tsx';
import styles from './overview.module.css';
import { type WebsiteRow, websiteColumns } from './website-columns.tsx';
import { ALL_TIME, isEmpty, useWaiting } from './without-events.ts';

const BRIEFINGS_MAX = 4;
const RECOMMENDATIONS_MAX = 2;

export function OverviewPage() {
  const api = useApi();
  const view = useView();
  const websites = useQuery(websitesQuery(api));
  const account = useQuery(accountQuery(api, view));
  const title = websites.data?.[0]?.account_name ?? t('common.overview');
  const hasNone = account.data?.data.websites.length === 0;
  const isEmptyPeriod = !hasNone && isEmpty(account.data?.data.aggregate);
  const allTime = useQuery({ ...accountQuery(api, ALL_TIME), enabled: isEmptyPeriod });
  const [isWaiting, showNumbers] = useWaiting(isEmptyPeriod && isEmpty(allTime.data?.data.aggregate));
  const compared = useCompared(account.data, view);
  return (
    <PageFrame
      title={title}
      timeframe={isWaiting ? undefined : compared?.timeframe}
      controls={!isWaiting && <ViewControls counts={false} />}
    >
      {account.isPending && <ReportSkeleton />}
      {account.isError && <ErrorState error={account.error} onRetry={() => account.refetch()} />}
      {hasNone && <NoWebsites />}
      {isWaiting && account.data && <NoEvents websites={account.data.data.websites} onDone={showNumbers} />}
      {compared && !hasNone && !isWaiting && (
        <AccountReport {...compared} account={title} view={view} stale={account.isPlaceholderData} />
      )}
    </PageFrame>
  );
}

function NoWebsites() {
  return (
    <PlainCard>
      <EmptyState title={t('overview.noWebsitesYet')}>
        <p>{t('overview.numbersAppear')}</p>
      </EmptyState>
    </PlainCard>
  );
}

interface NoEventsProps {
  readonly websites: AccountPerformance['data']['websites'];
  onDone(): void;
}

function NoEvents({ websites, onDone }: NoEventsProps) {
  const [first, ...others] = websites;
  if (first && others.length === 0) return <FirstEvent websiteId={first.id} onDone={onDone} />;
  return (
    <PlainCard>
      <EmptyState title={t('common.noEventsYet')}>
        <p>{t('overview.openWebsite')}</p>
        {websites.map(({ id, name }) => (
          <Link key={id} to={{ name: 'website', websiteId: id }} className={buttonClass()}>
            {name}
          </Link>
        ))}
      </EmptyState>
    </PlainCard>
  );
}

interface Compared {
  readonly report: AccountPerformance;
  readonly timeframe: TimeframeBlock;
  /** The days of the period that are compared, and those that they are compared with; undefined while they are loading, and if nothing is compared. */
  readonly counted: AccountNumbers | undefined;
  readonly before: AccountNumbers | undefined;
  readonly isLoading: boolean;
  /** For each website that is not compared, its first day: it is later than the days to compare with. */
  readonly firstDays: ReadonlyMap<number, string>;
}

/** The report itself compares only with the previous period, and not its visitors. */
function useCompared(report: AccountPerformance | undefined, view: View): Compared | undefined {
  const { data: known, isPending } = useQuery(firstDaysQuery(useApi()));
  const days = useMemo(() => known && report && daysOfAccount(view, report, known), [view, report, known]);
  const before = useBefore(days, report);
  const whole = useReportOf(days?.isWithoutToday ? days.counted : undefined);
  if (!report) return undefined;
  const counted = (days?.isWithoutToday ? whole.data : report)?.data;
  const isLoading = isPending || before.isLoading || whole.isLoading;
  const { previous_range_start: _, previous_range_end: __, ...own } = report.timeframe;
  const firstDays = laterFirstDays(known, days?.before);
  // The account is compared if some website has data of all days. One without any events has none.
  const isNew =
    firstDays.size > 0 &&
    report.data.websites.every(({ id }) => firstDays.has(id) || known?.get(id)?.firstDay === undefined);
  const timeframe = withReason<TimeframeBlock>(view, own, days, isNew ? [...firstDays.values()].sort()[0] : undefined);
  const isCompared = days && !timeframe.notCompared;
  return {
    report,
    timeframe: isCompared ? compareTimeframes(timeframe, days) : timeframe,
    counted,
    before: before.data,
    isLoading,
    firstDays,
  };
}

function laterFirstDays(known: ReadonlyMap<number, FirstDays> | undefined, before: DayRange | undefined) {
  const later = new Map<number, string>();
  for (const [id, { firstDay }] of known ?? []) {
    if (before && firstDay !== undefined && firstDay > before.start) later.set(id, firstDay);
  }
  return later;
}

interface AccountReportProps extends Compared {
  /** Its name, for files. */
  readonly account: string;
  readonly view: View;
  readonly stale: boolean;
}

function AccountReport(props: AccountReportProps) {
  const { account, report, timeframe, counted, before, isLoading, firstDays, view, stale } = props;
  const rows = useWebsiteRows({ report, counted, before, firstDays, view });
  const columns = websiteColumns(timeframe);
  const isCompared = timeframe.notCompared === undefined;
  return (
    <>
      <AccountTiles report={report} counted={counted} before={isCompared ? before : undefined} rows={rows} />
      <Card
        title={t('common.websites')}
        hint={t('overview.websitesHint')}
        flush
        stale={stale}
        actions={
          <CsvButton
            content={{ website: account, what: t('overview.fileWebsites'), days: rangeOf(report.timeframe) }}
            label={t('overview.theWebsites')}
            file={() => tableCsv(columns, rows)}
            isLoading={isLoading}
          />
        }
      >
        <DataTable caption={t('common.websites')} columns={columns} rows={rows} keyOf={(row) => row.id} />
      </Card>
      <CardGrid>
        {rows.slice(0, BRIEFINGS_MAX).map(({ id, name }) => (
          <Briefing key={id} websiteId={id} name={name} />
        ))}
      </CardGrid>
    </>
  );
}

interface Loaded<Data> {
  /** undefined while it is loading, if that failed, and if there is nothing to compare. */
  readonly data: Data | undefined;
  readonly isLoading: boolean;
}

/** The answer about other days, which a query may show meanwhile, is not one. */
function loaded<Data>(query: UseQueryResult<Data>, isAsked: boolean): Loaded<Data> {
  const isLoading = isAsked && isToCome(query);
  return { data: isAsked && !isLoading ? query.data : undefined, isLoading };
}

function useBefore(days: ComparedDays | undefined, report: AccountPerformance | undefined): Loaded<AccountNumbers> {
  const websiteIds = report?.data.websites.map(({ id }) => id) ?? [];
  const query = accountBeforeQuery(useApi(), days ?? NO_DAYS, websiteIds);
  return loaded(useQuery({ ...query, enabled: days !== undefined }), days !== undefined);
}

const NO_DAY: DayRange = { start: '', end: '' };
const NO_DAYS: ComparedDays = { counted: NO_DAY, before: NO_DAY, isWithoutToday: false };

function useReportOf(days: DayRange | undefined): Loaded<AccountPerformance> {
  const period = { timeframe: 'custom', rangeStart: days?.start ?? '', rangeEnd: days?.end ?? '' } as const;
  return loaded(useQuery({ ...accountQuery(useApi(), period), enabled: days !== undefined }), days !== undefined);
}

/** The first recommendations of the last weekly snapshot. */
function Briefing({ websiteId, name }: { readonly websiteId: number; readonly name: string }) {
  const hasInsights = useHasInsights(websiteId) ?? false;
  const insights = useQuery({ ...insightsQuery(useApi(), websiteId), enabled: hasInsights });
  const items = insights.data?.data.ai_recommendations.items ?? [];
  if (!insights.data || items.length === 0) return null;
  return (
    <Card
      title={t('overview.whatToDoOn', { name })}
      hint={t('overview.fromWeek', { day: formatDay(insights.data.data.week) })}
      actions={
        <Link to={{ name: 'insights', websiteId }} className={buttonClass({ variant: 'quiet' })}>
          {rich('overview.allInsights', { name, hidden: (text) => <span className="visually-hidden">{text}</span> })}
        </Link>
      }
    >
      <Recommendations
        items={items.slice(0, RECOMMENDATIONS_MAX).map((text) => ({ text, campaign_ids: [] }))}
        websiteId={websiteId}
        week={insights.data.data.week}
      />
    </Card>
  );
}

function useWebsiteRows({
  report: { data, timeframe },
  counted,
  before,
  firstDays,
  view,
}: Omit<AccountReportProps, 'account' | 'timeframe' | 'isLoading' | 'stale'>): WebsiteRow[] {
  const api = useApi();
  const { data: trends } = useQuery(accountTrendsQuery(api, view));
  const dates = trends?.data.dates ?? [];
  const today = todayIn(timeframe.timezone);
  const isWhole = dates.map((date) => !partialBucket(date, trends!.data.group_by, rangeOf(timeframe), today));
  return data.websites.map((website) => {
    const earlier = before?.websites.find(({ id }) => id === website.id);
    const now = counted?.websites.find(({ id }) => id === website.id);
    const noDataBefore = firstDays.get(website.id);
    const trend = trends?.data.websites.find(({ id }) => id === website.id);
    const changeOf = (name: 'viewers' | 'conversions' | 'revenue') =>
      now && earlier && noDataBefore === undefined ? percentChange(now[name], earlier[name]) : undefined;
    return {
      ...website,
      viewers_change: changeOf('viewers'),
      conversions_change: changeOf('conversions'),
      revenue_change: changeOf('revenue'),
      noDataBefore,
      trend: wholeOnes(trend?.viewers ?? [], (point) => isWhole[point] ?? false),
    };
  });
}

interface AccountTilesProps {
  readonly report: AccountPerformance;
  readonly counted: AccountNumbers | undefined;
  readonly before: AccountNumbers | undefined;
  readonly rows: readonly WebsiteRow[];
}

/** Of the websites together, each person counts once. The other numbers are sums. */
const DISTINCT = ['viewers', 'conversions', 'subscribes'] as const;

function AccountTiles({ report, counted, before, rows }: AccountTilesProps) {
  const { aggregate } = report.data;
  const shown = boundedAggregate(aggregate, rows);
  const rate = (part: number) => t('numbers.ofVisitors', { rate: formatRate(percentOf(part, shown.viewers)) });
  const changeOf = (name: 'viewers' | 'conversions' | 'subscribes' | 'orders' | 'revenue') => {
    const [now, earlier] = [counted?.aggregate[name], before?.aggregate[name]];
    return now === undefined || earlier === undefined ? undefined : percentChange(now, earlier);
  };
  const [rateNow, rateBefore] = [conversionRateOf(counted), conversionRateOf(before)];
  const notSums = DISTINCT.filter((name) => shown[name] !== sumOf(rows, name));
  const isEstimate = (name: string) => notSums.some((other) => other === name);
  const tile = (name: 'viewers' | 'conversions' | 'subscribes' | 'orders') => ({
    metric: name,
    value: formatCount(shown[name]),
    isEstimate: isEstimate(name),
    change: { percent: changeOf(name), of: shown[name] },
  });
  return (
    <PlainCard label={t('overview.allWebsites')}>
      <Tiles above={notSums.length > 0}>
        <Tile
          {...tile('viewers')}
          term="visitors"
          detail={t('overview.onWebsites', { count: aggregate.website_count })}
        />
        <Tile {...tile('conversions')} term="conversions" detail={rate(shown.conversions)} />
        <Tile
          metric="conversion_rate"
          term="conversion_rate"
          value={formatRate(percentOf(shown.conversions, shown.viewers))}
          isEstimate={isEstimate('viewers') || isEstimate('conversions')}
          change={{
            percent: rateNow === undefined || rateBefore === undefined ? undefined : percentChange(rateNow, rateBefore),
            of: shown.conversions,
          }}
          detail={t('overview.partOfVisitors', {
            part: formatCount(shown.conversions),
            whole: formatCount(shown.viewers),
          })}
        />
        <Tile {...tile('subscribes')} term="subscribes" detail={rate(shown.subscribes)} />
        <Tile {...tile('orders')} term="orders" detail={rate(shown.orders)} />
        <RevenueTile aggregate={aggregate} change={changeOf('revenue')} />
      </Tiles>
      {notSums.length > 0 && (
        <p className={clsx('hint', styles.reason)}>
          <EstimateNote>{t('overview.notTheSum')}</EstimateNote>
        </p>
      )}
    </PlainCard>
  );
}

/** undefined: the visitors of all websites together are not known. */
function conversionRateOf(numbers: AccountNumbers | undefined): number | undefined {
  const { viewers, conversions } = numbers?.aggregate ?? {};
  return viewers === undefined || conversions === undefined ? undefined : percentOf(conversions, viewers);
}

interface RevenueTileProps {
  readonly aggregate: AccountPerformance['data']['aggregate'];
  /** This and the average order only mean something if there is one currency. */
  readonly change: number | null | undefined;
}

function RevenueTile({ aggregate, change }: RevenueTileProps) {
  const { currency, revenue, aov, revenue_by_currency: byCurrency = {} } = aggregate;
  const tile = { metric: 'revenue', term: 'revenue' } as const;
  if (currency === null) {
    const sums = Object.entries(byCurrency).sort(([, a], [, b]) => b - a);
    const [first = '–', ...others] = sums.map(([name, sum]) => formatMoney(sum, name));
    return <Tile {...tile} value={first} more={others} />;
  }
  return (
    <Tile
      {...tile}
      value={formatMoney(revenue, currency)}
      change={{ percent: change, of: revenue }}
      detail={t('numbers.perOrder', { amount: formatMoney(aov, currency) })}
    />
  );
}
