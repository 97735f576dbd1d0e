// Where visitors come from: the visitors of the page's subject by channel, device, country and so on. A click on a value filters the
// page by it.

import { BREAKDOWN_METRICS } from '@funnel/report-files/metrics.ts';
import { NO_VALUE } from '@funnel/report-files/names.ts';
import type { News } from '@funnel/report-files/noise.ts';
import { useQuery } from '@tanstack/react-query';
import { type CSSProperties, useState } from 'react';
import { useApi, useIsChat, useSharedPage } from '../api/context.tsx';
import { readBreakdownFile } from '../api/files.ts';
import { notKeptIn } from '../api/kept-events.ts';
import { breakdownQuery } from '../api/queries.ts';
import { useNews } from '../api/rhythm.ts';
import type { BrokenDownSubject } from '../api/series.ts';
import type { Breakdown, BreakdownValue, Note, TimeframeBlock, Website } from '../api/types.ts';
import { formatDay } from '../format/dates.ts';
import { DIMENSION_NAMES, DIMENSIONS, valueName } from '../format/dimensions.ts';
import { formatCount } from '../format/numbers.ts';
import { rich, t } from '../language/t.ts';
import type { Dimension } from '../routing/filters.ts';
import { changeParameters, Link, useQueryParameters, useView } from '../routing/router.tsx';
import { type CountType, effectiveCountType, type View } from '../routing/view.ts';
import styles from './breakdown-card.module.css';
import { Button } from './button.tsx';
import { Card, CardBody } from './card.tsx';
import { CsvButton } from './csv-button.tsx';
import { type Column, DataTable } from './data-table.tsx';
import { Defined } from './defined.tsx';
import { DimensionTabs } from './dimension-tabs.tsx';
import { SampleNote } from './estimate.tsx';
import { EventsNotKept } from './events-not-kept.tsx';
import { metricColumns } from './metric-columns.ts';
import { Notes } from './notes.tsx';
import { EmptyState, ErrorState, Skeleton } from './states.tsx';
import { ValueButton } from './value-button.tsx';

export const BREAKDOWN_TITLE = t('report.whereVisitorsComeFrom');
const SHOWN_AT_FIRST = 10;
const DEFAULT_DIMENSION: Dimension = 'channel';

interface BreakdownCardProps {
  readonly subject: BrokenDownSubject;
}

/** A chat shows it only if that is what was asked for: each report is a call of a tool. */
export function BreakdownCard(props: BreakdownCardProps) {
  const asked = useQueryParameters().get('break_down_by');
  const isChat = useIsChat();
  return isChat && asked === null ? null : <DimensionCard {...props} asked={asked} />;
}

function DimensionCard({ subject, asked }: BreakdownCardProps & { readonly asked: string | null }) {
  const api = useApi();
  const view = useView();
  const dimension = DIMENSIONS.find((known) => known === asked) ?? DEFAULT_DIMENSION;
  const query = useQuery(breakdownQuery(api, subject, view, dimension));
  const { data: report, error } = query;
  const notKept = notKeptIn(error);
  const rows = report?.breakdown.values.map(({ metrics }) => metrics) ?? [];
  const news = useNews(subject.websiteId, report?.timeframe, rows, BREAKDOWN_METRICS);
  const columns = report && valueColumns(report, view, news);
  return (
    <Card
      title={BREAKDOWN_TITLE}
      term="segment"
      hint={notKept ? undefined : <Hint report={report} isFiltered={view.filters.length > 0} />}
      flush
      stale={query.isPlaceholderData}
      actions={
        report && (
          <CsvButton
            label={t('report.theOrigins')}
            file={() => readBreakdownFile(api, subject, report.timeframe, view, dimension)}
          />
        )
      }
    >
      {notKept ? (
        <EventsNotKept websiteId={subject.websiteId} {...notKept}>
          {t('report.breakdownOnceKept')}
        </EventsNotKept>
      ) : (
        <>
          <DimensionTabs dimension={dimension} onChange={(value) => changeParameters({ break_down_by: value })} />
          {query.isPending && <Skeleton lines={5} />}
          {error && <ErrorState error={error} onRetry={() => query.refetch()} />}
          {columns && <Values key={report.breakdown.dimension} breakdown={report.breakdown} columns={columns} />}
          {report && <Overlap report={report} countType={effectiveCountType(view)} />}
          <Notes notes={report?.notes} isInCard />
          {report && <OrdersWithoutVisit breakdown={report.breakdown} websiteId={subject.websiteId} />}
        </>
      )}
    </Card>
  );
}

