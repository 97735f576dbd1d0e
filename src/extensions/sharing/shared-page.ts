// The page of the dashboard that a share link names, as its path says it, with the view that the link begins with or is locked to.

const ID = '([1-9]\\d{0,14})';
const PATHS = {
  website: new RegExp(`^/websites/${ID}$`),
  campaign: new RegExp(`^/websites/${ID}/campaigns/${ID}$`),
  funnel: new RegExp(`^/websites/${ID}/funnels/${ID}$`),
  experiments: new RegExp(`^/websites/${ID}/experiments$`),
  attribution: new RegExp(`^/websites/${ID}/attribution$`),
} as const;
export type SharedPageName = keyof typeof PATHS;
const SHARED_PAGES = Object.keys(PATHS) as SharedPageName[];

/** It has only characters of a URL. */
const QUERY = /^[\w\-.~!$&'()*+,;=:@/?%]*$/;
/** Reports of the other pages take no filters. */
const PAGES_WITH_FILTERS: readonly SharedPageName[] = ['website', 'campaign', 'experiments'];

/** The parameters have the names that reports and pages give them. */
interface SharedView {
  readonly timeframe: string;
  readonly range_start?: string;
  readonly range_end?: string;
  readonly filter: readonly string[];
  /** Is `previous`, `year` or `off`. */
  readonly compare: string;
  /** How many days before an order a touch may be. Left out: as many as the website says. */
  readonly window_days?: number;
}

export interface SharedPage {
  readonly name: SharedPageName;
  readonly websiteId: number;
  /** The id of the campaign or of the saved funnel. */
  readonly id?: number;
  readonly view: SharedView;
}

/** undefined: it is not the path of a page that can be shared. */
export function sharedPageOf(path: string): SharedPage | undefined {
  const [pathname = '', query = '', ...rest] = path.split('?');
  if (rest.length > 0 || !QUERY.test(query)) return undefined;
  for (const name of SHARED_PAGES) {
    const [, websiteId, id] = PATHS[name].exec(pathname) ?? [];
    if (websiteId === undefined) continue;
    const view = viewOf(name, new URLSearchParams(query));
    return { name, websiteId: Number(websiteId), ...(id !== undefined && { id: Number(id) }), view };
  }
  return undefined;
}

/** The defaults are those of the pages. */
function viewOf(name: SharedPageName, query: URLSearchParams): SharedView {
  const [start, end] = [query.get('range_start'), query.get('range_end')];
  const [windowDays] = /^[1-9]\d?$/.exec(query.get('window_days') ?? '') ?? [];
  return {
    timeframe: query.get('timeframe') ?? 'last_30_days',
    ...(start !== null && { range_start: start }),
    ...(end !== null && { range_end: end }),
    filter: PAGES_WITH_FILTERS.includes(name) ? query.getAll('filter') : [],
    compare: query.get('compare') ?? 'previous',
    ...(windowDays !== undefined && { window_days: Number(windowDays) }),
  };
}
