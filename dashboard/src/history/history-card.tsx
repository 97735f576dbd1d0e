// The traffic of a website with what other tools have counted, which no other number of the page has.
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useApi } from '../api/context.tsx';
import { HISTORY_DIMENSIONS, HISTORY_TOOLS, type HistoryDimension, historyQuery } from '../api/history.ts';
import { LineChart } from '../charts/line-chart.tsx';
import { Card } from '../components/card.tsx';
import { type Column, DataTable } from '../components/data-table.tsx';
import { Disclosure } from '../components/disclosure.tsx';
import { numberColumn } from '../components/number-column.tsx';
import { Tile, Tiles } from '../components/tile.tsx';
import { formatDay, formatMonth, formatShortDay } from '../format/dates.ts';
import type { Term } from '../format/definitions.ts';
import { DIMENSION_NAMES, valueName } from '../format/dimensions.ts';
import { formatCompact, formatCount } from '../format/numbers.ts';
import { t } from '../language/t.ts';
import { useView } from '../routing/router.tsx';
import styles from './history-card.module.css';

const SHOWN_MAX = 10;

interface Counts {
  readonly visitors: number | null;
  readonly page_views: number | null;
}

interface TrafficPoint extends Counts {
  readonly date: string;
  readonly imported_days: number;
  readonly counted_days: number;
}

const METRICS = [
  ['visitors', 'visitors_per_day'],
  ['page_views', 'page_views'],
] as const satisfies readonly (readonly [keyof Counts, Term])[];

/** Nothing where no day of the period, or of the one before, was imported. */
export function HistoryCard({ websiteId }: { readonly websiteId: number }) {
  const [by, setBy] = useState<HistoryDimension>('channel');
  const { data: report, isPlaceholderData } = useQuery(historyQuery(useApi(), websiteId, useView(), by));
  if (!report || report.data.tools.length === 0) return null;
  const { tools, last_day: lastDay, metrics, timeseries, breakdown, sampled } = report.data;
  const points = timeseries?.points ?? [];
  return (
    <Card
      title={t('history.traffic')}
      hint={t('history.trafficHint', {
        tools: tools.map((tool) => HISTORY_TOOLS[tool]).join(', '),
        day: formatDay(lastDay ?? ''),
      })}
      flush
      stale={isPlaceholderData}
    >
      <Tiles above>
        {METRICS.map(([name, term]) => (
          <Tile
            key={name}
            metric={`history_${name}`}
            term={term}
            value={metrics[name] === null ? '–' : formatCount(metrics[name])}
            isEstimate={sampled}
            detail={detailOf(name, metrics)}
            {...(metrics.changes &&
              metrics[name] !== null &&
              metrics.changes[name] !== null && {
                change: { percent: metrics.changes[name], of: metrics[name] },
              })}
          />
        ))}
      </Tiles>
      <TrafficChart points={points} isByMonth={timeseries?.group_by === 'month'} />
      <Disclosure summary={t('common.showAsTable')} inset>
        <DataTable
          caption={t('history.traffic')}
          columns={pointColumns()}
          rows={points.filter((point) => point.imported_days + point.counted_days > 0)}
          keyOf={({ date }) => date}
          compact
        />
      </Disclosure>
      <div className={styles.choice}>
        <select
          aria-label={t('common.breakDownBy')}
          value={by}
          onChange={({ target }) => setBy(HISTORY_DIMENSIONS.find((name) => name === target.value)!)}
        >
          {HISTORY_DIMENSIONS.map((name) => (
            <option key={name} value={name}>
              {t('report.byDimension', { dimension: dimensionName(name) })}
            </option>
          ))}
        </select>
      </div>
      {breakdown && (
        <DataTable
          caption={t('report.byDimension', { dimension: dimensionName(breakdown.dimension) })}
          columns={valueColumns(breakdown.dimension)}
          rows={breakdown.values.slice(0, SHOWN_MAX)}
          keyOf={({ value }) => value}
        />
      )}
    </Card>
  );
}

/** What only other tools count. */
function detailOf(
  name: keyof Counts,
  { visits, conversions }: { readonly visits: number | null; readonly conversions: number | null },
): string | undefined {
  if (name === 'visitors') return visits === null ? undefined : t('history.visits', { count: formatCount(visits) });
  return conversions === null ? undefined : t('history.importedConversions', { count: formatCount(conversions) });
}

function dimensionName(dimension: HistoryDimension): string {
  return dimension === 'event' ? t('history.event') : DIMENSION_NAMES[dimension];
}

interface TrafficChartProps {
  readonly points: readonly TrafficPoint[];
  readonly isByMonth: boolean;
}

/** What was imported is a line of its own. */
function TrafficChart({ points, isByMonth }: TrafficChartProps) {
  const visitors = (isImported: boolean) =>
    points.map((point) => (point.imported_days > 0 === isImported ? point.visitors : null));
  const scale = (name: string) => ({ name, hasFractions: false, format: formatCount, formatShort: formatCompact });
  const labelOf = ({ date }: TrafficPoint) => (isByMonth ? formatMonth(date) : formatShortDay(date));
  return (
    <>
      <p className={styles.legend}>
        <span className={styles.counted}>{t('history.countedHere')}</span>
        <span className={styles.imported}>{t('history.imported')}</span>
      </p>
      <div className={styles.chart}>
        <LineChart
          data={{
            labels: points.map(labelOf),
            longLabels: points.map(({ date }) => (isByMonth ? formatMonth(date) : formatDay(date))),
            partial: points.map(() => undefined),
            current: visitors(false),
            scale: scale(t('history.countedHere')),
            second: { values: visitors(true), scale: scale(t('history.imported')), hasOwnAxis: false },
          }}
        />
      </div>
    </>
  );
}

function countColumns<Row extends Counts>(): Column<Row>[] {
  return METRICS.map(([name, term]) => numberColumn<Row>({ name, term, value: (row) => row[name] ?? undefined }));
}

function pointColumns(): Column<TrafficPoint>[] {
  return [
    { name: 'date', label: t('common.date'), value: ({ date }) => date, render: ({ date }) => formatDay(date) },
    ...countColumns<TrafficPoint>(),
  ];
}

function valueColumns(dimension: HistoryDimension): Column<Counts & { readonly value: string }>[] {
  return [
    {
      name: 'value',
      label: dimensionName(dimension),
      value: ({ value }) => (dimension === 'event' ? value : valueName({ dimension, value })),
    },
    ...countColumns<Counts & { readonly value: string }>(),
  ];
}
