// The steps of a variant as a funnel, from the first view to completion, if its visitors can complete it.

import { useQuery } from '@tanstack/react-query';
import { type CatalogRecords, useCatalog } from '../api/catalog.ts';
import { useApi } from '../api/context.tsx';
import { variantQuery } from '../api/queries.ts';
import type { VariantReport } from '../api/types.ts';
import { Defined } from '../components/defined.tsx';
import { EmptyState, ErrorState, Skeleton } from '../components/states.tsx';
import { recordName } from '../format/names.ts';
import { rich, t } from '../language/t.ts';
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
      <EmptyState title={t('report.noVisitorsInPeriod')}>
        <p>{t('common.chooseLongerTimeframe')}</p>
      </EmptyState>
    );
  }
  return (
    <>
      <Funnel label={label} stages={stagesOf(data, { websiteId, campaignId, records })} />
      {data.metrics.completions === 0 && (
        <p className="hint">
          {rich('charts.noCompletions', { term: (text) => <Defined term="completions">{text}</Defined> })}
        </p>
      )}
    </>
  );
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
        {recordName(records?.get(id), t('catalog.stepNumber', { position }))}
      </Link>
    ),
    count: metrics.views,
  }));
  return [...steps, ...endOf(variant)];
}

/**
 * Many campaigns have no completions: their pages do not send any, as those of the tutorial. A last stage with nobody in it would look as
 * if all visitors were lost. Conversions are an end only after a single step: where there are several, each may have some.
 */
function endOf({ metrics, funnel_steps: steps }: VariantReport['data']): Stage[] {
  if (metrics.completions > 0) return [{ key: 'completed', label: t('charts.completed'), count: metrics.completions }];
  if (steps.length > 1 || metrics.conversions === 0) return [];
  return [{ key: 'converted', label: t('charts.converted'), count: metrics.conversions }];
}
