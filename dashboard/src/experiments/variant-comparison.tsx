// Variants side by side, in the window of the page. Whether they differ is for the service to judge: see experiment-card.tsx.

import { moneyDecimals, RATE_DECIMALS } from '@funnel/report-files/file-columns.ts';
import type { Variant } from '../api/types.ts';
import { type Column, DataTable } from '../components/data-table.tsx';
import { currencyColumn } from '../components/metric-columns.ts';
import { numberColumn } from '../components/number-column.tsx';
import { metricTerm } from '../format/metric.ts';
import { variantName } from '../format/names.ts';
import { formatMoney, formatRate } from '../format/numbers.ts';
import { t } from '../language/t.ts';
import type { CountType } from '../routing/view.ts';
import { VariantName } from './variant-name.tsx';

interface VariantComparisonProps {
  readonly variants: readonly Variant[];
  readonly websiteId: number;
  readonly campaignId: number;
  readonly currency: string;
  readonly countType: CountType;
}

export function VariantComparison(props: VariantComparisonProps) {
  const holdout = props.variants.find(({ is_holdout: isHoldout }) => isHoldout);
  return (
    <DataTable
      caption={t('experiments.variantsCompared')}
      columns={comparisonColumns(props, holdout)}
      rows={props.variants}
      keyOf={({ id }) => id}
    />
  );
}

/** `holdout`: as far as there is one and it is known. Files don't say what it is. */
export function comparisonColumns(props: VariantComparisonProps, holdout?: Variant): Column<Variant>[] {
  const { variants, websiteId, campaignId, currency, countType } = props;
  const control = holdout ?? variants[0];
  return [
    {
      name: 'name',
      label: t('common.variant'),
      term: 'variant',
      value: variantName,
      render: (variant) => (
        <VariantName
          websiteId={websiteId}
          campaignId={campaignId}
          variant={variant}
          isControl={variant.id === control?.id}
          isHoldout={variant.id === holdout?.id}
        />
      ),
    },
    { name: 'id', label: 'ID', value: ({ id }) => id, csvOnly: true },
    { name: 'variation', label: t('experiments.variation'), value: ({ variation }) => variation, csvOnly: true },
    {
      name: 'traffic_percentage',
      label: t('experiments.trafficInPercent'),
      value: (row) => row.traffic_percentage,
      csvOnly: true,
    },
    numberColumn({
      name: 'views',
      term: metricTerm('views', countType),
      value: ({ metrics }) => metrics.views,
    }),
    numberColumn({
      name: 'conversions',
      term: 'conversions',
      value: ({ metrics }) => metrics.conversions,
    }),
    numberColumn({
      name: 'conversion_rate',
      term: 'conversion_rate',
      value: ({ metrics }) => metrics.conversion_rate,
      decimals: RATE_DECIMALS,
      format: formatRate,
    }),
    numberColumn({
      name: 'revenue',
      term: 'revenue',
      value: ({ metrics }) => metrics.revenue,
      decimals: moneyDecimals(currency),
      format: (value) => formatMoney(value, currency),
    }),
    currencyColumn(currency),
  ];
}
