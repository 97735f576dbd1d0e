// What a chat shows of tools that no page of the dashboard stands for: the verdict on an experiment, a funnel, the parts of a change, the
// hours of the week, who comes back, and what visitors do next. Everything is in the result; a link leads to the pages.

import type { MetricName } from '@funnel/report-files/metrics.ts';
import { isRate } from '@funnel/report-files/metrics.ts';
import { pathTree } from '@funnel/report-files/path-tree.ts';
import { begunPeriods } from '@funnel/report-files/tables/event-log.ts';
import { rangeOf } from '@funnel/report-files/timeframe.ts';
import type { CSSProperties, ReactNode } from 'react';
import type {
  BestTimesReport,
  ChangeReport,
  ExperimentReport,
  FunnelReport,
  PathsReport,
  RetentionReport,
} from '../api/types.ts';
import { Card, CardBody, PlainCard } from '../components/card.tsx';
import { type Column, DataTable } from '../components/data-table.tsx';
import { SampleNote } from '../components/estimate.tsx';
import { FollowedNote } from '../components/followed-note.tsx';
import { Notes } from '../components/notes.tsx';
import { Notice } from '../components/notice.tsx';
import { EmptyState } from '../components/states.tsx';
import { Tile, Tiles } from '../components/tile.tsx';
import { WeekTable } from '../components/week-heat-map.tsx';
import { ExperimentResult } from '../experiments/experiment-card.tsx';
import { formatDay, formatRange } from '../format/dates.ts';
import { DIMENSION_NAMES, valueName } from '../format/dimensions.ts';
import { EVENT_NAMES, reportedStepName } from '../format/funnels.ts';
import { formatMetric, metricLabel, metricTerm } from '../format/metric.ts';
import { formatCount, formatRate, formatRateCompact } from '../format/numbers.ts';
import { FunnelResult } from '../funnels/funnel-report.tsx';
import { t } from '../language/t.ts';
import { PathPicture } from '../paths/path-picture.tsx';
import { SHARE_MIN } from '../paths/path-tree.ts';
import { BuyersTable } from '../retention/buyers-table.tsx';
import { CohortTable, PeriodTable, totalRow } from '../retention/cohort-table.tsx';
import { VISITORS_MIN } from '../retention/cohorts.ts';
import type { Dimension } from '../routing/filters.ts';
import styles from './result-views.module.css';
import type { ShownReport } from './start-page.ts';

/** undefined: a page shows it. */
export function resultOf(report: ShownReport): ReactNode {
  switch (report.report) {
    case 'experiment':
      return <ExperimentView report={report as unknown as ExperimentReport} />;
    case 'funnel':
      return <FunnelView report={report as unknown as FunnelReport} />;
    case 'change':
      return <ChangeView report={report as unknown as ChangeReport} />;
    case 'best_times':
      return <BestTimesView report={report as unknown as BestTimesReport} />;
    case 'retention':
      return <RetentionView report={report as unknown as RetentionReport} />;
    case 'paths':
      return <PathsView report={report as unknown as PathsReport} />;
    default:
      return undefined;
  }
}

function Heading({ children, website }: { readonly children: ReactNode; readonly website: string }) {
  return (
    <header className={styles.heading}>
      <p className="hint">{website}</p>
      <h1>{children}</h1>
    </header>
  );
}

function ExperimentView({ report }: { readonly report: ExperimentReport }) {
  return (
    <>
      <Heading website={report.website.name}>{report.data.name}</Heading>
      <Notes notes={report.notes} />
      <ExperimentResult report={report} />
    </>
  );
}

function FunnelView({ report }: { readonly report: FunnelReport }) {
  return (
    <>
      <Heading website={report.website.name}>Funnel: {formatRange(rangeOf(report.timeframe))}</Heading>
      <div className={styles.cards}>
        <FunnelResult report={report} stale={false} />
      </div>
    </>
  );
}

type Part = ChangeReport['data']['parts'][number];