interface BrokenDownReport {
  readonly notes?: readonly Note[];
  readonly website: Website;
  readonly timeframe: TimeframeBlock;
  /** All of them, each once. */
  readonly visitors: number;
  readonly breakdown: Breakdown;
  readonly keptSince?: string;
}

interface HintProps {
  readonly report: BrokenDownReport | undefined;
  /** Whether the filters say the same. */
  readonly isFiltered: boolean;
}

function Hint({ report, isFiltered }: HintProps) {
  const since = isFiltered ? undefined : report?.keptSince;
  const isLocked = useSharedPage()?.locked ?? false;
  return (
    <>
      {!isLocked && t('report.chooseValue')}
      {since !== undefined && ` ${t('report.eventsKeptSince', { day: formatDay(since) })}`}
      {report?.breakdown.sampled && ' '}
      {report?.breakdown.sampled && <SampleNote percent={report.breakdown.sample_rate} />}
    </>
  );
}

interface OverlapProps {
  readonly report: BrokenDownReport;
  readonly countType: CountType;
}

/** Why the values add up to more than there are visitors. */
function Overlap({ report: { visitors, breakdown }, countType }: OverlapProps) {
  const sum = breakdown.values.reduce((all, { metrics }) => all + metrics.views, 0);
  if (countType !== 'distinct' || sum <= visitors) return null;
  const counts = { sum: formatCount(sum), visitors: formatCount(visitors) };
  return (
    <CardBody>
      <p className="hint">{rich('report.valuesOverlap', { ...counts, term: <Defined term="unique" /> })}</p>
    </CardBody>
  );
}

interface OrdersWithoutVisitProps {
  readonly breakdown: Breakdown;
  readonly websiteId: number;
}

/** A note says where orders without a channel come from. A chat and a shared page have no page of attribution. */
function OrdersWithoutVisit({ breakdown: { dimension, values }, websiteId }: OrdersWithoutVisitProps) {
  const isShared = useSharedPage() !== undefined;
  const isChat = useIsChat();
  const hasOrders = values.some(({ value, metrics }) => value === NO_VALUE && metrics.orders > 0);
  if (dimension !== 'channel' || !hasOrders || isShared || isChat) return null;
  return (
    <CardBody>
      <Link to={{ name: 'attribution', websiteId }}>{t('common.attribution')}</Link>
    </CardBody>
  );
}

interface ValuesProps {
  readonly breakdown: Breakdown;
  readonly columns: readonly Column<BreakdownValue>[];
}

function Values({ breakdown: { dimension, values }, columns }: ValuesProps) {
  const [showsAll, setShowsAll] = useState(false);
  const shown = showsAll ? values : values.slice(0, SHOWN_AT_FIRST);
  if (values.length === 0) return <EmptyState title={t('report.noVisitorsInPeriod')} />;
  return (
    <>
      <div className={styles.table}>
        <DataTable
          caption={t('report.visitorsByDimension', { dimension: DIMENSION_NAMES[dimension] })}
          columns={columns}
          rows={shown}
          keyOf={({ value }) => value}
        />
      </div>
      {shown.length < values.length && (
        <CardBody>
          <Button onClick={() => setShowsAll(true)}>
            {t('report.showAllValuesCount', { count: formatCount(values.length) })}
          </Button>
        </CardBody>
      )}
    </>
  );
}

function valueColumns({ website, breakdown }: BrokenDownReport, view: View, news: News): Column<BreakdownValue>[] {
  const { dimension, values, sampled } = breakdown;
  const most = Math.max(1, ...values.map(({ metrics }) => metrics.views));
  return [
    {
      name: 'value',
      label: DIMENSION_NAMES[dimension],
      term: 'segment',
      value: ({ value }) => valueName({ dimension, value }),
      render: ({ value, metrics }) => (
        <div className={styles.value} style={{ '--share': metrics.views / most } as CSSProperties}>
          <ValueButton filter={{ dimension, value }} filters={view.filters} />
        </div>
      ),
    },
    ...metricColumns<BreakdownValue>({
      currency: website.currency,
      countType: effectiveCountType(view),
      shown: BREAKDOWN_METRICS,
      shownWithChange: BREAKDOWN_METRICS,
      news,
      isEstimate: sampled,
    }),
  ];
}
