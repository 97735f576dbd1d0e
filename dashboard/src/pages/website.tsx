// One website: its headline metrics over time, and its campaigns.

import { PARAMETER_VALUES } from '@funnel/api-client/constants';
import { SHOWN_WITH_CHANGE } from '@funnel/report-files/metrics.ts';
import { useQuery } from '@tanstack/react-query';
import { Suspense } from 'react';
import { type CatalogRecord, useCatalog } from '../api/catalog.ts';
import { useApi } from '../api/context.tsx';
import { readCampaignsFile } from '../api/files.ts';
import { type CampaignList, campaignsQuery, websiteQuery } from '../api/queries.ts';
import { useNews } from '../api/rhythm.ts';
import type { Campaign, CampaignSort } from '../api/types.ts';
import { BreakdownCard } from '../components/breakdown-card.tsx';
import { Button } from '../components/button.tsx';
import { Card } from '../components/card.tsx';
import { CsvButton } from '../components/csv-button.tsx';
import { type Column, DataTable } from '../components/data-table.tsx';
import { type MetricColumnsOptions, metricColumns } from '../components/metric-columns.ts';
import { MetricsPanel } from '../components/metrics-panel.tsx';
import { Notes, PageNotes } from '../components/notes.tsx';
import { PageFrame, ReportSkeleton } from '../components/page-frame.tsx';
import { Paging, readPageNumber } from '../components/paging.tsx';
import { SubjectProducts } from '../components/products-card.tsx';
import { ReachCard } from '../components/reach-card.tsx';
import { ReportError } from '../components/report-error.tsx';
import { RowDetail, RowLink } from '../components/row-name.tsx';
import { SendingLink } from '../components/sending-link.tsx';
import { EmptyState, ErrorState, Skeleton } from '../components/states.tsx';
import { NewTag, StatusTag } from '../components/tag.tsx';
import { WeekHeatMap } from '../components/week-heat-map.tsx';
import { FilterChips } from '../controls/filter-chips.tsx';
import { ViewControls } from '../controls/view-controls.tsx';
import { CTA_TYPES, ctaTypeName, STATUS_NAMES } from '../format/names.ts';
import { t } from '../language/t.ts';
import { changeParameters, useQueryParameters, useView } from '../routing/router.tsx';
import { effectiveCountType, type View } from '../routing/view.ts';
import { GoalsCard } from '../saved/goals-card.tsx';
import { FirstEvent } from './first-event.tsx';
import { lazyPage } from './lazy-page.tsx';
import { ALL_TIME, isEmpty, useWaiting } from './without-events.ts';

/** Few websites have one, so it is loaded apart. */
const HistoryCard = lazyPage(async () => (await import('../history/history-card.tsx')).HistoryCard);

const PAGE_SIZE = 10;
const DEFAULT_SORT: CampaignSort = 'revenue';

export function WebsitePage({ websiteId }: { readonly websiteId: number }) {
  const api = useApi();
  const view = useView();
  const report = useQuery(websiteQuery(api, websiteId, view));
  const isEmptyPeriod = isEmpty(report.data?.data.metrics);
  const allTime = useQuery({ ...websiteQuery(api, websiteId, ALL_TIME), enabled: isEmptyPeriod });
  const [isWaiting, showNumbers] = useWaiting(isEmptyPeriod && isEmpty(allTime.data?.data.metrics));
  return (
    <PageFrame
      title={report.data?.website.name ?? (report.isError ? t('common.website') : undefined)}
      timeframe={isWaiting ? undefined : report.data?.timeframe}
      controls={!isWaiting && <ViewControls />}
      filters={!isWaiting && <FilterChips report={report.data} />}
    >
      {report.isPending && <ReportSkeleton />}
      {report.isError && <ReportError error={report.error} onRetry={() => report.refetch()} />}
      {isWaiting && <FirstEvent websiteId={websiteId} onDone={showNumbers} />}
      {!isWaiting && (
        <PageNotes notes={report.data?.notes}>
          {report.data && (
            <MetricsPanel
              subject={{ kind: 'website', websiteId }}
              metrics={report.data.data.metrics}
              website={report.data.website}
              timeframe={report.data.timeframe}
              stale={report.isPlaceholderData}
              isEstimate={report.data.sampled ?? false}
            />
          )}
          {!report.isError && (
            <>
              <Campaigns websiteId={websiteId} view={view} />
              {report.data && <GoalsCard websiteId={websiteId} currency={report.data.website.currency} />}
              {report.data && <ReachCard websiteId={websiteId} />}
              {report.data && (
                <Suspense>
                  <HistoryCard websiteId={websiteId} />
                </Suspense>
              )}
              {report.data && <BreakdownCard subject={{ kind: 'website', websiteId }} />}
              {report.data && <WeekHeatMap subject={{ kind: 'website', websiteId }} />}
              <SubjectProducts websiteId={websiteId} />
            </>
          )}
        </PageNotes>
      )}
    </PageFrame>
  );
}

