// A day by the hour, with the same day of the week before behind it.
import { useQuery } from '@tanstack/react-query';
import clsx from 'clsx';
import type { ReactNode } from 'react';
import { useApi, useOptionalServices } from '../api/context.tsx';
import { hoursQuery } from '../api/hours.ts';
import { notKeptIn } from '../api/kept-events.ts';
import type { SeriesSubject } from '../api/series.ts';
import type { SeriesMetricName } from '../api/types.ts';
import { LineChart } from '../charts/line-chart.tsx';
import type { LineChartData } from '../charts/lines.ts';
import { sampleNote } from '../controls/filter-chips.tsx';
import { formatHour, formatTime, formatWeekday } from '../format/dates.ts';
import { formatMetric, formatMetricCompact, metricLabel, SERIES_METRICS } from '../format/metric.ts';
import { type HourOfDay, hoursOfDay, weekBefore } from '../hours.ts';
import { useView } from '../routing/router.tsx';
import { type CountType, effectiveComparison, effectiveCountType } from '../routing/view.ts';
import { BREAKDOWN_TITLE } from './breakdown-card.tsx';
import { CardActions } from './card.tsx';
import { CsvButton } from './csv-button.tsx';
import { type Column, DataTable, tableCsv } from './data-table.tsx';
import { Disclosure } from './disclosure.tsx';
import { EventsNotKept } from './events-not-kept.tsx';
import styles from './metrics-panel.module.css';
import { numberColumn } from './number-column.tsx';
import { RowDetail } from './row-name.tsx';
import { ErrorState, Skeleton } from './states.tsx';

interface HoursOfDayProps {
  readonly subject: SeriesSubject;
  /** Becomes part of the file name. */
  readonly name: string;
  readonly day: string;
  readonly metric: SeriesMetricName;
  readonly currency: string;
  /** Shown if the hours of the day are not kept. */
  readonly children: ReactNode;
}

export function HoursOfDay({ subject, name, day, metric, currency, children }: HoursOfDayProps) {
  const api = useApi();
  const view = useView();
  const countType = effectiveCountType(view);
  const isCompared = effectiveComparison(view) !== 'off';
  const dayBefore = weekBefore(day);
  const query = (of: string) => hoursQuery(api, subject, { start: of, end: of }, { countType, filters: view.filters });
  const series = useQuery(query(day));
  const previous = useQuery({ ...query(dayBefore), enabled: isCompared });
  const notKept = notKeptIn(series.error);
  // Elements have no breakdown, and neither has a chat.
  const isSaidBelow = useOptionalServices() !== undefined && subject.kind !== 'elements';
  if (notKept) {
    return (
      <>
        {children}
        {isSaidBelow ? (
          <p className={clsx('hint', styles.explanation)}>
            Days are shown by the hour once the website keeps its events: see “{BREAKDOWN_TITLE}” below.
          </p>
        ) : (
          <EventsNotKept websiteId={subject.websiteId} {...notKept} what="single hours">
            Once it does, you can see here today and yesterday by the hour.
          </EventsNotKept>
        )}
      </>
    );
  }
  const hours = hoursOfDay(series.data?.points ?? [], isCompared ? previous.data?.points : undefined, Date.now());
  const columns = hourColumns(currency, countType);
  const come = hours.filter(({ state }) => state !== 'coming');
  return (
    <>
      <div className={styles.head}>
        <div>
          <h2>{metricLabel(metric, countType)} by hour</h2>
          <p className={styles.legend}>
            <span className={styles.current}>{formatWeekday(day)}</span>
            {isCompared && previous.data && <span className={styles.previous}>{formatWeekday(dayBefore)}</span>}
          </p>
        </div>
        <CardActions>
          <CsvButton name={`${name} by hour ${day}`} label="the hours" file={() => tableCsv(columns, come)} />
        </CardActions>
      </div>
      {series.isError ? (
        <ErrorState error={series.error} onRetry={() => series.refetch()} />
      ) : (
        <div className={styles.chart}>
          {series.data ? <LineChart data={chartData(hours, metric, currency)} /> : <Skeleton lines={1} tall />}
        </div>
      )}
      <p className={clsx('hint', styles.explanation)}>
        {explanation(countType)}
        {series.data?.sampleRate !== undefined && ` ${sampleNote(series.data.sampleRate)}`}
      </p>
      <Disclosure summary="Show as table" inset>
        <DataTable
          caption="All metrics by hour"
          columns={columns}
          rows={come}
          keyOf={({ point }) => point.date}
          compact
        />
      </Disclosure>
    </>
  );
}

function explanation(countType: CountType): string {
  return countType === 'distinct'
    ? 'Unique: each visitor counts once in each hour, so the hours add up to more than the day.'
    : 'Total: every event counts, so the hours add up to the day.';
}

function chartData(hours: readonly HourOfDay[], metric: SeriesMetricName, currency: string): LineChartData {
  return {
    labels: hours.map(({ point }) => formatHour(point.date)),
    longLabels: hours.map(({ point }, index) => hourName(hours, point.date, index)),
    current: hours.map(({ point, state }) => (state === 'coming' ? null : point[metric])),
    partial: hours.map(({ state }) => (state === 'running' ? 'so far' : undefined)),
    ...(hours.some(({ before }) => before) && {
      previous: hours.map(({ before }) => ({
        label: before ? formatWeekday(before.date.slice(0, 10)) : '',
        value: before?.[metric] ?? 0,
        isPartial: false,
      })),
    }),
    format: (value) => formatMetric(metric, value, currency),
    formatShort: (value) => formatMetricCompact(metric, value, currency),
  };
}

/** An hour that comes twice has its offset, too. */
function hourName(hours: readonly HourOfDay[], date: string, index: number): string {
  const isTwice = hours.some(({ point }, other) => other !== index && point.date.slice(0, 13) === date.slice(0, 13));
  return `${formatTime(date)}${isTwice ? ` (UTC${date.slice(19)})` : ''}`;
}

function hourColumns(currency: string, countType: CountType): Column<HourOfDay>[] {
  return [
    {
      name: 'date',
      label: 'Hour',
      value: ({ point }) => point.date,
      render: ({ point, state }) => (
        <>
          {formatTime(point.date)}
          {state === 'running' && <RowDetail>so far</RowDetail>}
        </>
      ),
    },
    ...SERIES_METRICS.map((name) =>
      numberColumn<HourOfDay>({
        name,
        label: metricLabel(name, countType),
        value: ({ point }) => point[name],
        format: (value) => formatMetric(name, value, currency),
      }),
    ),
    ...(['date', ...SERIES_METRICS] as const).map((name) => ({
      name: `previous_${name}`,
      label: name,
      csvOnly: true,
      value: ({ before }: HourOfDay) => before?.[name],
    })),
  ];
}
