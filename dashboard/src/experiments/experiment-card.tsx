// An experiment as the service judges it: verdict, lifts with their intervals, how they narrowed, what is at stake, health.

import { countDays, type DayRange } from '@funnel/report-files/days.ts';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { finestGroupBy } from '../api/buckets.ts';
import { useApi, useIsChat } from '../api/context.tsx';
import { isToCome } from '../api/is-to-come.ts';
import { notKeptIn } from '../api/kept-events.ts';
import { firstWithVisitors } from '../api/known-since.ts';
import { ApiProblem } from '../api/problem.ts';
import { experimentQuery } from '../api/queries.ts';
import { type SeriesSubject, seriesQuery } from '../api/series.ts';
import type { ExperimentReport } from '../api/types.ts';
import { Narrowing } from '../charts/narrowing.tsx';
import { Card } from '../components/card.tsx';
import { type Column, DataTable } from '../components/data-table.tsx';
import { Notice } from '../components/notice.tsx';
import { numberColumn } from '../components/number-column.tsx';
import { ErrorState, Skeleton } from '../components/states.tsx';
import { Tile, Tiles } from '../components/tile.tsx';
import { formatRange } from '../format/dates.ts';
import { variantName } from '../format/names.ts';
import { formatCount, formatMoney, formatRate } from '../format/numbers.ts';
import { t } from '../language/t.ts';
import { useView } from '../routing/router.tsx';
import { BySegment, SegmentValues } from './by-segment.tsx';
import styles from './experiment-card.module.css';
import { Lift, reachOf } from './lift.tsx';
import { testNotKept } from './test-not-kept.ts';
import { VariantName } from './variant-name.tsx';
import { VerdictText } from './verdict.tsx';

type Data = ExperimentReport['data'];
type ComparedVariant = Data['variants'][number];

interface ExperimentCardProps {
  readonly websiteId: number;
  readonly campaignId: number;
  readonly title: string;
  readonly actions?: ReactNode;
  /** Stands in place of the card where the report does not exist: there is no tool for it, so a chat has none. */
  readonly fallback: ReactNode;
}

export function ExperimentCard({ websiteId, campaignId, title, actions, fallback }: ExperimentCardProps) {
  const api = useApi();
  const {
    data: report,
    error,
    isPending,
    refetch,
  } = useQuery(experimentQuery(api, websiteId, campaignId, useView().filters));
  const notKept = notKeptIn(error);
  if (error instanceof ApiProblem && error.status === 404) return fallback;
  return (
    <Card title={title} flush hint={report && <Judgement data={report.data} />} actions={actions}>
      {isPending && <Skeleton lines={4} />}
      {notKept && (
        <p className={styles.notKept}>
          {testNotKept(notKept)} {t('experiments.removeFilters')}
        </p>
      )}
      {error && !notKept && <ErrorState error={error} onRetry={() => refetch()} />}
      {report && <Details report={report} />}
    </Card>
  );
}

/** The answer of a tool: what it was asked for is in it, and nothing else is asked. */
export function ExperimentResult({ report }: { readonly report: ExperimentReport }) {
  return (
    <Card title={t('experiments.variantsInTest')} flush hint={<Judgement data={report.data} />}>
      <Details report={report} />
    </Card>
  );
}

function Judgement({ data: { verdict, incremental_sentence: brought } }: { readonly data: Data }) {
  return (
    <>
      {/* What makes it unhealthy is in the verdict. */}
      {brought !== undefined && verdict.kind !== 'unhealthy' && <p className={styles.brought}>{brought}</p>}
      <VerdictText verdict={verdict} />
    </>
  );
}

function Details({ report: { data, website } }: { readonly report: ExperimentReport }) {
  // An alarm is part of the verdict.
  const findings = data.health.filter(({ severity }) => severity !== 'alarm');
  const { filters } = useView();
  const isChat = useIsChat();
  return (
    <>
      {findings.map(({ kind, sentence }) => (
        <div key={kind} className={styles.finding}>
          <Notice>{sentence}</Notice>
        </div>
      ))}
      <Facts data={data} currency={website.currency} websiteId={website.id} />
      <ComparedVariants data={data} currency={website.currency} websiteId={website.id} />
      <History data={data} />
      {data.breakdown ? (
        <SegmentValues data={data} breakdown={data.breakdown} filters={filters} />
      ) : (
        !isChat && <BySegment websiteId={website.id} campaignId={data.id} />
      )}
    </>
  );
}

interface FactsProps {
  readonly data: Data;
  readonly currency: string;
  readonly websiteId: number;
}

function Facts({ data, currency, websiteId }: FactsProps) {
  const { at_stake: stake, verdict, test, metric } = data;
  const perWeek = stake?.revenue_per_week ?? null;
  const events = stake?.conversions_per_week ?? null;
  return (
    <Tiles above>
      {data.incremental && (
        <Brought brought={data.incremental} currency={currency} isTrusted={verdict.kind !== 'unhealthy'} />
      )}
      {perWeek ? (
        <Tile
          metric="at_stake"
          term="at_stake"
          value={formatMoney(Math.max(0, perWeek.estimate), currency)}
          detail={rangeText(formatMoney(perWeek.low, currency), formatMoney(perWeek.high, currency))}
        />
      ) : (
        <Tile
          metric="at_stake"
          term="at_stake"
          value={events ? t(EVENTS[metric], { count: Math.round(events.estimate) }) : '–'}
          detail={
            events ? rangeText(formatCount(Math.round(events.low)), formatCount(Math.round(events.high))) : undefined
          }
        />
      )}
      <Tile
        metric="days_left"
        term="days_left"
        value={verdict.days_left === null ? '–' : t('experiments.aboutDays', { days: formatCount(verdict.days_left) })}
        detail={verdict.days_left === null ? undefined : t('experiments.withCurrentTraffic')}
      />
      {test ? (
        <RunningFor
          subject={{ kind: 'campaigns', websiteId, id: data.id }}
          days={{ start: test.first_day, end: test.last_day }}
        />
      ) : (
        <Tile metric="test" term="running_for" value="–" />
      )}
    </Tiles>
  );
}

