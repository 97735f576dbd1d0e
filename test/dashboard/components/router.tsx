import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  CONTENT_ID,
  changeParameters,
  changeView,
  Link,
  Router,
  usePage,
  useView,
} from '../../../dashboard/src/routing/router.tsx';

function Shown() {
  const page = usePage();
  const { timeframe } = useView();
  return (
    <main id={CONTENT_ID} tabIndex={-1}>
      {page.name} {timeframe}
      <Link to={{ name: 'contacts', websiteId: 2 }}>Contacts</Link>
      <Link to={{ name: 'campaign', websiteId: 1, campaignId: 11 }}>Campaign</Link>
    </main>
  );
}

const currentUrl = () => window.location.pathname + window.location.search;

describe('the router', () => {
  beforeEach(() => {
    window.history.replaceState(null, '', '/websites/1?timeframe=last_7_days&sort=views&page=3&group_by=day');
    render(
      <Router>
        <Shown />
      </Router>,
    );
  });
  afterEach(cleanup);

  it('follows a link within the page, keeps the view, and moves the focus to the content', () => {
    fireEvent.click(screen.getByRole('link', { name: 'Contacts' }));
    expect(currentUrl()).toBe('/websites/2/contacts?timeframe=last_7_days');
    expect(screen.getByRole('main').textContent).toContain('contacts last_7_days');
    expect(document.activeElement).toBe(screen.getByRole('main'));
  });

  it.each(['ctrlKey', 'metaKey', 'shiftKey', 'altKey'])('leaves a click with %s to the browser', (key) => {
    const before = currentUrl();
    const link = screen.getByRole('link', { name: 'Contacts' });
    link.addEventListener('click', (event) => {
      expect(event.defaultPrevented).toBe(false);
      event.preventDefault();
    });
    fireEvent.click(link, { [key]: true });
    expect(currentUrl()).toBe(before);
  });

  it('shows another page when the URL changes', () => {
    act(() => window.history.pushState(null, '', '/nowhere'));
    expect(screen.getByRole('main').textContent).toContain('not-found last_30_days');
  });

  it('goes to the first page and lets the bucket size follow when the timeframe changes', () => {
    act(() => changeView({ timeframe: 'this_year' }));
    expect(currentUrl()).toBe('/websites/1?sort=views&timeframe=this_year');
  });

  it('keeps the bucket size when something else changes', () => {
    act(() => changeView({ countType: 'total' }));
    expect(currentUrl()).toBe('/websites/1?sort=views&group_by=day&timeframe=last_7_days&count_type=total');
  });

  it('forgets the range of a custom timeframe with it', () => {
    act(() => changeView({ timeframe: 'custom', rangeStart: '2026-01-05', rangeEnd: '2026-01-11' }));
    expect(currentUrl()).toBe('/websites/1?sort=views&timeframe=custom&range_start=2026-01-05&range_end=2026-01-11');
    act(() => changeView({ timeframe: 'last_30_days' }));
    expect(currentUrl()).toBe('/websites/1?sort=views');
  });

  it('keeps filters on the way to pages that take them', () => {
    act(() => changeView({ filters: [{ dimension: 'device', value: 'mobile' }] }));
    const filtered = '?timeframe=last_7_days&filter=device%3Amobile';
    expect(currentUrl()).toBe('/websites/1?sort=views&group_by=day&timeframe=last_7_days&filter=device%3Amobile');
    expect(screen.getByRole('link', { name: 'Contacts' }).getAttribute('href')).not.toContain('filter');
    fireEvent.click(screen.getByRole('link', { name: 'Campaign' }));
    expect(currentUrl()).toBe(`/websites/1/campaigns/11${filtered}`);
    act(() => changeView({ filters: [] }));
    expect(currentUrl()).toBe('/websites/1/campaigns/11?timeframe=last_7_days');
  });

  it('sets and removes single parameters', () => {
    act(() => changeParameters({ sort: undefined, email: 'a+b@example.com', page: undefined }));
    expect(new URLSearchParams(window.location.search).get('email')).toBe('a+b@example.com');
    expect(currentUrl()).toBe('/websites/1?timeframe=last_7_days&group_by=day&email=a%2Bb%40example.com');
  });
});
