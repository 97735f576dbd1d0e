// What a share link may call: a fixed list for each page, and nothing else. Whatever is not here does not exist for it.
import type { SharedPage, SharedPageName } from './shared-page.ts';

/** What a link says about itself when it is used. */
export interface ShareLink {
  readonly id: number;
  readonly page: SharedPage;
  /** Only the period and the filters of the page, and the days that the period is compared with. */
  readonly locked: boolean;
}

export interface ShareRight {
  /**
   * Which `id` may be asked for. page: that of the page. variant: one of a variant of the page's campaign. any: every one of the website,
   * because the page lists all of them.
   */
  readonly id?: 'page' | 'variant' | 'any';
  /** It says nothing about visitors, so that filters do not matter. */
  readonly countsNothing?: true;
  /** It is about all days whatever is asked for, so that a locked link does not have it. */
  readonly isAboutAllDays?: true;
}

type Rights = Readonly<Record<string, ShareRight>>;

/** The name of the website and its time zone; its first days. A link has one website. */
const EVERY_PAGE: Rights = { list_websites: { countsNothing: true }, list_first_days: { countsNothing: true } };
/** What happened on the days of a chart. */
const WITH_CHART: Rights = { list_annotations: { countsNothing: true, isAboutAllDays: true } };

export const SHARE_RIGHTS: Readonly<Record<SharedPageName, Rights>> = {
  website: {
    ...EVERY_PAGE,
    ...WITH_CHART,
    get_website_report: {},
    // What is expected of a day says what happened in the weeks before.
    get_rhythm: { id: 'any', isAboutAllDays: true },
    get_campaign_reach: {},
    list_campaigns: {},
    get_products: {},
  },
  campaign: {
    ...EVERY_PAGE,
    ...WITH_CHART,
    get_campaign_report: { id: 'page' },
    get_variant_report: { id: 'variant' },
    get_experiment: { id: 'page', isAboutAllDays: true },
    list_campaign_products: { id: 'page' },
  },
  funnel: { ...EVERY_PAGE, get_funnel: {} },
  experiments: { ...EVERY_PAGE, list_experiments: {}, get_experiment: { id: 'any', isAboutAllDays: true } },
  attribution: { ...EVERY_PAGE, get_attribution: {} },
};

/** undefined: the link does not have this operation. */
export function shareRightOf({ page, locked }: ShareLink, operation: string | undefined): ShareRight | undefined {
  const rights = SHARE_RIGHTS[page.name];
  const right = operation !== undefined && Object.hasOwn(rights, operation) ? rights[operation] : undefined;
  return locked && right?.isAboutAllDays ? undefined : right;
}

export function sharedOperationsOf(link: ShareLink): ReadonlySet<string> {
  const names = Object.keys(SHARE_RIGHTS[link.page.name]);
  return new Set(names.filter((name) => shareRightOf(link, name)));
}