function ChangeView({ report: { notes, data, website, timeframe } }: { readonly report: ChangeReport }) {
  const metric: MetricName = data.metric;
  const format = (value: number) => formatMetric(metric, value, website.currency);
  const cause = data.parts.find(({ explains }) => explains);
  return (
    <>
      <Heading website={website.name}>What changed: {metricLabel(metric, 'distinct')}</Heading>
      <Notes notes={notes} />
      <Card
        title="Parts of the change"
        flush
        hint={
          cause
            ? `${kindOf(cause)} “${nameOf(cause)}” alone explains the change: all others are stable.`
            : 'No single part explains the change. The parts only say where the difference is.'
        }
      >
        <Tiles above>
          <Tile
            metric="current"
            term={metricTerm(metric, 'distinct')}
            value={format(data.current)}
            detail={`${formatRange(rangeOf(timeframe))}; ${format(data.previous)} in the period before`}
          />
        </Tiles>
        <DataTable
          caption="Parts of the change"
          columns={partColumns(format, metric)}
          rows={data.parts}
          keyOf={keyOf}
        />
        <CardBody>
          {data.segments !== 'compared' && (
            <Notice>
              {data.segments === 'events_not_kept'
                ? 'The events of both periods are not kept, so segments could not be compared.'
                : 'There are too many events to compare segments.'}
            </Notice>
          )}
          {data.annotations.map(({ date, name }) => (
            <p key={`${date} ${name}`} className="hint">
              {formatDay(date)}: {name}
            </p>
          ))}
          <p className="hint">
            The bar is the part’s share of the difference. A visitor may be in several parts, so shares need not add up
            to 100%.
          </p>
        </CardBody>
      </Card>
    </>
  );
}

function keyOf({ kind, id, value }: Part): string {
  return `${kind} ${id ?? value ?? ''}`;
}

function nameOf({ kind, value, name }: Part): string {
  return value === undefined ? name : valueName({ dimension: kind as Dimension, value });
}

function kindOf({ kind }: Part): string {
  if (kind === 'campaign') return 'Campaign';
  return kind === 'variant' ? 'Variant' : DIMENSION_NAMES[kind as Dimension];
}

function partColumns(format: (value: number) => string, metric: MetricName): Column<Part>[] {
  const signed = (change: number) => {
    const size = isRate(metric) ? `${formatCount(Math.abs(change))} points` : format(Math.abs(change));
    return `${change < 0 ? '−' : '+'}${size}`;
  };
  return [
    { name: 'name', label: 'Part', value: nameOf },
    { name: 'kind', label: 'Kind', value: kindOf },
    {
      name: 'change',
      label: 'Change',
      value: ({ change }) => change,
      render: ({ change }) => signed(change),
      numeric: true,
    },
    {
      name: 'share',
      label: 'Share',
      value: ({ share }) => share ?? undefined,
      render: ({ share }) => share !== null && <ShareBar share={share} />,
    },
    {
      name: 'share_before',
      label: 'Share before',
      value: ({ share_before: before }) => before ?? undefined,
      render: ({ share_before: before }) => (before === null ? '–' : formatRate(before)),
      numeric: true,
    },
  ];
}

/** What goes against the change has another color. */
function ShareBar({ share }: { readonly share: number }) {
  const width = Math.min(100, Math.abs(share));
  return (
    <span
      className={styles.share}
      data-against={share < 0 || undefined}
      style={{ '--width': `${width}%` } as CSSProperties}
    >
      <span>{formatRate(share)}</span>
    </span>
  );
}

function BestTimesView({ report }: { readonly report: BestTimesReport }) {
  const { data, website, timeframe } = report;
  const hours = Array.from({ length: data.hours }, (_, hour) =>
    data.values.map((day) => {
      const value = day[hour] ?? undefined;
      return { value, text: value === undefined ? '–' : formatMetric(data.metric, value, website.currency) };
    }),
  );
  const name = metricLabel(data.metric, 'distinct');
  return (
    <>
      <Heading website={website.name}>When: {name}</Heading>
      <Card
        title={`${name} by hour and day of the week`}
        hint={
          <>
            {formatRange(rangeOf(timeframe))}.{' '}
            {isRate(data.metric) && 'Hours with fewer than 20 visitors are left out.'}{' '}
            {report.sampled && <SampleNote percent={report.sample_rate} />}
          </>
        }
      >
        <WeekTable caption={`${name} by hour and day of the week`} hours={hours} />
      </Card>
    </>
  );
}

