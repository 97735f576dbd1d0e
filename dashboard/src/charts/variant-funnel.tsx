// The steps of a variant as a funnel, from the first view to completion.
import { useQuery } from '@tanstack/react-query';
import { type CatalogRecords, useCatalog } from '../api/catalog.ts';
import { useApi } from '../api/context.tsx';
import { variantQuery } from '../api/queries.ts';
import type { VariantReport } from '../api/types.ts';
import { EmptyState, ErrorState, Skeleton } from '../components/states.tsx';
import { recordName } from '../format/names.ts';
import { Link, useView } from '../routing/router.tsx';
import { Funnel, type Stage } from './funnel.tsx';

interface VariantFunnelProps {
  readonly websiteId: number;
  readonly campaignId: number;
  readonly variantId: number;
  readonly label: string;
}

export function VariantFunnel({ websiteId, campaignId, variantId, label }: VariantFunnelProps) {
  const api = useApi();
  const report = useQuery(variantQuery(api, websiteId, variantId, useView()));
  const records = useCatalog(websiteId)?.steps;
  if (report.isPending) return <Skeleton lines={1} tall />;
  if (report.isError) return <ErrorState error={report.error} onRetry={() => report.refetch()} />;
  const { data } = report.data;
  if (data.metrics.views === 0) {
    return (
      <EmptyState title="No visitors in this period">
        <p>Choose a longer timeframe.</p>
      </EmptyState>
    );
  }
  return <Funnel label={label} stages={stagesOf(data, { websiteId, campaignId, records })} />;
}

interface FunnelContext {
  readonly websiteId: number;
  readonly campaignId: number;
  readonly records: CatalogRecords['steps'] | undefined;
}

function stagesOf(variant: VariantReport['data'], { websiteId, campaignId, records }: FunnelContext): Stage[] {
  const steps = variant.funnel_steps.map(({ id, position, metrics }) => ({
    key: String(id),
    label: (
      <Link to={{ name: 'step', websiteId, campaignId, variantId: variant.id, stepId: id }}>
        {recordName(records?.get(id), `Step ${position}`)}
      </Link>
    ),
    count: metrics.views,
  }));
  return [...steps, { key: 'completed', label: 'Completed', count: variant.metrics.completions }];
}
