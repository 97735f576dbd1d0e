// The URL is the state of the dashboard. Routing is wouter's; this file adds typed pages and the view parameters.
import type { AnchorHTMLAttributes, ReactNode } from 'react';
import { type AroundNavHandler, useLocation, useSearch, Link as WouterLink, Router as WouterRouter } from 'wouter';
import { memoryLocation } from 'wouter/memory-location';
import { navigate as navigateBrowser } from 'wouter/use-browser-location';
import { useSharedPage } from '../api/context.tsx';
import { type Page, pageAt, pathOf, takesFilters } from './pages.ts';
import { useTimezone } from './timezone.tsx';
import { readView, type View, viewParameters } from './view.ts';

/** The id of the main element. */
export const CONTENT_ID = 'content';

/** Set where there is no address bar: see `keepUrlInMemory`. */
let memory: (ReturnType<typeof memoryLocation> & { readonly history: string[] }) | undefined;

/** Serves a document inside another one, which has no URL of its own. */
export function keepUrlInMemory(page: Page, parameters: URLSearchParams): void {
  memory = memoryLocation({ path: withQuery(pathOf(page), parameters), record: true });
}

export function Router({ children }: { readonly children: ReactNode }) {
  const source = memory && { hook: memory.hook, searchHook: memory.searchHook };
  return (
    <WouterRouter aroundNav={followLink} {...source}>
      {children}
    </WouterRouter>
  );
}

function navigate(to: string, options: { readonly replace?: boolean } = {}): void {
  if (memory) memory.navigate(to, options);
  else navigateBrowser(to, options);
}

function currentUrl(): { readonly pathname: string; readonly search: string } {
  if (!memory) return window.location;
  const [pathname = '/', search = ''] = (memory.history.at(-1) ?? '/').split('?');
  return { pathname, search };
}

/** A link works like a page load: the new page starts at the top, and keyboard and screen reader users start at its content. */
const followLink: AroundNavHandler = (go, to, options) => {
  go(to, options);
  window.scrollTo(0, 0);
  document.getElementById(CONTENT_ID)?.focus({ preventScroll: true });
};

export function usePage(): Page {
  return pageAt(useLocation()[0]);
}

/** The path and the query. */
export function useUrl(): string {
  return withQuery(useLocation()[0], useQueryParameters());
}

export function useQueryParameters(): URLSearchParams {
  return new URLSearchParams(useSearch());
}

export function useView(): View {
  return { ...viewOn(usePage(), readView(useQueryParameters())), timezone: useTimezone() };
}

/** Filters stay where reports take them. */
function viewOn(page: Page, view: View): View {
  return takesFilters(page) ? view : { ...view, filters: [] };
}

export function goToPage(page: Page, view: View): void {
  navigate(urlOf(page, view));
}

/** A path of the dashboard with its query, as `useUrl` has it. */
export function goToPath(path: string): void {
  navigate(path);
}

type ParameterChanges = Readonly<Record<string, string | readonly string[] | undefined>>;

/** Changes some query parameters of the current URL; undefined removes one, and a list repeats it. */
export function changeParameters(changes: ParameterChanges): void {
  navigate(withChanges(changes));
}

/** The same for a URL that can't be shown: the way back does not lead to it. */
export function replaceParameters(changes: ParameterChanges): void {
  navigate(withChanges(changes), { replace: true });
}

function withChanges(changes: ParameterChanges): string {
  return withQuery(currentUrl().pathname, changed(new URLSearchParams(currentUrl().search), changes));
}

function changed(search: URLSearchParams, changes: ParameterChanges): URLSearchParams {
  for (const [name, value] of Object.entries(changes)) {
    const [first, ...others] = [value ?? []].flat();
    if (first === undefined) search.delete(name);
    else search.set(name, first);
    for (const other of others) search.append(name, other);
  }
  return search;
}

export function changeView(change: Partial<View>): void {
  const search = new URLSearchParams(currentUrl().search);
  const view = { ...readView(search), ...change };
  for (const name of ['timeframe', 'range_start', 'range_end', 'compare', 'count_type', 'filter', 'page', 'group_by']) {
    // Another timeframe has other pages, and its length may not suit the buckets.
    if (name !== 'group_by' || change.timeframe !== undefined) search.delete(name);
  }
  const { rangeStart, rangeEnd, ...rest } = view;
  const clean = view.timeframe === 'custom' ? view : rest;
  for (const [name, value] of viewParameters(clean)) search.append(name, value);
  navigate(withQuery(currentUrl().pathname, search));
}

function withQuery(path: string, search: URLSearchParams): string {
  const query = search.toString();
  return query === '' ? path : `${path}?${query}`;
}

function urlOf(page: Page, view: View, parameters: ParameterChanges = {}): string {
  return withQuery(pathOf(page), changed(viewParameters(viewOn(page, view)), parameters));
}

interface LinkProps extends Omit<AnchorHTMLAttributes<HTMLAnchorElement>, 'href'> {
  readonly to: Page;
  /** Default: the current view. */
  readonly view?: View;
  /** Parameters of the page besides its view. */
  readonly parameters?: ParameterChanges;
  readonly children: ReactNode;
}

/** On a shared page a text: a link shows no other page. */
export function Link({ to, view, parameters, ...rest }: LinkProps) {
  const current = useView();
  const isShared = useSharedPage() !== undefined;
  if (isShared) return <span>{rest.children}</span>;
  return <WouterLink href={urlOf(to, view ?? current, parameters)} {...rest} />;
}
