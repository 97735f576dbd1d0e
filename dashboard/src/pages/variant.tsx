import { SHOWN_WITH_CHANGE } from '@funnel/report-files/metrics.ts';
import { useQuery } from '@tanstack/react-query';
import { type CatalogRecord, useCatalog } from '../api/catalog.ts';
import { useApi } from '../api/context.tsx';
import { readPartsFile } from '../api/files.ts';
import { variantQuery } from '../api/queries.ts';
import { useNews } from '../api/rhythm.ts';
import type { FunnelStep } from '../api/types.ts';
import { VariantFunnel } from '../charts/variant-funnel.tsx';
import { BreakdownCard } from '../components/breakdown-card.tsx';
import { Card } from '../components/card.tsx';
import { CsvButton } from '../components/csv-button.tsx';
import { type Column, DataTable } from '../components/data-table.tsx';
import { type MetricColumnsOptions, metricColumns } from '../components/metric-columns.ts';
import { ReportPage } from '../components/report-page.tsx';
import { RecordDetail, RowLink } from '../components/row-name.tsx';
import { Tag } from '../components/tag.tsx';
import { recordName, variantName } from '../format/names.ts';
import { formatCount, formatRateCompact } from '../format/numbers.ts';
import { t } from '../language/t.ts';
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
  const rows = query.data?.data.funnel_steps.map(({ metrics }) => metrics) ?? [];
  const news = useNews(websiteId, query.data?.timeframe, rows, SHOWN_WITH_CHANGE);
  return (
    <ReportPage
      query={query}
      subject={{ kind: 'variants', websiteId, id: variantId }}
      crumbs={useBreadcrumbs(page)}
      titleOf={({ data }) => variantName(data)}
      tagOf={({ data }) => (
        <>
          {data.name !== null && <Tag>{t('names.variant', { variation: data.variation })}</Tag>}
          <Tag>{t('website.ofTraffic', { share: formatRateCompact(data.traffic_percentage) })}</Tag>
        </>
      )}
    >
      {({ data, website, timeframe }) => {
        const metrics = { currency: website.currency, countType, news };
        const columns = stepColumns(page, metrics, catalog?.steps);
        return (
          <>
            <Card title={t('website.whereVisitorsDropOff')} term="drop_off" hint={t('website.stepsHint')}>
              <VariantFunnel {...page} label={t('website.funnelOf', { name: variantName(data) })} />
            </Card>
            <Card
              title={t('common.steps')}
              flush
              actions={
                <CsvButton
                  label={t('website.theSteps')}
                  file={() => readPartsFile(api, { kind: 'variants', id: variantId }, { websiteId, timeframe, view })}
                />
              }
            >
              <DataTable
                caption={t('common.steps')}
                columns={columns}
                rows={data.funnel_steps}
                keyOf={({ id }) => id}
              />
            </Card>
            <BreakdownCard subject={{ kind: 'variants', websiteId, id: variantId }} />
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
      label: t('common.step'),
      term: 'step',
      value: ({ position }) => position,
      render: ({ id, position }) => {
        const record = records?.get(id);
        const place = t('catalog.stepNumber', { position: formatCount(position) });
        const name = recordName(record, place);
        return (
          <>
            <RowLink to={{ ...page, name: 'step', stepId: id }}>{name}</RowLink>
            <RecordDetail record={record}>{name === place ? undefined : place}</RecordDetail>
          </>
        );
      },
    },
    ...metricColumns<FunnelStep>(metrics),
  ];
}
