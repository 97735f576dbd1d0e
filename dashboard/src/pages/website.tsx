// One website: its headline metrics over time, and its campaigns.
import { useQuery } from '@tanstack/react-query';
import { changeParameters, Link, useAddress, useView } from '../address/router.tsx';
import type { View } from '../address/view.ts';
import type { Campaign, CampaignSort } from '../api/answers.ts';
import type { Api } from '../api/client.ts';
import { useApi } from '../api/context.tsx';
import { type CampaignList, campaignsQuery, readCampaigns, websiteQuery } from '../api/queries.ts';
import { ViewControls } from '../controls/view-controls.tsx';
import { ctaTypeName } from '../format/names.ts';
import { Card } from '../parts/card.tsx';
import { CsvButton } from '../parts/csv-button.tsx';
import { type Column, DataTable, tableFile } from '../parts/data-table.tsx';
import { metricColumns } from '../parts/metric-columns.tsx';
import { MetricsPanel } from '../parts/metrics-panel.tsx';
import { PageFrame, ReportSkeleton } from '../parts/page-frame.tsx';
import { Paging } from '../parts/paging.tsx';
import { EmptyState, ErrorState, Skeleton } from '../parts/states.tsx';
import { StatusTag } from '../parts/status-tag.tsx';

const PAGE_SIZE = 10;
const PAGE_SIZE_MAX = 50;
const SORTS: readonly CampaignSort[] = [
  'views',
  'conversions',
  'completions',
  'conversion_rate',
  'completion_rate',
  'revenue',
  'aov',
];
const DEFAULT_SORT: CampaignSort = 'revenue';
const CTA_TYPES = ['overlay', 'bar', 'embed', 'quiz', 'landing_page'];

export function WebsitePage({ websiteId }: { readonly websiteId: number }) {
  const api = useApi();
  const view = useView();
  const report = useQuery(websiteQuery(api, websiteId, view));
  return (
    <PageFrame
      title={report.data?.website.name ?? (report.isError ? 'Website' : undefined)}
      timeframe={report.data?.timeframe}
      controls={<ViewControls />}
    >
      {report.isPending && <ReportSkeleton />}
      {report.isError && <ErrorState error={report.error} onRetry={() => report.refetch()} />}
      {report.data && (
        <MetricsPanel
          subject={{ kind: 'website', websiteId }}
          name={report.data.website.name}
          metrics={report.data.data.metrics}
          website={report.data.website}
          timeframe={report.data.timeframe}
          stale={report.isPlaceholderData}
        />
      )}
      {!report.isError && <Campaigns websiteId={websiteId} view={view} />}
    </PageFrame>
  );
}

function Campaigns({ websiteId, view }: { readonly websiteId: number; readonly view: View }) {
  const api = useApi();
  const { search } = useAddress();
  const list = campaignList(search);
  const campaigns = useQuery(campaignsQuery(api, websiteId, view, list));
  const answer = campaigns.data;
  const columns = campaignColumns(websiteId, answer?.website.currency ?? 'USD');
  return (
    <Card
      title="Campaigns"
      flush
      stale={campaigns.isPlaceholderData}
      actions={
        <>
          <Filters list={list} />
          <CsvButton
            name={`${answer?.website.name ?? 'website'} campaigns`}
            label="the campaigns"
            file={async () => tableFile(columns, await allCampaigns(api, websiteId, view, list))}
          />
        </>
      }
    >
      {campaigns.isPending && <Skeleton lines={5} />}
      {campaigns.isError && <ErrorState error={campaigns.error} onRetry={() => campaigns.refetch()} />}
      {answer && answer.data.campaigns.length === 0 && <NoCampaigns list={list} />}
      {answer && answer.data.campaigns.length > 0 && (
        <>
          <DataTable
            caption="Campaigns"
            columns={columns}
            rows={answer.data.campaigns}
            keyOf={(campaign) => campaign.id}
            sort={{
              by: list.sort,
              onSort: (name) => changeParameters({ sort: name === DEFAULT_SORT ? undefined : name, page: undefined }),
            }}
          />
          <Paging
            label="Pages of campaigns"
            page={answer.data.pagination.page}
            perPage={answer.data.pagination.per_page}
            total={answer.data.pagination.total_entries}
          />
        </>
      )}
    </Card>
  );
}

function campaignList(search: URLSearchParams): CampaignList {
  const status = search.get('status');
  return {
    sort: SORTS.find((name) => name === search.get('sort')) ?? DEFAULT_SORT,
    status: status === 'live' || status === 'archived' ? status : undefined,
    ctaType: search.get('cta_type') || undefined,
    page: Math.max(1, Math.trunc(Number(search.get('page'))) || 1),
    perPage: PAGE_SIZE,
  };
}

/** A file holds every page, not just the one in sight. */
async function allCampaigns(api: Api, websiteId: number, view: View, list: CampaignList): Promise<Campaign[]> {
  const campaigns: Campaign[] = [];
  for (let page = 1, pages = 1; page <= pages; page++) {
    const answer = await readCampaigns(api, websiteId, view, { ...list, page, perPage: PAGE_SIZE_MAX });
    campaigns.push(...answer.data.campaigns);
    pages = answer.data.pagination.total_pages;
  }
  return campaigns;
}

function Filters({ list }: { readonly list: CampaignList }) {
  return (
    <>
      <select
        aria-label="Format"
        value={list.ctaType ?? ''}
        onChange={(event) => changeParameters({ cta_type: event.target.value || undefined, page: undefined })}
      >
        <option value="">All formats</option>
        {CTA_TYPES.map((type) => (
          <option key={type} value={type}>
            {ctaTypeName(type)}
          </option>
        ))}
      </select>
      <select
        aria-label="Status"
        value={list.status ?? ''}
        onChange={(event) => changeParameters({ status: event.target.value || undefined, page: undefined })}
      >
        <option value="">Live and archived</option>
        <option value="live">Live</option>
        <option value="archived">Archived</option>
      </select>
    </>
  );
}

function NoCampaigns({ list }: { readonly list: CampaignList }) {
  if (list.ctaType === undefined && list.status === undefined && list.page === 1) {
    return (
      <EmptyState title="This website has no campaign yet">
        <p>Publish a campaign, and it appears here with its first view.</p>
      </EmptyState>
    );
  }
  return (
    <EmptyState title="No campaign fits">
      <button
        type="button"
        className="button"
        onClick={() => changeParameters({ cta_type: undefined, status: undefined, page: undefined })}
      >
        Show all campaigns
      </button>
    </EmptyState>
  );
}

function campaignColumns(websiteId: number, currency: string): Column<Campaign>[] {
  return [
    {
      name: 'name',
      label: 'Campaign',
      value: ({ name }) => name,
      render: ({ id, name, cta_type, status }) => (
        <>
          <Link to={{ name: 'campaign', websiteId, campaignId: id }} className="row-link">
            {name}
          </Link>
          <span className="row-detail">
            {ctaTypeName(cta_type)}
            {status === 'archived' && <StatusTag status={status} />}
          </span>
        </>
      ),
    },
    { name: 'id', label: 'Id', value: ({ id }) => id, onlyInFile: true },
    { name: 'cta_type', label: 'Format', value: ({ cta_type }) => cta_type, onlyInFile: true },
    { name: 'status', label: 'Status', value: ({ status }) => status, onlyInFile: true },
    ...metricColumns<Campaign>(currency, SORTS),
  ];
}
