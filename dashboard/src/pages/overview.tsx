// The account at a glance: all websites together, then each of them.

import { percentChange } from '@funnel/report-files/comparison.ts';
import type { MetricName, Metrics } from '@funnel/report-files/metrics.ts';
import { newsAmong, UNKNOWN_VARIATION } from '@funnel/report-files/noise.ts';
import { partialBucket } from '@funnel/report-files/partial-buckets.ts';
import { previousRangeOf, rangeOf } from '@funnel/report-files/timeframe.ts';
import { type UseQueryResult, useQuery } from '@tanstack/react-query';
import clsx from 'clsx';
import { lazy, Suspense, useMemo, useState } from 'react';
import { accountComparisonQuery } from '../api/account-comparison.ts';
import { type Converter, converterOf, overviewQuery } from '../api/account-overview.ts';
import {
  type AccountComparison,
  type AccountTotals,
  accountTimeframe,
  accountTotals,
  type NumberName,
  type Numbers,
  type WebsitePeriod,
  websitePeriods,
} from '../api/account-periods.ts';
import { boundedAggregate, percentOf, sumOf } from '../api/aggregate.ts';
import { useApi, useOptionalServices } from '../api/context.tsx';
import { firstDaysQuery, useHasInsights } from '../api/first-days.ts';
import { isToCome } from '../api/is-to-come.ts';
import { profileQuery } from '../api/profile.ts';
import { accountQuery, accountTrendsQuery, recommendationsQuery, websitesQuery } from '../api/queries.ts';
import type { AccountOverview, AccountPerformance, TimeframeBlock } from '../api/types.ts';
import { buttonClass } from '../components/button.tsx';
import { Card, CardGrid, PlainCard } from '../components/card.tsx';
import { EstimateNote } from '../components/estimate.tsx';
import { PageNotes } from '../components/notes.tsx';
import { PageFrame, ReportSkeleton } from '../components/page-frame.tsx';
import { Recommendations } from '../components/recommendations.tsx';
import { EmptyState, ErrorState } from '../components/states.tsx';
import { Tile, Tiles } from '../components/tile.tsx';
import { ViewControls } from '../controls/view-controls.tsx';
import { formatDay, todayIn } from '../format/dates.ts';
import { formatCount, formatMoney, formatRate } from '../format/numbers.ts';
import { rich, t } from '../language/t.ts';
import { Link, useView } from '../routing/router.tsx';
import type { View } from '../routing/view.ts';
import { AttentionCard } from './attention-card.tsx';
import { FirstEvent } from './first-event.tsx';
import styles from './overview.module.css';
import type { WebsiteRow } from './website-columns.tsx';
import { WebsitesCard } from './websites-card.tsx';
import { ALL_TIME, isEmpty, useWaiting } from './without-events.ts';

/** Few open it, and it brings much along. */
const ReportingDialog = lazy(async () => ({ default: (await import('./reporting-dialog.tsx')).ReportingDialog }));

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
  const compared = useCompared(account.data, view, websites);
  // Unlike the account's performance, they compare nothing: the page does that itself.
  const { data: trends } = useQuery(accountTrendsQuery(api, view));
  // They have fewer days than the numbers of the account, and may be exact where these are estimates.
  const notes = [
    ...(trends?.notes?.filter(({ code }) => code !== 'estimated') ?? []),
    ...(account.data?.notes?.filter(({ code }) => code === 'estimated') ?? []),
  ];
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
        <PageNotes notes={notes}>
          <AccountReport {...compared} view={view} stale={account.isPlaceholderData} />
        </PageNotes>
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
  readonly periods: readonly WebsitePeriod[];
  /** undefined while it is loading, if that failed, and if nothing is compared. */
  readonly comparison: AccountComparison | undefined;
  readonly isLoading: boolean;
}

interface ListedWebsite {
  readonly id: number;
  readonly timezone?: string | undefined;
}

