// The breadcrumbs of the drill-down pages.

import { useQuery } from '@tanstack/react-query';
import { useCatalog } from '../api/catalog.ts';
import { useApi } from '../api/context.tsx';
import { campaignQuery, stepQuery, variantQuery, websitesQuery } from '../api/queries.ts';
import type { Crumb } from '../components/page-frame.tsx';
import { recordName, variantName } from '../format/names.ts';
import { formatCount } from '../format/numbers.ts';
import { t } from '../language/t.ts';
import { type CampaignPage, type ElementPage, type StepPage, UNKNOWN_ID, type VariantPage } from '../routing/pages.ts';
import { useView } from '../routing/router.tsx';

export function useBreadcrumbs(page: CampaignPage | VariantPage | StepPage | ElementPage): Crumb[] {
  const api = useApi();
  const view = useView();
  const { websiteId, campaignId } = page;
  const variantId = 'variantId' in page ? page.variantId : undefined;
  const stepId = 'stepId' in page ? page.stepId : undefined;
  // The queries of the parent pages, so that their cached data is used on the way down.
  const websites = useQuery(websitesQuery(api));
  const campaign = useQuery({
    ...campaignQuery(api, websiteId, campaignId, view),
    enabled: variantId !== undefined && campaignId !== UNKNOWN_ID,
  });
  const variant = useQuery({
    ...variantQuery(api, websiteId, variantId ?? 0, view),
    enabled: stepId !== undefined && variantId !== UNKNOWN_ID,
  });
  const step = useQuery({
    ...stepQuery(api, websiteId, stepId ?? 0, view),
    enabled: 'elementId' in page && stepId !== UNKNOWN_ID,
  });

  const records = useCatalog(websiteId)?.steps;

  const crumbs: Crumb[] = [
    {
      label: websites.data?.find(({ id }) => id === websiteId)?.name,
      to: { name: 'website', websiteId },
    },
  ];
  if (variantId !== undefined && campaignId !== UNKNOWN_ID) {
    crumbs.push({ label: campaign.data?.data.name, to: { name: 'campaign', websiteId, campaignId } });
  }
  if (variantId !== undefined && variantId !== UNKNOWN_ID && stepId !== undefined) {
    const label = variant.data && variantName(variant.data.data);
    crumbs.push({ label, to: { name: 'variant', websiteId, campaignId, variantId } });
  }
  if (variantId !== undefined && stepId !== undefined && stepId !== UNKNOWN_ID && 'elementId' in page) {
    const label =
      step.data &&
      recordName(records?.get(stepId), t('catalog.stepNumber', { position: formatCount(step.data.data.position) }));
    crumbs.push({ label, to: { name: 'step', websiteId, campaignId, variantId, stepId } });
  }
  return crumbs;
}
