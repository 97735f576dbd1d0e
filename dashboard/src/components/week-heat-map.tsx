// When visitors convert: the conversion rate of each hour of the week as a heat map.

import type { HourOfWeek } from '@funnel/report-files/hours.ts';
import { isSmall } from '@funnel/report-files/metrics.ts';
import { unusualShares } from '@funnel/report-files/noise.ts';
import { useQuery } from '@tanstack/react-query';
import { useApi, useIsChat, useSharedPage } from '../api/context.tsx';
import { readHoursOfWeekFile } from '../api/files.ts';
import { lastWeeks, type WeekByHour, weekByHourQuery } from '../api/hours.ts';
import { notKeptIn } from '../api/kept-events.ts';
import type { BrokenDownSubject } from '../api/series.ts';
import { formatHour, formatRange, todayIn, weekdayNames } from '../format/dates.ts';
import { formatCount, formatShare } from '../format/numbers.ts';
import { t } from '../language/t.ts';
import { useView } from '../routing/router.tsx';
import { useTimezone } from '../routing/timezone.tsx';
import { effectiveCountType } from '../routing/view.ts';
import { Card } from './card.tsx';
import { CsvButton } from './csv-button.tsx';
import { SampleNote } from './estimate.tsx';
import { type HeatCell, HeatTable } from './heat-table.tsx';
import { EmptyState, ErrorState, Skeleton } from './states.tsx';

/** The rate of fewer visitors says nothing. */
const VIEWS_MIN = 20;

interface WeekHeatMapProps {
  readonly subject: BrokenDownSubject;
}

/**
 * A chat does not have it: there, each report is a call of a tool. A link that is locked to a period does not have it either: it is about
 * other days. If no events are kept, the card with the breakdown says how to keep them.
 */
export function WeekHeatMap(props: WeekHeatMapProps) {
  const isChat = useIsChat();
  const isLocked = useSharedPage()?.locked ?? false;
  return isChat || isLocked ? null : <HeatMapCard {...props} />;
}

function HeatMapCard({ subject }: WeekHeatMapProps) {
  const api = useApi();
  const view = useView();
  const range = lastWeeks(todayIn(useTimezone()));
  const options = { countType: effectiveCountType(view), filters: view.filters };
  const { data, error, isPending, refetch } = useQuery(weekByHourQuery(api, subject, range, options));
  if (notKeptIn(error)) return null;
  return (
    <Card
      title={t('charts.whenVisitorsConvert')}
      term="conversion_rate"
      hint={
        data && (
          <>
            {t('charts.weekRates', { days: formatRange(data.days), min: formatCount(VIEWS_MIN) })}{' '}
            {t('charts.greyHours')} {isSomeHourUnusual(data) ? '' : t('charts.noHourDiffers')}{' '}
            {data.sampleRate !== undefined && <SampleNote percent={data.sampleRate} />}
          </>
        )
      }
      actions={
        data && (
          <CsvButton
            label={t('charts.theHoursOfTheWeek')}
            file={() => readHoursOfWeekFile(api, subject, data.days, view, options.countType)}
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

function sharesOf({ hours }: WeekByHour) {
  return hours.map((cells) => cells.map(({ views, conversions }) => ({ hits: conversions, trials: views })));
}

/** false: all of them are gray. */
function isSomeHourUnusual(week: WeekByHour): boolean {
  return unusualShares(sharesOf(week).flat()).size > 0;
}

function HeatMap({ week }: { readonly week: WeekByHour }) {
  const { hours } = week;
  if (hours.flat().every(({ views }) => views === 0)) return <EmptyState title={t('charts.noVisitorsInTheseWeeks')} />;
  if (hours.flat().every((cell) => rateOf(cell) === undefined)) {
    return (
      <EmptyState title={t('charts.tooFewForHours', { min: formatCount(VIEWS_MIN) })}>
        <p>{t('charts.tooFewForHoursHint')}</p>
      </EmptyState>
    );
  }
  const shares = sharesOf(week);
  const unusual = unusualShares(shares.flat());
  return (
    <WeekTable
      caption={t('charts.rateByHourAndDay')}
      hours={hours.map((cells, hour) =>
        cells.map((cell, day) => {
          const value = rateOf(cell);
          return {
            value,
            isNoise: !unusual.has(shares[hour]![day]!),
            text: value === undefined ? '–' : formatShare(cell.conversions, cell.views),
            ...(value !== undefined &&
              isSmall(cell.views) && { counts: `${formatCount(cell.conversions)}/${formatCount(cell.views)}` }),
            title: t('charts.convertedOf', { part: formatCount(cell.conversions), whole: formatCount(cell.views) }),
          };
        }),
      )}
    />
  );
}

interface WeekTableProps {
  readonly caption: string;
  /** A row for each hour of the clock, with the days of the week from Monday on. */
  readonly hours: readonly (readonly HeatCell[])[];
}

export function WeekTable({ caption, hours }: WeekTableProps) {
  return (
    <HeatTable
      caption={caption}
      corner={<span className="visually-hidden">{t('common.hour')}</span>}
      columns={weekdayNames()}
      rows={hours.map((cells, hour) => ({ key: clockOf(hour), head: clockOf(hour), cells }))}
    />
  );
}

/** undefined: too few visitors. */
function rateOf({ views, conversions }: HourOfWeek): number | undefined {
  return views < VIEWS_MIN ? undefined : conversions / views;
}

function clockOf(hour: number): string {
  return formatHour(`2024-01-01T${String(hour).padStart(2, '0')}:00:00`);
}
