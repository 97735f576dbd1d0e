// Variants side by side, in the window of the page. Whether they differ is for the service to judge: see experiment-card.tsx.

import type { Variant } from '../api/types.ts';
import { type Column, DataTable } from '../components/data-table.tsx';
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

/** `holdout`: as far as there is one and it is known. */
function comparisonColumns(props: VariantComparisonProps, holdout?: Variant): Column<Variant>[] {
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
      format: formatRate,
    }),
    numberColumn({
      name: 'revenue',
      term: 'revenue',
      value: ({ metrics }) => metrics.revenue,
      format: (value) => formatMoney(value, currency),
    }),
  ];
}
