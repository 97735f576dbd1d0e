// The columns of the attribution table: for each model the revenue as a bar, with orders and conversions below it, and what it has cost.

import type { AttributionReport, Credit } from '../api/types.ts';
import { BarCell } from '../components/bar-cell.tsx';
import type { Column } from '../components/data-table.tsx';
import { Estimate } from '../components/estimate.tsx';
import { numberColumn } from '../components/number-column.tsx';
import { RowDetail, RowLink } from '../components/row-name.tsx';
import { DEFINITIONS } from '../format/definitions.ts';
import { DIMENSION_NAMES, valueName } from '../format/dimensions.ts';
import { formatFactor, formatMoney } from '../format/numbers.ts';
import { t } from '../language/t.ts';
import { CREDIT_NAMES, MODEL_TERMS } from './models.ts';

type CampaignRow = NonNullable<AttributionReport['data']['campaigns']>[number];
type ValueRow = NonNullable<AttributionReport['data']['rows']>[number];
type CreditRow = Pick<ValueRow, (typeof CREDIT_NAMES)[number]>;

/** Orders without a campaign, and by a model those without touches. */
const NO_CAMPAIGN = t('attribution.noCampaign');

export function campaignColumns(report: AttributionReport, rows: readonly CampaignRow[]): Column<CampaignRow>[] {
  const { website } = report;
  return [
    {
      name: 'name',
      label: t('common.campaign'),
      term: 'campaign',
      value: ({ name }) => name ?? NO_CAMPAIGN,
      render: ({ id, name }) =>
        id === null ? (
          NO_CAMPAIGN
        ) : (
          <RowLink to={{ name: 'campaign', websiteId: website.id, campaignId: id }}>{name}</RowLink>
        ),
    },
    ...modelColumns(report, rows),
  ];
}

export function valueColumns(report: AttributionReport, rows: readonly ValueRow[]): Column<ValueRow>[] {
  const dimension = report.data.by!;
  return [
    { name: 'value', label: DIMENSION_NAMES[dimension], value: ({ value }) => valueName({ dimension, value }) },
    ...modelColumns(report, rows),
    // Other dimensions have no costs, and nor has a shared page.
    ...(rows.some(({ cost }) => cost !== undefined) ? costColumns(report) : []),
  ];
}

function costColumns({ website: { currency }, sampled }: AttributionReport): Column<ValueRow>[] {
  const money = { format: (value: number) => formatMoney(value, currency) };
  return [
    numberColumn({ name: 'cost', term: 'cost', value: ({ cost }) => cost ?? undefined, ...money }),
    numberColumn({
      ...{ name: 'cost_per_order', term: 'cost_per_order', isEstimate: sampled },
      value: ({ cost_per_order: cost }) => cost ?? undefined,
      ...money,
    }),
    numberColumn({
      ...{ name: 'return_on_spend', term: 'return_on_spend', isEstimate: sampled },
      value: ({ return_on_spend: factor }) => factor ?? undefined,
      format: formatFactor,
    }),
  ];
}

function modelColumns<Row extends CreditRow>(
  { website, data, sampled }: AttributionReport,
  rows: readonly Row[],
): Column<Row>[] {
  // One scale for all columns, so that bars can be compared in both directions.
  const largest = Math.max(...rows.flatMap((row) => CREDIT_NAMES.map((name) => row[name]!.revenue)));
  return [
    ...CREDIT_NAMES.flatMap((name): Column<Row>[] => [
      {
        name: `${name}_revenue`,
        label: DEFINITIONS[MODEL_TERMS[name]].name,
        term: MODEL_TERMS[name],
        numeric: true,
        value: (row) => row[name]!.revenue,
        render: (row) => (
          // What was counted for campaigns is exact.
          <CreditCell
            credit={row[name]!}
            currency={website.currency}
            largest={largest}
            isEstimate={sampled && (name !== 'stored' || data.by !== undefined)}
          />
        ),
      },
    ]),
  ];
}

interface CreditCellProps {
  readonly credit: Credit;
  readonly currency: string;
  readonly largest: number;
  readonly isEstimate: boolean;
}

function CreditCell({ credit, currency, largest, isEstimate }: CreditCellProps) {
  const { orders, revenue, conversions = 0 } = credit;
  const share = largest === 0 ? 0 : revenue / largest;
  const shown = (count: number) => Math.round(count * 10) / 10;
  return (
    <BarCell share={share}>
      <Estimate isEstimate={isEstimate}>{formatMoney(revenue, currency)}</Estimate>
      <RowDetail>{t('attribution.orders', { count: shown(orders) })}</RowDetail>
      <RowDetail>{t('attribution.conversions', { count: shown(conversions) })}</RowDetail>
    </BarCell>
  );
}
