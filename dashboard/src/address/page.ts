// The pages of the dashboard and their paths. The path of a drill-down names every ancestor, because a report does not
// name its parent.

export type Page =
  | { readonly name: 'overview' }
  | { readonly name: 'api-access' }
  | { readonly name: 'website' | 'experiments' | 'insights' | 'contacts'; readonly websiteId: number }
  | CampaignPage
  | VariantPage
  | StepPage
  | ElementPage
  | { readonly name: 'not-found' };

export interface CampaignPage {
  readonly name: 'campaign';
  readonly websiteId: number;
  readonly campaignId: number;
}
export interface VariantPage extends Omit<CampaignPage, 'name'> {
  readonly name: 'variant';
  readonly variantId: number;
}
export interface StepPage extends Omit<VariantPage, 'name'> {
  readonly name: 'step';
  readonly stepId: number;
}
export interface ElementPage extends Omit<StepPage, 'name'> {
  readonly name: 'element';
  readonly elementId: number;
}

const LEVELS = ['websites', 'campaigns', 'variants', 'steps', 'elements'] as const;
const WEBSITE_TABS = ['experiments', 'insights', 'contacts'] as const;

export function pageAt(path: string): Page {
  const parts = path.split('/').filter((part) => part !== '');
  if (parts.length === 0) return { name: 'overview' };
  if (parts.length === 1 && parts[0] === 'api-access') return { name: 'api-access' };
  const tab = WEBSITE_TABS.find((name) => name === parts[2]);
  const ids = idsOf(tab ? parts.slice(0, 2) : parts);
  if (!ids || (tab && parts.length > 3)) return { name: 'not-found' };
  const [websiteId = 0, campaignId = 0, variantId = 0, stepId = 0, elementId = 0] = ids;
  if (tab) return { name: tab, websiteId };
  if (ids.length === 1) return { name: 'website', websiteId };
  if (ids.length === 2) return { name: 'campaign', websiteId, campaignId };
  if (ids.length === 3) return { name: 'variant', websiteId, campaignId, variantId };
  if (ids.length === 4) return { name: 'step', websiteId, campaignId, variantId, stepId };
  return { name: 'element', websiteId, campaignId, variantId, stepId, elementId };
}

/** `websites/1/campaigns/2` gives 1 and 2; undefined where a word or a number is not as it should be. */
function idsOf(parts: readonly string[]): number[] | undefined {
  if (parts.length % 2 !== 0 || parts.length > LEVELS.length * 2) return undefined;
  const ids: number[] = [];
  for (let index = 0; index < parts.length; index += 2) {
    const number = parts[index + 1]!;
    if (parts[index] !== LEVELS[index / 2] || !/^[1-9]\d{0,14}$/.test(number)) return undefined;
    ids.push(Number(number));
  }
  return ids;
}

export function pathOf(page: Page): string {
  if (page.name === 'overview' || page.name === 'not-found') return '/';
  if (page.name === 'api-access') return '/api-access';
  const website = `/websites/${page.websiteId}`;
  if (!('campaignId' in page)) return page.name === 'website' ? website : `${website}/${page.name}`;
  const ids = [
    page.campaignId,
    ...('variantId' in page ? [page.variantId] : []),
    ...('stepId' in page ? [page.stepId] : []),
    ...('elementId' in page ? [page.elementId] : []),
  ];
  return website + ids.map((id, index) => `/${LEVELS[index + 1]}/${id}`).join('');
}
