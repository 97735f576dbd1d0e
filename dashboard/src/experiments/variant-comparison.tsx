// Variants side by side: how many saw each, how many converted, how sure we are, and what it means.
import type { CSSProperties } from 'react';
import { Link } from '../address/router.tsx';
import type { CountType } from '../address/view.ts';
import type { Variant } from '../api/answers.ts';
import { Interval } from '../charts/interval.tsx';
import { variantName } from '../format/names.ts';
import { formatChange, formatCount, formatMoney, formatRate, formatShare } from '../format/numbers.ts';
import { type Column, DataTable } from '../parts/data-table.tsx';
import { compareVariants, rateInterval, type Sample } from './compare-variants.ts';

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

/** Events are not independent of each other, visitors are: only unique counts say how sure a difference is. */
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
        <span className="variant-name">
          <span className="variation" aria-hidden="true">
            {variant.variation}
          </span>
          <span>
            <Link to={{ name: 'variant', websiteId, campaignId, variantId: variant.id }} className="row-link">
              {variantName(variant)}
            </Link>
            <span className="row-detail">
              {variant.id === control?.id ? 'Control · ' : ''}
              {variant.traffic_percentage}% of traffic
            </span>
          </span>
        </span>
      ),
    },
    { name: 'id', label: 'Id', value: ({ id }) => id, onlyInFile: true },
    { name: 'variation', label: 'Variation', value: ({ variation }) => variation, onlyInFile: true },
    { name: 'traffic_percentage', label: 'Traffic', value: (row) => row.traffic_percentage, onlyInFile: true },
    {
      name: 'views',
      label: countType === 'distinct' ? 'Visitors' : 'Views',
      numeric: true,
      value: ({ metrics }) => metrics.views,
      render: ({ metrics }) => formatCount(metrics.views),
    },
    {
      name: 'conversions',
      label: 'Conversions',
      numeric: true,
      value: ({ metrics }) => metrics.conversions,
      render: ({ metrics }) => formatCount(metrics.conversions),
    },
    {
      name: 'conversion_rate',
      label: 'Conversion rate',
      numeric: true,
      value: ({ metrics }) => metrics.conversion_rate,
      render: ({ metrics }) => formatRate(metrics.conversion_rate),
    },
    {
      name: 'interval',
      label: `95% interval, 0 to ${Math.ceil(max)}%`,
      notInFile: true,
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
    {
      name: 'revenue',
      label: 'Revenue',
      numeric: true,
      value: ({ metrics }) => metrics.revenue,
      render: ({ metrics }) => formatMoney(metrics.revenue, currency),
    },
  ];
}

function Confidence({ value }: { readonly value: number }) {
  return (
    <span className="confidence">
      <span className="confidence-bar" style={{ '--share': value } as CSSProperties} aria-hidden="true" />
      {confidenceText(value)}
    </span>
  );
}

/** Never 100 %: a test is never that sure. */
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
