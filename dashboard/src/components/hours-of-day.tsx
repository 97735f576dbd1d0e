// A day by the hour, with the day that it is compared with behind it.

import { type HourOfDay, hoursOfDay } from '@funnel/report-files/hours.ts';
import { CHART_METRICS } from '@funnel/report-files/metrics.ts';
import { pointValue } from '@funnel/report-files/tables/subjects.ts';
import { useQuery } from '@tanstack/react-query';
import clsx from 'clsx';
import type { ReactNode } from 'react';
import { useApi, useIsChat } from '../api/context.tsx';
import { readSeriesFile } from '../api/files.ts';
import { hoursQuery } from '../api/hours.ts';
import { isToCome } from '../api/is-to-come.ts';
import { notKeptIn } from '../api/kept-events.ts';
import { hasRhythm, useRhythm } from '../api/rhythm.ts';
import type { BrokenDownSubject } from '../api/series.ts';
import { type Band, type LineChartData, placeOfRunning } from '../charts/lines.ts';
import { Trend } from '../charts/trend.tsx';
import { formatHour, formatTime, formatWeekday } from '../format/dates.ts';
import { formatMetric, metricTerm } from '../format/metric.ts';
import { t } from '../language/t.ts';
import { useView } from '../routing/router.tsx';
import type { CountType } from '../routing/view.ts';
import { BREAKDOWN_TITLE } from './breakdown-card.tsx';
import { CardActions } from './card.tsx';
import { bandOf, ChartLegend, type ChartMetrics, ChartTitle, chartScales, SecondMetric } from './chart-metrics.tsx';
import { CsvButton } from './csv-button.tsx';
import { type Column, DataTable } from './data-table.tsx';
import { Disclosure } from './disclosure.tsx';
import { SampleNote } from './estimate.tsx';
import { EventsNotKept } from './events-not-kept.tsx';
import styles from './metrics-panel.module.css';
import { numberColumn } from './number-column.tsx';
import { RowDetail } from './row-name.tsx';
import { ErrorState, Skeleton } from './states.tsx';

interface HoursOfDayProps {
  readonly subject: BrokenDownSubject;
  readonly day: string;
  /** That of the tiles. undefined: nothing is compared. */
  readonly dayBefore: string | undefined;
  readonly shown: ChartMetrics;
  /** Shown if the hours of the day are not kept. */
  readonly children: ReactNode;
}

