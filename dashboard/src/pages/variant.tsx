import { useQuery } from '@tanstack/react-query';
import { type CatalogRecord, useCatalog } from '../api/catalog.ts';
import { useApi } from '../api/context.tsx';
import { variantQuery } from '../api/queries.ts';
import { rangeOf } from '../api/timeframe.ts';
import type { FunnelStep } from '../api/types.ts';
import { VariantFunnel } from '../charts/variant-funnel.tsx';
import { BreakdownCard } from '../components/breakdown-card.tsx';
import { Card } from '../components/card.tsx';
import { CsvButton } from '../components/csv-button.tsx';
import { type Column, DataTable, tableCsv } from '../components/data-table.tsx';
import { type MetricColumnsOptions, metricColumns } from '../components/metric-columns.ts';
import { ReportPage } from '../components/report-page.tsx';
import { RecordDetail, RowLink } from '../components/row-name.tsx';
import { Tag } from '../components/tag.tsx';
import { recordName, variantName } from '../format/names.ts';
import type { VariantPage } from '../routing/pages.ts';
import { useView } from '../routing/router.tsx';
import { effectiveCountType } from '../routing/view.ts';
import { useBreadcrumbs } from './breadcrumbs.ts';

export function VariantReportPage({ page }: { readonly page: VariantPage }) {
  const api = useApi();
  const { websiteId, variantId } = page;
  const view = useView();
  const query = useQuery(variantQuery(api, websiteId, variantId, view));
  const catalog = useCatalog(websiteId);
  const countType = effectiveCountType(view);
  return (
    <ReportPage
      query={query}
      subject={{ kind: 'variants', websiteId, id: variantId }}
      crumbs={useBreadcrumbs(page)}
      titleOf={({ data }) => variantName(data)}
      tagOf={({ data }) => (
        <>
          {data.name !== null && <Tag>Variant {data.variation}</Tag>}
          <Tag>{data.traffic_percentage}% of traffic</Tag>
        </>
      )}
    >
      {({ data, website, timeframe }) => {
        const metrics = { currency: website.currency, countType, timeframe };
        const columns = stepColumns(page, metrics, catalog?.steps);
        return (
          <>
            <Card
              title="Where visitors drop off"
              term="drop_off"
              hint="How many visitors see each step, and how many go through to the end."
            >
              <VariantFunnel {...page} label={`Funnel of ${variantName(data)}`} />
            </Card>
            <Card
              title="Steps"
              flush
              actions={
                <CsvButton
                  content={{ website: website.name, what: `${variantName(data)} steps`, days: rangeOf(timeframe) }}
                  label="the steps"
                  file={() => tableCsv(columns, data.funnel_steps)}
                />
              }
            >
              <DataTable caption="Steps" columns={columns} rows={data.funnel_steps} keyOf={({ id }) => id} />
            </Card>
            <BreakdownCard subject={{ kind: 'variants', websiteId, id: variantId }} name={variantName(data)} />
          </>
        );
      }}
    </ReportPage>
  );
}

function stepColumns(
  page: VariantPage,
  metrics: MetricColumnsOptions,
  records: ReadonlyMap<number, CatalogRecord> | undefined,
): Column<FunnelStep>[] {
  return [
    {
      name: 'position',
      label: 'Step',
      term: 'step',
      value: ({ position }) => position,
      render: ({ id, position }) => {
        const record = records?.get(id);
        const name = recordName(record, `Step ${position}`);
        return (
          <>
            <RowLink to={{ ...page, name: 'step', stepId: id }}>{name}</RowLink>
            <RecordDetail record={record}>{name === `Step ${position}` ? undefined : `Step ${position}`}</RecordDetail>
          </>
        );
      },
    },
    { name: 'name', label: 'Name of the step', value: ({ id }) => recordName(records?.get(id), ''), csvOnly: true },
    { name: 'id', label: 'ID', value: ({ id }) => id, csvOnly: true },
    ...metricColumns<FunnelStep>(metrics),
  ];
}
