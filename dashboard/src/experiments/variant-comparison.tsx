// Variants side by side: visitors, conversions, and how confident we are in the difference.
import type { CSSProperties } from 'react';
import type { Variant } from '../api/types.ts';
import { Interval } from '../charts/interval.tsx';
import { type Column, DataTable } from '../components/data-table.tsx';
import { numberColumn } from '../components/number-column.tsx';
import { RowDetail, RowLink } from '../components/row-name.tsx';
import { METRIC_LABELS } from '../format/metric.ts';
import { variantName } from '../format/names.ts';
import { formatChange, formatMoney, formatRate, formatShare } from '../format/numbers.ts';
import type { CountType } from '../routing/view.ts';
import { compareVariants, rateInterval, type Sample } from './compare-variants.ts';
import styles from './variant-comparison.module.css';

interface VariantComparisonProps {
  readonly variants: readonly Variant[];
  readonly websiteId: number;
  readonly campaignId: number;
  readonly currency: string;
  readonly countType: CountType;
}

export function VariantComparison(props: VariantComparisonProps) {
  return (
    <DataTable
      caption="Variants compared"
      columns={comparisonColumns(props)}
      rows={props.variants}
      keyOf={({ id }) => id}
    />
  );
}

/** The test assumes independent samples: visitors are, events are not. So confidence needs unique counts. */
export function comparisonColumns(props: VariantComparisonProps): Column<Variant>[] {
  const { variants, websiteId, campaignId, currency, countType } = props;
  const control = variants[0];
  const intervals = variants.map((variant) => rateInterval(sampleOf(variant)));
  const max = Math.max(...intervals.map(({ high }) => high), 0.1);
  const bestRate = Math.max(...variants.map(({ metrics }) => metrics.conversion_rate));
  const comparisonOf = (variant: Variant) =>
    control && variant.id !== control.id ? compareVariants(sampleOf(control), sampleOf(variant)) : undefined;
  return [
    {
      name: 'name',
      label: 'Variant',
      value: variantName,
      render: (variant) => (
        <span className={styles.name}>
          <span className={styles.variation} aria-hidden="true">
            {variant.variation}
          </span>
          <span>
            <RowLink to={{ name: 'variant', websiteId, campaignId, variantId: variant.id }}>
              {variantName(variant)}
            </RowLink>
            <RowDetail>
              {variant.id === control?.id ? 'Control · ' : ''}
              {variant.traffic_percentage}% of traffic
            </RowDetail>
          </span>
        </span>
      ),
    },
    { name: 'id', label: 'Id', value: ({ id }) => id, csvOnly: true },
    { name: 'variation', label: 'Variation', value: ({ variation }) => variation, csvOnly: true },
    { name: 'traffic_percentage', label: 'Traffic', value: (row) => row.traffic_percentage, csvOnly: true },
    numberColumn({
      name: 'views',
      label: countType === 'distinct' ? 'Visitors' : 'Views',
      value: ({ metrics }) => metrics.views,
    }),
    numberColumn({
      name: 'conversions',
      label: METRIC_LABELS.conversions,
      value: ({ metrics }) => metrics.conversions,
    }),
    numberColumn({
      name: 'conversion_rate',
      label: METRIC_LABELS.conversion_rate,
      value: ({ metrics }) => metrics.conversion_rate,
      format: formatRate,
    }),
    {
      name: 'interval',
      label: `95% interval, 0 to ${Math.ceil(max)}%`,
      tableOnly: true,
      minor: true,
      value: () => undefined,
      render: (variant) => {
        const interval = rateInterval(sampleOf(variant));
        const isBest = variant.metrics.conversion_rate === bestRate && bestRate > 0;
        return (
          <>
            <Interval {...interval} rate={variant.metrics.conversion_rate} max={Math.ceil(max)} isBest={isBest} />
            <span className="visually-hidden">
              {formatShare(interval.low, 100)} to {formatShare(interval.high, 100)}
            </span>
          </>
        );
      },
    },
    {
      name: 'lift',
      label: 'Lift',
      numeric: true,
      value: (variant) => rounded(comparisonOf(variant)?.lift),
      render: (variant) => {
        const lift = comparisonOf(variant)?.lift;
        return lift === undefined || lift === null ? '–' : formatChange(lift);
      },
    },
    {
      name: 'confidence',
      label: 'Confidence',
      numeric: true,
      value: (variant) => (countType === 'distinct' ? rounded(percent(comparisonOf(variant)?.confidence)) : undefined),
      render: (variant) => {
        const confidence = countType === 'distinct' ? comparisonOf(variant)?.confidence : undefined;
        return confidence === undefined ? '–' : <Confidence value={confidence} />;
      },
    },
    numberColumn({
      name: 'revenue',
      label: METRIC_LABELS.revenue,
      value: ({ metrics }) => metrics.revenue,
      format: (value) => formatMoney(value, currency),
    }),
  ];
}

function Confidence({ value }: { readonly value: number }) {
  return (
    <span className={styles.confidence}>
      <span className={styles.confidenceBar} style={{ '--share': value } as CSSProperties} aria-hidden="true" />
      {confidenceText(value)}
    </span>
  );
}

/** Never 100%: no test is that certain. */
export function confidenceText(value: number): string {
  return value > 0.999 ? '>99.9%' : `${(Math.floor(value * 1000) / 10).toFixed(1)}%`;
}

export function sampleOf({ metrics }: Variant): Sample {
  return { visitors: metrics.views, successes: metrics.conversions };
}

function percent(share: number | undefined): number | undefined {
  return share === undefined ? undefined : share * 100;
}

function rounded(value: number | null | undefined): number | null | undefined {
  return typeof value === 'number' ? Math.round(value * 100) / 100 : value;
}