interface RunningForProps {
  readonly subject: SeriesSubject;
  /** The days of the test. */
  readonly days: DayRange;
}

/** Visitors who match the filters of the page may have come only later: what is shown is about these days. */
export function RunningFor({ subject, days }: RunningForProps) {
  const { filters } = useView();
  const series = useQuery({
    ...seriesQuery(useApi(), subject, days, { groupBy: finestGroupBy(days), countType: 'total', filters }),
    enabled: filters.length > 0,
  });
  const first = filters.length > 0 && !isToCome(series) ? firstWithVisitors(series.data ?? []) : undefined;
  const isLater = first !== undefined && first > days.start;
  const counted = isLater ? { start: first, end: days.end } : days;
  const text = formatRange(counted);
  return (
    <Tile
      metric="test"
      term="running_for"
      value={t('experiments.days', { count: countDays(counted) })}
      detail={isLater ? t('experiments.countedDays', { days: text }) : text}
    />
  );
}

const EVENTS = {
  conversion_rate: 'experiments.conversions',
  completion_rate: 'experiments.conversions',
  subscribe_rate: 'experiments.conversions',
  order_rate: 'experiments.orders',
  revenue_per_visitor: 'experiments.orders',
} as const satisfies Readonly<Record<Data['metric'], string>>;

function rangeText(low: string, high: string): string {
  return t('experiments.range', { low, high });
}

interface BroughtProps {
  readonly brought: NonNullable<Data['incremental']>;
  readonly currency: string;
  /** false: what is wrong is in the verdict. */
  readonly isTrusted: boolean;
}

/** Says revenue if there is any, else orders. If there is neither, nothing was ordered yet, in neither group. */
export function Brought({ brought: { revenue, orders }, currency, isTrusted }: BroughtProps) {
  const tile = { metric: 'incremental', term: 'incremental' } as const;
  const shown = revenue ?? orders;
  if (!shown) {
    return <Tile {...tile} value="–" detail={isTrusted ? t('experiments.noOrdersYet') : t('experiments.notKnown')} />;
  }
  const format = (value: number) => (revenue ? formatMoney(value, currency) : formatCount(Math.round(value)));
  const { estimate, low, high } = shown;
  return (
    <Tile
      {...tile}
      value={revenue ? format(estimate) : t('experiments.orders', { count: Math.round(estimate) })}
      detail={rangeText(format(low), format(high))}
    />
  );
}

interface ComparedVariantsProps {
  readonly data: Data;
  readonly currency: string;
  readonly websiteId: number;
}

function ComparedVariants(props: ComparedVariantsProps) {
  return (
    <div className={styles.table}>
      <DataTable
        caption={t('experiments.variantsInTest')}
        columns={comparedColumns(props)}
        rows={props.data.variants}
        keyOf={({ id }) => id}
      />
    </div>
  );
}

function comparedColumns({ data, currency, websiteId }: ComparedVariantsProps): Column<ComparedVariant>[] {
  const liftOf = ({ metrics }: ComparedVariant) => metrics[data.metric].lift;
  const reach = reachOf(data.variants.map(liftOf));
  return [
    {
      name: 'name',
      label: t('common.variant'),
      term: 'variant',
      value: variantName,
      render: (variant) => (
        <VariantName
          websiteId={websiteId}
          campaignId={data.id}
          variant={variant}
          isControl={variant.is_control}
          isHoldout={variant.is_holdout}
        />
      ),
    },
    {
      name: 'lift',
      label: t('experiments.liftInterval'),
      term: 'lift',
      value: (variant) => liftOf(variant)?.estimate,
      render: (variant) => <Lift lift={liftOf(variant)} reach={reach} />,
    },
    numberColumn({ name: 'visitors', term: 'visitors', value: ({ visitors }) => visitors }),
    ...(['conversion_rate', 'order_rate'] as const)
      .filter((metric) => metric === 'conversion_rate' || metric === data.metric)
      .map((metric) =>
        numberColumn<ComparedVariant>({
          name: metric,
          term: metric,
          value: ({ metrics }) => metrics[metric].value,
          format: formatRate,
        }),
      ),
    numberColumn({
      name: 'revenue_per_visitor',
      term: 'revenue_per_visitor',
      value: ({ metrics }) => metrics.revenue_per_visitor.value,
      format: (value) => formatMoney(value, currency),
    }),
  ];
}

/** A chat has none. */
function History({ data }: { readonly data: Data }) {
  const { history = [] } = data;
  if (history.length < 2) return null;
  const control = data.variants[0];
  return (
    <div className={styles.history}>
      {data.variants.slice(1).map((variant, index) => (
        <Narrowing
          key={variant.id}
          label={t('experiments.liftDayByDay', {
            variant: variantName(variant),
            control: control ? variantName(control) : t('experiments.theControl'),
          })}
          points={history.flatMap(({ date, lifts }) => {
            const lift = lifts[index + 1];
            return lift ? [{ date, ...lift }] : [];
          })}
        />
      ))}
    </div>
  );
}
