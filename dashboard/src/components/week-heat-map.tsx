// When visitors convert: the conversion rate of each hour of the week as a heat map. It is a table with the numbers in it, so everybody can
// read it.

import { useQuery } from '@tanstack/react-query';
import type { CSSProperties } from 'react';
import { useApi, useOptionalServices } from '../api/context.tsx';
import { weekByHourQuery } from '../api/hours.ts';
import { notKeptIn } from '../api/kept-events.ts';
import type { BrokenDownSubject } from '../api/series.ts';
import { formatHour, formatRange, todayIn, weekdayNames } from '../format/dates.ts';
import { metricLabel } from '../format/metric.ts';
import { formatCount, formatShare } from '../format/numbers.ts';
import { type HourOfWeek, lastWeeks, type WeekByHour } from '../hours.ts';
import { t } from '../language/t.ts';
import { useView } from '../routing/router.tsx';
import { useTimezone } from '../routing/timezone.tsx';
import { type CountType, effectiveCountType } from '../routing/view.ts';
import { Card } from './card.tsx';
import { CsvButton } from './csv-button.tsx';
import { type Column, tableCsv } from './data-table.tsx';
import { SampleNote } from './estimate.tsx';
import { EmptyState, ErrorState, Skeleton } from './states.tsx';
import styles from './week-heat-map.module.css';

/** The rate of fewer visitors says nothing. */
const VIEWS_MIN = 20;

interface WeekHeatMapProps {
  readonly subject: BrokenDownSubject;
  /** Become parts of the file name. */
  readonly website: string;
  readonly name?: string;
}

/**
 * A chat does not have it: there, each report is a call of a tool. If no events are kept, the card with the breakdown says how to keep
 * them.
 */
export function WeekHeatMap(props: WeekHeatMapProps) {
  return useOptionalServices() ? <HeatMapCard {...props} /> : null;
}

function HeatMapCard({ subject, website, name }: WeekHeatMapProps) {
  const view = useView();
  const range = lastWeeks(todayIn(useTimezone()));
  const options = { countType: effectiveCountType(view), filters: view.filters };
  const { data, error, isPending, refetch } = useQuery(weekByHourQuery(useApi(), subject, range, options));
  if (notKeptIn(error)) return null;
  return (
    <Card
      title={t('charts.whenVisitorsConvert')}
      term="conversion_rate"
      hint={
        data && (
          <>
            {t('charts.weekRates', { days: formatRange(data.days), min: formatCount(VIEWS_MIN) })}{' '}
            {data.sampleRate !== undefined && <SampleNote percent={data.sampleRate} />}
          </>
        )
      }
      actions={
        data && (
          <CsvButton
            content={{ website, what: t('charts.fileByHourOfWeek', { name: name ?? '' }), days: data.days }}
            label={t('charts.theHoursOfTheWeek')}
            file={() => tableCsv(csvColumns(options.countType), rowsOf(data))}
          />
        )
      }
    >
      {isPending && <Skeleton lines={5} />}
      {error && <ErrorState error={error} onRetry={() => refetch()} />}
      {data && <HeatMap week={data} />}
    </Card>
  );
}

function HeatMap({ week: { hours } }: { readonly week: WeekByHour }) {
  if (hours.flat().every(({ views }) => views === 0)) return <EmptyState title={t('charts.noVisitorsInTheseWeeks')} />;
  return (
    <HeatTable
      caption={t('charts.rateByHourAndDay')}
      hours={hours.map((cells) =>
        cells.map((cell) => ({
          value: rateOf(cell),
          text: formatShare(cell.conversions, cell.views),
          title: t('charts.convertedOf', { part: formatCount(cell.conversions), whole: formatCount(cell.views) }),
        })),
      )}
    />
  );
}

interface HeatCell {
  /** undefined: nothing can be said. */
  readonly value: number | undefined;
  readonly text: string;
  readonly title?: string;
}

interface HeatTableProps {
  readonly caption: string;
  /** For each hour of the clock, the days of the week from Monday on. */
  readonly hours: readonly (readonly HeatCell[])[];
}

export function HeatTable({ caption, hours }: HeatTableProps) {
  const weekdays = weekdayNames();
  const best = Math.max(...hours.flat().map(({ value = 0 }) => value));
  return (
    <table className={styles.map}>
      <caption className="visually-hidden">{caption}</caption>
      <thead>
        <tr>
          <th scope="col">
            <span className="visually-hidden">{t('common.hour')}</span>
          </th>
          {weekdays.map((weekday) => (
            <th key={weekday} scope="col">
              {weekday}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {hours.map((cells, hour) => (
          <tr key={clockOf(hour)}>
            <th scope="row">{clockOf(hour)}</th>
            {cells.map(({ value, text, title }, weekday) => (
              <td
                key={weekdays[weekday]}
                style={{ '--strength': best === 0 ? 0 : (value ?? 0) / best } as CSSProperties}
                title={title}
              >
                {value === undefined ? '–' : text}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** undefined: too few visitors. */
function rateOf({ views, conversions }: HourOfWeek): number | undefined {
  return views < VIEWS_MIN ? undefined : conversions / views;
}

function clockOf(hour: number): string {
  return formatHour(`2024-01-01T${String(hour).padStart(2, '0')}:00:00`);
}

interface CsvRow extends HourOfWeek {
  readonly weekday: string;
  readonly hour: number;
}

function rowsOf({ hours }: WeekByHour): CsvRow[] {
  return weekdayNames().flatMap((weekday, day) => hours.map((cells, hour) => ({ weekday, hour, ...cells[day]! })));
}

function csvColumns(countType: CountType): Column<CsvRow>[] {
  return [
    { name: 'weekday', label: t('charts.dayOfTheWeek'), value: ({ weekday }) => weekday },
    { name: 'hour', label: t('common.hour'), value: ({ hour }) => hour },
    { name: 'views', label: metricLabel('views', countType), value: ({ views }) => views },
    { name: 'conversions', label: metricLabel('conversions', countType), value: ({ conversions }) => conversions },
  ];
}
