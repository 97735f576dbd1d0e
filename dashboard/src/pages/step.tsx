import { SHOWN_WITH_CHANGE } from '@funnel/report-files/metrics.ts';
import { useQuery } from '@tanstack/react-query';
import { type CatalogRecord, useCatalog } from '../api/catalog.ts';
import { useApi } from '../api/context.tsx';
import { readPartsFile } from '../api/files.ts';
import { stepQuery } from '../api/queries.ts';
import { useNews } from '../api/rhythm.ts';
import type { Element } from '../api/types.ts';
import { BreakdownCard } from '../components/breakdown-card.tsx';
import { Card } from '../components/card.tsx';
import { CsvButton } from '../components/csv-button.tsx';
import { type Column, DataTable } from '../components/data-table.tsx';
import { type MetricColumnsOptions, metricColumns } from '../components/metric-columns.ts';
import { ReportPage } from '../components/report-page.tsx';
import { RecordDetail, RowLink } from '../components/row-name.tsx';
import { EmptyState } from '../components/states.tsx';
import { elementTypeName, recordName } from '../format/names.ts';
import { formatCount } from '../format/numbers.ts';
import { t } from '../language/t.ts';
import type { StepPage } from '../routing/pages.ts';
import { useView } from '../routing/router.tsx';
import { effectiveCountType } from '../routing/view.ts';
import { useBreadcrumbs } from './breadcrumbs.ts';

export function StepReportPage({ page }: { readonly page: StepPage }) {
  const api = useApi();
  const { websiteId, stepId } = page;
  const view = useView();
  const query = useQuery(stepQuery(api, websiteId, stepId, view));
  const catalog = useCatalog(websiteId);
  const countType = effectiveCountType(view);
  const rows = query.data?.data.elements.map(({ metrics }) => metrics) ?? [];
  const news = useNews(websiteId, query.data?.timeframe, rows, SHOWN_WITH_CHANGE);
  const placeOf = (position: number) => t('catalog.stepNumber', { position: formatCount(position) });
  return (
    <ReportPage
      query={query}
      subject={{ kind: 'steps', websiteId, id: stepId }}
      crumbs={useBreadcrumbs(page)}
      titleOf={({ data }) => recordName(catalog?.steps.get(stepId), placeOf(data.position))}
    >
      {({ data, website, timeframe }) => {
        const metrics = { currency: website.currency, countType, news };
        const columns = elementColumns(page, metrics, catalog?.elements);
        return (
          <>
            <Card
              title={t('common.elements')}
              hint={t('website.elementsHint')}
              flush
              actions={
                <CsvButton
                  label={t('website.theElements')}
                  file={() => readPartsFile(api, { kind: 'steps', id: stepId }, { websiteId, timeframe, view })}
                />
              }
            >
              {data.elements.length === 0 ? (
                <EmptyState title={t('website.noElements')} />
              ) : (
                <DataTable
                  caption={t('common.elements')}
                  columns={columns}
                  rows={data.elements}
                  keyOf={({ id }) => id}
                />
              )}
            </Card>
            <BreakdownCard subject={{ kind: 'steps', websiteId, id: stepId }} />
          </>
        );
      }}
    </ReportPage>
  );
}

function elementColumns(
  page: StepPage,
  metrics: MetricColumnsOptions,
  records: ReadonlyMap<number, CatalogRecord> | undefined,
): Column<Element>[] {
  return [
    {
      name: 'element_type',
      label: t('common.element'),
      term: 'element',
      value: ({ element_type }) => elementTypeName(element_type),
      render: ({ id, element_type, position }) => (
        <>
          <RowLink to={{ ...page, name: 'element', elementId: id }}>
            {recordName(records?.get(id), elementTypeName(element_type))}
          </RowLink>
          <RecordDetail record={records?.get(id)}>
            {t('website.position', { position: formatCount(position) })}
          </RecordDetail>
        </>
      ),
    },
    ...metricColumns<Element>(metrics),
  ];
}