/** The report itself compares only with the previous period, and not its visitors. */
function useCompared(
  report: AccountPerformance | undefined,
  view: View,
  { data: websites, isPending: isListPending }: UseQueryResult<readonly ListedWebsite[]>,
): Compared | undefined {
  const api = useApi();
  const { data: firstDays, isPending } = useQuery(firstDaysQuery(api));
  const periods = useMemo(() => {
    if (!report || !firstDays || !websites) return [];
    const timezones = new Map(websites.flatMap(({ id, timezone }) => (timezone === undefined ? [] : [[id, timezone]])));
    return websitePeriods(view, report, { firstDays, timezones });
  }, [view, report, firstDays, websites]);
  const timeframe = report && accountTimeframe(report.timeframe, periods);
  const isCompared = timeframe?.comparedDays !== undefined;
  const query = useQuery({ ...accountComparisonQuery(api, periods), enabled: isCompared });
  if (!report || !timeframe) return undefined;
  const isLoading = isPending || isListPending || (isCompared && isToCome(query));
  const comparison = isCompared && !isLoading ? query.data : undefined;
  return { report, timeframe, periods, comparison, isLoading };
}

interface AccountReportProps extends Compared {
  readonly view: View;
  readonly stale: boolean;
}

function AccountReport({ view, stale, isLoading, ...compared }: AccountReportProps) {
  const { report, timeframe, comparison } = compared;
  const { data: overview } = useQuery(overviewQuery(useApi()));
  const converter = converterOf(overview);
  const rows = useWebsiteRows(compared, view, overview, converter);
  const ownedAccountId = useOwnedAccount(overview);
  const [isChoosing, setChoosing] = useState(false);
  return (
    <>
      <AccountTiles
        report={report}
        totals={comparison && accountTotals(report.data, comparison)}
        timeframe={timeframe}
        rows={rows}
        converter={converter}
      />
      {rows.length > 1 && (
        <AttentionCard
          items={overview?.attention ?? []}
          nameOf={(websiteId) => rows.find(({ id }) => id === websiteId)?.name ?? ''}
        />
      )}
      <WebsitesCard
        {...{ view, rows, stale, isLoading }}
        timeframe={timeframe}
        onChooseCurrency={ownedAccountId === undefined ? undefined : () => setChoosing(true)}
      />
      {isChoosing && ownedAccountId !== undefined && (
        <Suspense>
          <ReportingDialog accountId={ownedAccountId} onClose={() => setChoosing(false)} />
        </Suspense>
      )}
      <CardGrid>
        {rows.slice(0, BRIEFINGS_MAX).map(({ id, name }) => (
          <Briefing key={id} websiteId={id} name={name} />
        ))}
      </CardGrid>
    </>
  );
}

/** The account of the websites, if the user owns it. A chat has no users. */
function useOwnedAccount(overview: AccountOverview | undefined): number | undefined {
  const isEnabled = useOptionalServices()?.settings.managesTokens ?? false;
  const { data: profile } = useQuery({ ...profileQuery(useApi()), enabled: isEnabled });
  const [id, ...others] = new Set(overview?.websites.map(({ account_id }) => account_id));
  if (others.length > 0 || id === undefined) return undefined;
  return profile?.accounts.some((account) => account.id === id && account.role === 'owner') ? id : undefined;
}

/** The first recommendations of the last weekly snapshot. */
function Briefing({ websiteId, name }: { readonly websiteId: number; readonly name: string }) {
  const hasInsights = useHasInsights(websiteId) ?? false;
  const { data: newest } = useQuery({ ...recommendationsQuery(useApi(), websiteId), enabled: hasInsights });
  if (!newest || newest.texts.length === 0) return null;
  return (
    <Card
      title={t('overview.whatToDoOn', { name })}
      hint={t('overview.fromWeek', { day: formatDay(newest.week) })}
      actions={
        <Link to={{ name: 'insights', websiteId }} className={buttonClass({ variant: 'quiet' })}>
          {rich('overview.allInsights', { name, hidden: (text) => <span className="visually-hidden">{text}</span> })}
        </Link>
      }
    >
      <Recommendations
        items={newest.texts.slice(0, RECOMMENDATIONS_MAX).map((text) => ({ text, campaign_ids: [] }))}
        websiteId={websiteId}
        week={newest.week}
      />
    </Card>
  );
}

