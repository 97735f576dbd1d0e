import { useQuery } from '@tanstack/react-query';
import type { StepPage } from '../address/page.ts';
import { Link, useView } from '../address/router.tsx';
import type { Element } from '../api/answers.ts';
import { useApi } from '../api/context.tsx';
import { stepQuery } from '../api/queries.ts';
import { elementTypeName } from '../format/names.ts';
import { Card } from '../parts/card.tsx';
import { CsvButton } from '../parts/csv-button.tsx';
import { type Column, DataTable, tableFile } from '../parts/data-table.tsx';
import { metricColumns } from '../parts/metric-columns.tsx';
import { ReportPage } from '../parts/report-page.tsx';
import { EmptyState } from '../parts/states.tsx';
import { useCrumbs } from './drill-down.ts';

export function StepReportPage({ page }: { readonly page: StepPage }) {
  const api = useApi();
  const { websiteId, stepId } = page;
  const query = useQuery(stepQuery(api, websiteId, stepId, useView()));
  return (
    <ReportPage
      query={query}
      subject={{ kind: 'steps', websiteId, id: stepId }}
      crumbs={useCrumbs(page)}
      titleOf={({ data }) => `Step ${data.position}`}
    >
      {({ data, website }) => {
        const columns = elementColumns(page, website.currency);
        return (
          <Card
            title="Elements"
            hint="What visitors can act on in this step. Open one to see what they answered or chose."
            flush
            actions={
              <CsvButton
                name={`step ${data.position} elements`}
                label="the elements"
                file={() => tableFile(columns, data.elements)}
              />
            }
          >
            {data.elements.length === 0 ? (
              <EmptyState title="This step has no elements" />
            ) : (
              <DataTable caption="Elements" columns={columns} rows={data.elements} keyOf={({ id }) => id} />
            )}
          </Card>
        );
      }}
    </ReportPage>
  );
}

function elementColumns(page: StepPage, currency: string): Column<Element>[] {
  return [
    {
      name: 'element_type',
      label: 'Element',
      value: ({ element_type }) => element_type,
      render: ({ id, element_type, position }) => (
        <>
          <Link to={{ ...page, name: 'element', elementId: id }} className="row-link">
            {elementTypeName(element_type)}
          </Link>
          <span className="row-detail">Position {position}</span>
        </>
      ),
    },
    { name: 'id', label: 'Id', value: ({ id }) => id, onlyInFile: true },
    { name: 'position', label: 'Position', value: ({ position }) => position, onlyInFile: true },
    ...metricColumns<Element>(currency),
  ];
}
