import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, describe, expect, it } from 'vitest';
import { PathsPage } from '../../../dashboard/src/pages/paths.tsx';
import { renderDashboard } from './render-dashboard.tsx';

const PATH = '/websites/1/paths';
const WEBSITE = { id: 1, name: 'Shop', currency: 'USD' };
const CATALOG = {
  campaigns: [{ key: null, status: 'live', is_new: false, id: 10, name: 'Popup', variants: [] }],
};
const TREE = {
  visitors: 1_000,
  children: [
    {
      ...{ step: 'conversion;campaign:10', visitors: 400, ended: 300, others: 0 },
      children: [{ step: 'page_view;page:/cart', visitors: 100, children: [] }],
    },
    { step: 'submission', visitors: 15, children: [], ended: 15, others: 0 },
  ],
  ended: 580,
  others: 5,
};
const NOBODY = { visitors: 0, children: [], ended: 0, others: 0 };

interface Given {
  readonly tree?: object;
  readonly share?: number | null;
  readonly problem?: object;
}

function open(search = '', { tree = TREE, share = 100, problem }: Given = {}) {
  window.history.replaceState(null, '', `${PATH}${search}`);
  const asked: URLSearchParams[] = [];
  const fetch = async (request: Request): Promise<Response> => {
    const { pathname, searchParams } = new URL(request.url);
    if (pathname === '/api/v1/reports/websites') return Response.json({ websites: [WEBSITE] });
    if (pathname === '/api/v1/catalog') return Response.json(CATALOG);
    if (pathname !== '/api/v1/reports/paths') return Response.json({ accounts: [], websites: [] });
    asked.push(searchParams);
    if (problem) return Response.json(problem, { status: 422 });
    const [from, to] = [searchParams.get('from'), searchParams.get('to')];
    return Response.json({
      ...{ report: 'paths', website: WEBSITE, sampled: true, sample_rate: 25 },
      about: { subjects: { 'campaign:10': { campaign: 'Popup' } } },
      timeframe: { range_start: '2026-11-02T00:00:00Z', range_end: '2026-11-15T23:59:59Z' },
      data: {
        ...(from ? { from } : { to }),
        ...{ within_minutes: Number(searchParams.get('within_minutes')), followable_share: share, ...tree },
      },
    });
  };
  renderDashboard(<PathsPage websiteId={1} />, fetch);
  return asked;
}

/** Each box with its depth, in the order of reading. */
async function boxes(): Promise<string[]> {
  const picture = await screen.findByRole('region', { name: 'Paths' });
  const depthOf = (item: Element) => {
    let depth = 0;
    for (let list = item.parentElement; list && list !== picture; list = list.parentElement) {
      if (list.tagName === 'UL') depth++;
    }
    return depth;
  };
  return [...picture.querySelectorAll('li')].map((item) => `${depthOf(item)} ${item.firstElementChild!.textContent}`);
}

const hrefs = () => screen.getAllByRole('link', { name: /\d/ }).map((link) => link.getAttribute('href'));
const choose = (label: string, value: string) =>
  fireEvent.change(screen.getByRole('combobox', { name: label }), { target: { value } });

describe('the page Paths', () => {
  afterEach(cleanup);

  it('shows the commonest next steps by name, what ended, and small branches among the others', async () => {
    open();
    await screen.findByText('Conversion · Popup');
    expect(await boxes()).toEqual([
      '1 View≈ about 1,000100.0%',
      '2 Conversion · Popup≈ about 40040.0%',
      '3 Page view · /cart≈ about 10010.0%',
      '3 Nothing more≈ about 30030.0%',
      '2 Other steps≈ about 202.0%',
      '2 Nothing more≈ about 58058.0%',
    ]);
    screen.getByText(/All of these visitors can be followed from day to day\..*25%/);
  });

  it('opens the funnel of the steps up to a box, in the order of time', async () => {
    open('?timeframe=last_90_days&within_minutes=60');
    await screen.findByRole('region', { name: 'What visitors do next' });
    const funnel = '/websites/1/funnels?timeframe=last_90_days&step=';
    expect(hrefs()).toEqual([
      `${funnel}view&step=conversion%3Bcampaign%3A10&within_minutes=60`,
      `${funnel}view&step=conversion%3Bcampaign%3A10&step=page_view%3Bpage%3A%2Fcart&within_minutes=60`,
    ]);
    fireEvent.click(screen.getByRole('radio', { name: 'Before a step' }));
    await screen.findByRole('region', { name: 'What visitors did before' });
    expect(hrefs()[1]).toBe(
      `${funnel}page_view%3Bpage%3A%2Fcart&step=conversion%3Bcampaign%3A10&step=view&within_minutes=60`,
    );
  });

  it('keeps in the URL what is chosen', async () => {
    const asked = open();
    await screen.findAllByRole('option', { name: 'Popup' });
    choose('Event of step 1', 'order');
    choose('Campaign of step 1', '10');
    choose('Follow at most', '4');
    choose('Within', '60');
    expect(window.location.search).toBe('?from=order%3Bcampaign%3A10&depth=4&within_minutes=60');
    fireEvent.click(screen.getByRole('radio', { name: 'Before a step' }));
    expect(window.location.search).toBe('?depth=4&within_minutes=60&to=order%3Bcampaign%3A10');
    await waitFor(() => expect(asked.at(-1)!.get('to')).toBe('order;campaign:10'));
    expect(Object.fromEntries(asked.at(-1)!)).toMatchObject({ depth: '4', within_minutes: '60', notes: 'true' });
  });

  it('says what is missing: visitors, consent, a campaign, or kept events', async () => {
    open('', { tree: NOBODY, share: null });
    await screen.findByText('No visitor took this step in this period');
    cleanup();
    open('', { tree: NOBODY, share: 0 });
    await screen.findByText('None of these visitors can be followed from day to day');
    cleanup();
    const detail = 'Website 1 has no campaign 99.';
    open('?from=view%3Bcampaign%3A99', { problem: { status: 422, code: 'unknown_subject', param: 'from', detail } });
    await screen.findByText(detail);
    cleanup();
    open('', { problem: { status: 422, code: 'events_not_kept', param: 'from', detail: 'Website 1 keeps none.' } });
    await screen.findByText('This website does not keep its events');
  });
});
