// The address bar as the state of the dashboard: reading it, changing it, and links that do so without a page load.
import { type AnchorHTMLAttributes, type MouseEvent, type ReactNode, useSyncExternalStore } from 'react';
import { type Page, pathOf } from './page.ts';
import { readView, type View, viewParameters } from './view.ts';

const CHANGED = 'addresschanged';
/** Of the main element. */
export const CONTENT_ID = 'content';

function subscribe(onChange: () => void): () => void {
  window.addEventListener('popstate', onChange);
  window.addEventListener(CHANGED, onChange);
  return () => {
    window.removeEventListener('popstate', onChange);
    window.removeEventListener(CHANGED, onChange);
  };
}

export interface Address {
  readonly path: string;
  readonly search: URLSearchParams;
}

export function useAddress(): Address {
  const href = useSyncExternalStore(subscribe, () => window.location.pathname + window.location.search);
  const { pathname, searchParams } = new URL(href, window.location.origin);
  return { path: pathname, search: searchParams };
}

export function useView(): View {
  return readView(useAddress().search);
}

export function navigate(href: string, { replace = false } = {}): void {
  if (replace) window.history.replaceState(null, '', href);
  else window.history.pushState(null, '', href);
  window.dispatchEvent(new Event(CHANGED));
}

/** The same page with some parameters changed; undefined takes one away. */
export function changeParameters(changes: Readonly<Record<string, string | undefined>>): void {
  const search = new URLSearchParams(window.location.search);
  for (const [name, value] of Object.entries(changes)) {
    if (value === undefined) search.delete(name);
    else search.set(name, value);
  }
  navigate(withQuery(window.location.pathname, search));
}

export function changeView(change: Partial<View>): void {
  const search = new URLSearchParams(window.location.search);
  const view = { ...readView(search), ...change };
  for (const name of ['timeframe', 'range_start', 'range_end', 'compare', 'count_type', 'page', 'group_by']) {
    // Another window has other pages and may not fit the buckets.
    if (name !== 'group_by' || change.timeframe !== undefined) search.delete(name);
  }
  const { rangeStart, rangeEnd, ...rest } = view;
  const clean = view.timeframe === 'custom' ? view : rest;
  for (const [name, value] of Object.entries(viewParameters(clean))) search.set(name, value);
  navigate(withQuery(window.location.pathname, search));
}

function withQuery(path: string, search: URLSearchParams): string {
  const query = search.toString();
  return query === '' ? path : `${path}?${query}`;
}

/** The address of a page under the same view. */
export function hrefOf(page: Page, view: View): string {
  return withQuery(pathOf(page), new URLSearchParams(viewParameters(view)));
}

interface LinkProps extends Omit<AnchorHTMLAttributes<HTMLAnchorElement>, 'href'> {
  readonly to: Page;
  /** Instead of the present view. */
  readonly view?: View;
  readonly children: ReactNode;
}

export function Link({ to, view, children, onClick, ...rest }: LinkProps) {
  const current = useView();
  const href = hrefOf(to, view ?? current);
  const follow = (event: MouseEvent<HTMLAnchorElement>) => {
    onClick?.(event);
    if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    navigate(href);
    window.scrollTo(0, 0);
    // As after a page load: who reads by ear or by keyboard starts at the new content.
    document.getElementById(CONTENT_ID)?.focus({ preventScroll: true });
  };
  return (
    <a href={href} onClick={follow} {...rest}>
      {children}
    </a>
  );
}
