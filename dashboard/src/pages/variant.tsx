import { useQuery } from '@tanstack/react-query';
import type { VariantPage } from '../address/page.ts';
import { Link, useView } from '../address/router.tsx';
import type { FunnelStep } from '../api/answers.ts';
import { useApi } from '../api/context.tsx';
import { variantQuery } from '../api/queries.ts';
import { VariantFunnel } from '../charts/variant-funnel.tsx';
import { variantName } from '../format/names.ts';
import { Card } from '../parts/card.tsx';
import { CsvButton } from '../parts/csv-button.tsx';
import { type Column, DataTable, tableFile } from '../parts/data-table.tsx';
import { metricColumns } from '../parts/metric-columns.tsx';
import { ReportPage } from '../parts/report-page.tsx';
import { useCrumbs } from './drill-down.ts';

export function VariantReportPage({ page }: { readonly page: VariantPage }) {
  const api = useApi();
  const { websiteId, variantId } = page;
  const query = useQuery(variantQuery(api, websiteId, variantId, useView()));
  return (
    <ReportPage
      query={query}
      subject={{ kind: 'variants', websiteId, id: variantId }}
      crumbs={useCrumbs(page)}
      titleOf={({ data }) => variantName(data)}
      tagOf={({ data }) => (
        <>
          {data.name !== null && <span className="tag">Variant {data.variation}</span>}
          <span className="tag">{data.traffic_percentage}% of traffic</span>
        </>
      )}
    >
      {({ data, website }) => {
        const columns = stepColumns(page, website.currency);
        return (
          <>
            <Card title="Where visitors drop off" hint="Visitors who see each step, and who complete the funnel.">
              <VariantFunnel {...page} label={`Funnel of ${variantName(data)}`} />
            </Card>
            <Card
              title="Steps"
              flush
              actions={
                <CsvButton
                  name={`${variantName(data)} steps`}
                  label="the steps"
                  file={() => tableFile(columns, data.funnel_steps)}
                />
              }
            >
              <DataTable caption="Steps" columns={columns} rows={data.funnel_steps} keyOf={({ id }) => id} />
            </Card>
          </>
        );
      }}
    </ReportPage>
  );
}

function stepColumns(page: VariantPage, currency: string): Column<FunnelStep>[] {
  return [
    {
      name: 'position',
      label: 'Step',
      value: ({ position }) => position,
      render: ({ id, position }) => (
        <Link to={{ ...page, name: 'step', stepId: id }} className="row-link">
          Step {position}
        </Link>
      ),
    },
    { name: 'id', label: 'Id', value: ({ id }) => id, onlyInFile: true },
    ...metricColumns<FunnelStep>(currency),
  ];
}