function Campaigns({ websiteId, view }: { readonly websiteId: number; readonly view: View }) {
  const api = useApi();
  const search = useQueryParameters();
  const list = campaignList(search);
  const campaigns = useQuery(campaignsQuery(api, websiteId, view, list));
  const report = campaigns.data;
  const records = useCatalog(websiteId)?.campaigns;
  const rows = report?.data.campaigns.map(({ metrics }) => metrics) ?? [];
  const news = useNews(websiteId, report?.timeframe, rows, SHOWN_WITH_CHANGE);
  const metrics = { currency: report?.website.currency ?? 'USD', countType: effectiveCountType(view), news };
  const columns = campaignColumns(websiteId, { ...metrics, sortable: PARAMETER_VALUES.sort }, records);
  return (
    <Card
      title={t('common.campaigns')}
      flush
      stale={campaigns.isPlaceholderData}
      actions={
        <>
          <Filters list={list} />
          {report && (
            <CsvButton
              label={t('website.theCampaigns')}
              file={() => readCampaignsFile(api, list, { websiteId, timeframe: report.timeframe, view })}
            />
          )}
        </>
      }
    >
      {campaigns.isPending && <Skeleton lines={5} />}
      {campaigns.isError && <ErrorState error={campaigns.error} onRetry={() => campaigns.refetch()} />}
      {report && report.data.campaigns.length === 0 && (
        <>
          <NoCampaigns websiteId={websiteId} list={list} />
          <Notes notes={report.notes} isInCard />
        </>
      )}
      {report && report.data.campaigns.length > 0 && (
        <>
          <DataTable
            caption={t('common.campaigns')}
            columns={columns}
            rows={report.data.campaigns}
            keyOf={(campaign) => campaign.id}
            sort={{
              by: list.sort,
              onSort: (name) => changeParameters({ sort: name === DEFAULT_SORT ? undefined : name, page: undefined }),
            }}
          />
          <Paging
            label={t('website.pagesOfCampaigns')}
            page={report.data.pagination.page}
            perPage={report.data.pagination.per_page}
            total={report.data.pagination.total_entries}
          />
        </>
      )}
    </Card>
  );
}

function campaignList(search: URLSearchParams): CampaignList {
  return {
    sort: PARAMETER_VALUES.sort.find((name) => name === search.get('sort')) ?? DEFAULT_SORT,
    status: PARAMETER_VALUES.status.find((name) => name === search.get('status')),
    ctaType: search.get('cta_type') || undefined,
    page: readPageNumber(search),
    perPage: PAGE_SIZE,
  };
}

function Filters({ list }: { readonly list: CampaignList }) {
  return (
    <>
      <select
        aria-label={t('common.type')}
        value={list.ctaType ?? ''}
        onChange={(event) => changeParameters({ cta_type: event.target.value || undefined, page: undefined })}
      >
        <option value="">{t('website.allTypes')}</option>
        {CTA_TYPES.map((type) => (
          <option key={type} value={type}>
            {ctaTypeName(type)}
          </option>
        ))}
      </select>
      <select
        aria-label={t('common.status')}
        value={list.status ?? ''}
        onChange={(event) => changeParameters({ status: event.target.value || undefined, page: undefined })}
      >
        <option value="">{t('website.liveAndArchived')}</option>
        {PARAMETER_VALUES.status.map((status) => (
          <option key={status} value={status}>
            {STATUS_NAMES[status]}
          </option>
        ))}
      </select>
    </>
  );
}

function NoCampaigns({ websiteId, list }: { readonly websiteId: number; readonly list: CampaignList }) {
  if (list.ctaType === undefined && list.status === undefined && list.page === 1) {
    return (
      <EmptyState title={t('common.noCampaignsYet')}>
        <p>{t('website.campaignsFrom')}</p>
        <SendingLink websiteId={websiteId} />
      </EmptyState>
    );
  }
  return (
    <EmptyState title={t('website.noCampaignsMatch')}>
      <Button onClick={() => changeParameters({ cta_type: undefined, status: undefined, page: undefined })}>
        {t('website.showAllCampaigns')}
      </Button>
    </EmptyState>
  );
}

function campaignColumns(
  websiteId: number,
  metrics: MetricColumnsOptions,
  records: ReadonlyMap<number, CatalogRecord> | undefined,
): Column<Campaign>[] {
  return [
    {
      name: 'name',
      label: t('common.campaign'),
      value: ({ name }) => name,
      term: 'campaign',
      render: ({ id, name, cta_type, status }) => (
        <>
          <RowLink to={{ name: 'campaign', websiteId, campaignId: id }}>{name}</RowLink>
          <RowDetail>
            {ctaTypeName(cta_type)}
            {records?.get(id)?.is_new && <NewTag />}
            {status === 'archived' && <StatusTag status={status} />}
          </RowDetail>
        </>
      ),
    },
    ...metricColumns<Campaign>(metrics),
  ];
}