export function HoursOfDay({ subject, day, dayBefore, shown, children }: HoursOfDayProps) {
  const api = useApi();
  const view = useView();
  const { countType } = shown;
  const isCompared = dayBefore !== undefined;
  const query = (of: string) => hoursQuery(api, subject, { start: of, end: of }, { countType, filters: view.filters });
  const series = useQuery(query(day));
  const previous = useQuery({ ...query(dayBefore ?? day), enabled: isCompared });
  const hasBand = hasRhythm(subject) && view.filters.length === 0;
  const rhythm = useRhythm(subject, { start: day, end: day }, { groupBy: 'hour', countType }, hasBand);
  const notKept = notKeptIn(series.error);
  // A chat has no breakdown.
  const isSaidBelow = !useIsChat();
  if (notKept) {
    return (
      <>
        {children}
        {isSaidBelow ? (
          <p className={clsx('hint', styles.explanation)}>{t('charts.whereHoursAre', { title: BREAKDOWN_TITLE })}</p>
        ) : (
          <EventsNotKept websiteId={subject.websiteId} {...notKept}>
            {t('charts.todayAndYesterdayByHour')}
          </EventsNotKept>
        )}
      </>
    );
  }
  const hours = hoursOfDay(series.data?.points ?? [], isCompared ? previous.data?.points : undefined, Date.now());
  const band = hasBand
    ? bandOf(
        rhythm,
        shown.first,
        hours.map(({ point }) => point.date.slice(11, 13)),
      )
    : undefined;
  const isEstimate = series.data?.sampleRate !== undefined;
  const columns = hourColumns(shown, isEstimate);
  const come = hours.filter(({ state }) => state !== 'coming');
  return (
    <>
      <div className={styles.head}>
        <div>
          <ChartTitle shown={shown} by="hour" />
          <ChartLegend
            shown={shown}
            now={formatWeekday(day)}
            before={isCompared && previous.data ? formatWeekday(dayBefore) : undefined}
            hasBand={band !== undefined}
          />
        </div>
        <CardActions>
          <SecondMetric shown={shown} />
          <CsvButton
            label={t('charts.theHours')}
            file={() =>
              readSeriesFile(api, subject, {
                range: { start: day, end: day },
                before: isCompared && previous.data ? { start: dayBefore, end: dayBefore } : undefined,
                ...{ groupBy: 'hour', countType, view },
              })
            }
            isLoading={isToCome(series) || (isCompared && isToCome(previous))}
          />
        </CardActions>
      </div>
      {series.isError ? (
        <ErrorState error={series.error} onRetry={() => series.refetch()} />
      ) : (
        <div className={styles.chart}>
          {series.data ? <Trend data={chartData(hours, shown, band)} /> : <Skeleton lines={1} tall />}
        </div>
      )}
      <p className={clsx('hint', styles.explanation)}>
        {explanation(countType)} {hours.some(({ state }) => state === 'running') && t('charts.ring', { unit: 'hour' })}{' '}
        {band && t('charts.expectedBand', { unit: 'hour' })}{' '}
        {isEstimate && <SampleNote percent={series.data?.sampleRate} />}
      </p>
      <Disclosure summary={t('common.showAsTable')} inset>
        <DataTable
          caption={t('charts.allMetrics', { unit: 'hour' })}
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
  return countType === 'distinct' ? t('charts.uniqueByHour') : t('charts.totalByHour');
}

function chartData(hours: readonly HourOfDay[], shown: ChartMetrics, band: Band | undefined): LineChartData {
  return {
    labels: hours.map(({ point }) => formatHour(point.date)),
    longLabels: hours.map(({ point }, index) => hourName(hours, point.date, index)),
    partial: hours.map(({ state }) => (state === 'running' ? t('charts.soFar') : undefined)),
    running: placeOfRunning(hours, ({ state }) => state === 'running'),
    expected: band,
    ...(hours.some(({ before }) => before) && {
      previous: hours.map(({ before }) => ({
        label: before ? formatWeekday(before.date.slice(0, 10)) : '',
        value: before ? pointValue(before, shown.first) : 0,
        isPartial: false,
      })),
    }),
    ...chartScales(shown, (metric) =>
      hours.map(({ point, state }) => (state === 'coming' ? null : pointValue(point, metric))),
    ),
  };
}

/** An hour that comes twice has its offset, too. */
function hourName(hours: readonly HourOfDay[], date: string, index: number): string {
  const isTwice = hours.some(({ point }, other) => other !== index && point.date.slice(0, 13) === date.slice(0, 13));
  return `${formatTime(date)}${isTwice ? ` (UTC${date.slice(19)})` : ''}`;
}

function hourColumns({ currency, countType }: ChartMetrics, isEstimate: boolean): Column<HourOfDay>[] {
  return [
    {
      name: 'date',
      label: t('common.hour'),
      value: ({ point }) => point.date,
      render: ({ point, state }) => (
        <>
          {formatTime(point.date)}
          {state === 'running' && <RowDetail>{t('charts.soFar')}</RowDetail>}
        </>
      ),
    },
    ...CHART_METRICS.map((name) =>
      numberColumn<HourOfDay>({
        name,
        term: metricTerm(name, countType),
        value: ({ point }) => pointValue(point, name) ?? undefined,
        format: (value) => formatMetric(name, value, currency),
        isEstimate,
      }),
    ),
  ];
}