function useWebsiteRows(
  { report: { data, timeframe }, periods, comparison }: Omit<Compared, 'isLoading'>,
  view: View,
  overview: AccountOverview | undefined,
  converter: Converter | undefined,
): WebsiteRow[] {
  const groups = new Map(overview?.websites.map(({ id, group }) => [id, group]));
  const { data: trends } = useQuery(accountTrendsQuery(useApi(), view));
  return data.websites.map((website) => {
    const own: TimeframeBlock = periods.find(({ id }) => id === website.id)?.timeframe ?? timeframe;
    const compared = own.comparedDays && comparison?.websites.get(website.id);
    const trend = trends?.data.websites.find(({ id }) => id === website.id)?.viewers ?? [];
    const isWhole = (date: string) => !partialBucket(date, trends!.data.group_by, rangeOf(own), todayIn(own.timezone));
    const changeOf = (name: NumberName) =>
      compared && percentChange((compared.counted ?? website)[name], compared.before[name]);
    const changes = {
      viewers_change: changeOf('viewers'),
      conversions_change: changeOf('conversions'),
      revenue_change: changeOf('revenue'),
    };
    return {
      ...website,
      ...changes,
      metrics: judgedMetrics(website, compared?.before, {
        ...{ views: changes.viewers_change, conversions: changes.conversions_change, revenue: changes.revenue_change },
      }),
      timeframe: own,
      group: groups.get(website.id) ?? null,
      converted: converter?.convert(website.revenue, website.currency),
      trend: trend.filter((_, index) => isWhole(trends!.data.dates[index]!)),
    };
  });
}

/** The numbers of websites as metrics, so that one rule judges all changes. */
function judgedMetrics(
  { viewers, ...numbers }: Numbers,
  before: Numbers | undefined,
  changes: Readonly<Partial<Record<MetricName, number | null | undefined>>>,
): Metrics {
  const judged = { views: viewers, ...numbers };
  return {
    ...judged,
    ...(before && { previous: { ...before, views: before.viewers }, changes }),
  } as unknown as Metrics;
}

interface AccountTilesProps {
  readonly report: AccountPerformance;
  /** undefined: nothing is compared, or not yet. */
  readonly totals: AccountTotals | undefined;
  readonly timeframe: TimeframeBlock;
  readonly rows: readonly WebsiteRow[];
  readonly converter: Converter | undefined;
}

/** Each person counts once for the websites together. The other numbers are sums. */
const DISTINCT = ['viewers', 'conversions', 'subscribes'] as const;

/** How much all websites together vary is assumed. */
function newsOfTotals({ timeframe, totals }: Pick<AccountTilesProps, 'timeframe' | 'totals'>) {
  const before = previousRangeOf(timeframe);
  if (!totals || !before) return () => undefined;
  const range = rangeOf(timeframe);
  const changeOf = (name: NumberName) => percentChange(totals.counted[name], totals.before[name]);
  const metrics = judgedMetrics(totals.counted, totals.before, {
    ...{ views: changeOf('viewers'), conversions: changeOf('conversions'), subscribes: changeOf('subscribes') },
    ...{ orders: changeOf('orders'), revenue: changeOf('revenue') },
    conversion_rate: percentChange(conversionRateOf(totals.counted), conversionRateOf(totals.before)),
  });
  const periods = { now: { ...range, end: timeframe.comparedThrough ?? range.end }, before } as const;
  const news = newsAmong([metrics], TILE_METRICS, { ...periods, countType: 'distinct' }, UNKNOWN_VARIATION);
  return (name: MetricName) => news(metrics, name);
}

const TILE_METRICS = ['views', 'conversions', 'conversion_rate', 'subscribes', 'orders', 'revenue'] as const;

