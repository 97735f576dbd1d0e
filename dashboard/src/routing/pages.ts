// The pages of the dashboard and their paths. The path of a drill-down page names every ancestor, because a report does
// not name its parent.
import { inject, parse } from 'regexparam';

export type Page =
  | { readonly name: 'overview' | 'api-access' | 'people' | 'audit-log' | 'exports' | 'profile' | 'not-found' }
  /** They work without being logged in. */
  | { readonly name: 'setup' | 'invitation' | 'reset-password' }
  | {
      readonly name:
        | 'website'
        | 'experiments'
        | 'funnels'
        | 'attribution'
        | 'retention'
        | 'paths'
        | 'insights'
        | 'contacts'
        | 'catalog'
        | 'live'
        | 'sending'
        | 'notifications'
        | 'data';
      readonly websiteId: number;
    }
  | FunnelPage
  | ContactPage
  | CampaignPage
  | VariantPage
  | StepPage
  | ElementPage;

/** The page of a saved funnel. */
interface FunnelPage {
  readonly name: 'funnel';
  readonly websiteId: number;
  readonly funnelId: number;
}
/** The story of a contact. */
interface ContactPage {
  readonly name: 'contact';
  readonly websiteId: number;
  readonly contactId: number;
}
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

type RoutedName = Exclude<Page['name'], 'not-found'>;

const WEBSITE = '/websites/:websiteId';
const FUNNELS = `${WEBSITE}/funnels`;
const CAMPAIGN = `${WEBSITE}/campaigns/:campaignId`;
const VARIANT = `${CAMPAIGN}/variants/:variantId`;
const STEP = `${VARIANT}/steps/:stepId`;

export const PATHS: Readonly<Record<RoutedName, string>> = {
  overview: '/',
  'api-access': '/api-access',
  setup: '/setup',
  'audit-log': '/audit-log',
  exports: '/exports',
  profile: '/profile',
  people: '/people',
  invitation: '/invitation',
  'reset-password': '/reset-password',
  website: WEBSITE,
  experiments: `${WEBSITE}/experiments`,
  funnels: FUNNELS,
  funnel: `${FUNNELS}/:funnelId`,
  attribution: `${WEBSITE}/attribution`,
  retention: `${WEBSITE}/retention`,
  paths: `${WEBSITE}/paths`,
  insights: `${WEBSITE}/insights`,
  contacts: `${WEBSITE}/contacts`,
  contact: `${WEBSITE}/contacts/:contactId`,
  catalog: `${WEBSITE}/catalog`,
  live: `${WEBSITE}/live`,
  sending: `${WEBSITE}/sending`,
  notifications: `${WEBSITE}/notifications`,
  data: `${WEBSITE}/data`,
  campaign: CAMPAIGN,
  variant: VARIANT,
  step: STEP,
  element: `${STEP}/elements/:elementId`,
};

/** The paths of all pages of a website, with these ids. */
export function pathsOfWebsite(ids: Readonly<Record<string, number>>): string[] {
  const given = Object.fromEntries(Object.entries(ids).map(([key, id]) => [key, String(id)]));
  return Object.values(PATHS)
    .filter((path) => path.startsWith(WEBSITE))
    .map((path) => inject(path, given));
}

/** Whether the reports of the page can count only some of the events. */
export function takesFilters({ name }: Page): boolean {
  return ['website', 'experiments', 'retention', 'campaign', 'variant', 'step'].includes(name);
}

const ID = /^[1-9]\d{0,14}$/;
/** An ancestor that is not known: a report does not name its parent. */
export const UNKNOWN_ID = 0;

const PATTERNS = Object.entries(PATHS).map(([name, path]) => ({ name, ...parse(path) }));

export function pageAt(pathname: string): Page {
  for (const { name, keys, pattern } of PATTERNS) {
    const match = pattern.exec(pathname);
    if (!match) continue;
    const ids = keys.map((key, index) => [key, match[index + 1] ?? ''] as const);
    const isId = (id: string, index: number) =>
      ID.test(id) || (id === String(UNKNOWN_ID) && index > 0 && index < ids.length - 1);
    if (!ids.every(([, id], index) => isId(id, index))) break;
    return { name, ...Object.fromEntries(ids.map(([key, id]) => [key, Number(id)])) } as Page;
  }
  return { name: 'not-found' };
}

export function pathOf(page: Page): string {
  if (page.name === 'not-found') return PATHS.overview;
  // These are strings, because `inject` leaves out a 0.
  return inject(PATHS[page.name], Object.fromEntries(Object.entries(page).map(([key, value]) => [key, String(value)])));
}