function RetentionView({ report }: { readonly report: RetentionReport }) {
  const { notes, website, timeframe, sampled, sample_rate, data } = report;
  const { by, first, then, cohorts, breakdown, buyers = [] } = data;
  const shown = { by, periods: begunPeriods(cohorts), isEstimate: sampled, sampleRate: sample_rate };
  const isEmpty = cohorts.every(({ visitors }) => visitors === 0);
  return (
    <>
      <Heading website={website.name}>Retention: {formatRange(rangeOf(timeframe))}</Heading>
      <Notes notes={notes} />
      <div className={styles.cards}>
        <Card
          title="Who comes back"
          hint={
            <>
              Begins with: {EVENT_NAMES[first]}. Comes back with: {EVENT_NAMES[then]}.{' '}
              {t('retention.cellsHint', { min: formatCount(VISITORS_MIN) })} {t('retention.greyCells')}
            </>
          }
        >
          {isEmpty ? (
            <EmptyState title="Nobody begins in these days">
              <p>Ask for more days, or for visitors who begin with something else.</p>
            </EmptyState>
          ) : (
            <CohortTable caption="Who comes back" cohorts={cohorts} timeframe={timeframe} {...shown} />
          )}
          <FollowedNote report={report}>{t('retention.mayGrow')}</FollowedNote>
        </Card>
        {breakdown && !isEmpty && (
          <Card title={`By ${DIMENSION_NAMES[breakdown.dimension]}`}>
            <PeriodTable
              caption={`Who comes back, by ${DIMENSION_NAMES[breakdown.dimension]}`}
              corner={DIMENSION_NAMES[breakdown.dimension]}
              rows={breakdown.values.slice(0, VALUES_MAX).map(({ value, cohorts: ofValue }) => ({
                ...totalRow(value, ofValue),
                head: valueName({ dimension: breakdown.dimension, value }),
              }))}
              {...shown}
            />
          </Card>
        )}
        {buyers.some((row) => row.buyers > 0) && (
          <Card title="Repeat buyers" term="repeat_buyers" flush>
            <BuyersTable report={report} />
          </Card>
        )}
      </div>
    </>
  );
}

type CampaignReach = NonNullable<PathsReport['data']['campaign_reach']>;

/** A chat has little room. The result has more. */
const VALUES_MAX = 10;

function PathsView({ report }: { readonly report: PathsReport }) {
  const { notes, website, timeframe, sampled, data } = report;
  const direction = data.from === undefined ? 'to' : 'from';
  const step = reportedStepName(report.about, (data.from ?? data.to)!);
  const title = direction === 'from' ? `What visitors do next: ${step}` : `What visitors did before: ${step}`;
  return (
    <>
      <Heading website={website.name}>{title}</Heading>
      <Notes notes={notes} />
      {data.visitors === 0 ? (
        <PlainCard>
          <EmptyState title="No visitor who can be followed has this step">
            <p>Ask for more days, or for another step.</p>
          </EmptyState>
        </PlainCard>
      ) : (
        <Card title={formatRange(rangeOf(timeframe))} term="path">
          <PathPicture
            label={title}
            tree={pathTree(data, data.visitors * SHARE_MIN)}
            websiteId={undefined}
            about={report.about}
            direction={direction}
            withinMinutes={data.within_minutes}
            isEstimate={sampled}
          />
          <FollowedNote report={report}>
            {data.campaign_reach && reachSentence(data.campaign_reach)} Branches with less than{' '}
            {formatRateCompact(SHARE_MIN * 100)} of the visitors are among the other steps.
          </FollowedNote>
        </Card>
      )}
    </>
  );
}

function reachSentence({ visitors, saw_campaign: reached, share }: CampaignReach): string {
  const percent = share !== null && visitors >= VISITORS_MIN ? ` (${formatRate(share)})` : '';
  return `${formatCount(reached)} of ${formatCount(visitors)} visitors with such a page view saw a campaign${percent}.`;
}