function AccountTiles({ report, totals, timeframe, rows, converter }: AccountTilesProps) {
  const { aggregate } = report.data;
  const isExact = report.precision === 'exact';
  const shown = boundedAggregate(aggregate, rows);
  const rate = (part: number) => t('numbers.ofVisitors', { rate: formatRate(percentOf(part, shown.viewers)) });
  const changeOf = (name: NumberName) => totals && percentChange(totals.counted[name], totals.before[name]);
  const notSums = DISTINCT.filter((name) => shown[name] !== sumOf(rows, name));
  const isEstimate = (name: string) => !isExact && notSums.some((other) => other === name);
  const reason = (
    <>
      {t('overview.notTheSum')} {!isExact && t('overview.largeAreEstimates')}{' '}
      {totals?.isSum && t('overview.changesOfTheSum')}
    </>
  );
  const isNews = newsOfTotals({ timeframe, totals });
  const tile = (name: 'viewers' | 'conversions' | 'subscribes' | 'orders') => ({
    metric: name,
    value: formatCount(shown[name]),
    isEstimate: isEstimate(name),
    change: { percent: changeOf(name), of: shown[name], isNews: isNews(name === 'viewers' ? 'views' : name) },
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
            percent: totals && percentChange(conversionRateOf(totals.counted), conversionRateOf(totals.before)),
            of: shown.conversions,
            isRate: true,
            isNews: isNews('conversion_rate'),
          }}
          detail={t('overview.partOfVisitors', {
            part: formatCount(shown.conversions),
            whole: formatCount(shown.viewers),
          })}
        />
        <Tile {...tile('subscribes')} term="subscribes" detail={rate(shown.subscribes)} />
        <Tile {...tile('orders')} term="orders" detail={rate(shown.orders)} />
        <RevenueTile
          aggregate={aggregate}
          change={{ percent: changeOf('revenue'), isNews: isNews('revenue') }}
          converter={converter}
        />
      </Tiles>
      {notSums.length > 0 && (
        <p className={clsx('hint', styles.reason)}>{isExact ? reason : <EstimateNote>{reason}</EstimateNote>}</p>
      )}
    </PlainCard>
  );
}

function conversionRateOf({ viewers, conversions }: Numbers): number {
  return percentOf(conversions, viewers);
}

interface RevenueTileProps {
  readonly aggregate: AccountPerformance['data']['aggregate'];
  /** This and the average order only mean something if there is one currency. */
  readonly change: { readonly percent: number | null | undefined; readonly isNews: boolean | undefined };
  readonly converter: Converter | undefined;
}

/** undefined: there is no reporting currency, or a rate is missing. */
function convertedSum(byCurrency: Readonly<Record<string, number>>, converter: Converter | undefined) {
  const parts = Object.entries(byCurrency).map(([name, sum]) => converter?.convert(sum, name));
  return parts.every((part) => part !== undefined) ? parts.reduce((sum, part) => sum + part, 0) : undefined;
}

function RevenueTile({ aggregate, change, converter }: RevenueTileProps) {
  const { currency, revenue, aov, revenue_by_currency: byCurrency = {} } = aggregate;
  const tile = { metric: 'revenue', term: 'revenue' } as const;
  if (currency === null) {
    const sums = Object.entries(byCurrency).sort(([, a], [, b]) => b - a);
    const amounts = sums.map(([name, sum]) => formatMoney(sum, name));
    const [first = '–', ...others] = amounts;
    const converted = convertedSum(byCurrency, converter);
    if (converted === undefined || !converter) return <Tile {...tile} value={first} more={others} />;
    const value = formatMoney(converted, converter.currency);
    const detail = t('overview.converted', { amounts: amounts.join(' + ') });
    return <Tile {...tile} value={value} isEstimate detail={detail} />;
  }
  return (
    <Tile
      {...tile}
      value={formatMoney(revenue, currency)}
      change={{ ...change, of: revenue }}
      detail={t('numbers.perOrder', { amount: formatMoney(aov, currency) })}
    />
  );
}
