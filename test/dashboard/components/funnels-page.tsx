import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { FunnelsPage, SavedFunnelPage } from '../../../dashboard/src/pages/funnels.tsx';
import { renderDashboard } from './render-dashboard.tsx';

const PATH = '/websites/1/funnels';
const WEBSITE = { id: 1, name: 'Shop', currency: 'USD' };
const TIME = { lower_quartile: 30, median: 95, upper_quartile: 3_700 };

const record = { key: null, status: 'live', is_new: false };
const CATALOG = {
  campaigns: [
    {
      ...{ ...record, id: 10, name: 'Popup' },
      variants: [
        {
          ...record,
          id: 100,
          name: null,
          variation: 'A',
          steps: [{ ...record, id: 1000, name: 'Form', elements: [] }],
        },
        { ...record, id: 101, name: null, variation: 'B', steps: [], status: 'archived' },
      ],
    },
    { ...record, id: 11, name: 'Old', status: 'archived', variants: [] },
  ],
};
const SAVED = {
  ...{ id: 4, name: 'Popup to order', step: ['view;campaign:10', 'order'], within_minutes: 60, break_down_by: null },
  ...{ created_at: '2026-11-01T00:00:00Z', updated_at: '2026-11-01T00:00:00Z' },
};

const POPUP = { campaign: 'Popup' };
const VARIANT_A = { ...POPUP, variant: { name: null, variation: 'A' } };
/** What the report says about the steps that it is asked for. */
const ABOUT = {
  subjects: {
    'campaign:10': POPUP,
    'variant:100': VARIANT_A,
    'step:1000': { ...VARIANT_A, step: { name: 'Form', position: 1 } },
  },
};

const FIRST_DAY = '2026-11-01';

function stepsOf(texts: readonly string[], first: number, divisor = 2) {
  return texts.map((step, index) => ({
    step,
    visitors: first / divisor ** index,
    rate: 100 / divisor ** index,
    drop_off: index === 0 ? 0 : 100 - 100 / divisor,
    seconds_since_step_before: index === 0 ? null : TIME,
  }));
}

interface Given {
  readonly visitors?: number;
  /** How many the period before had. */
  readonly visitorsBefore?: number;
  /** Visitors on a desktop, a quarter of whom goes on. */
  readonly desktop?: number;
  readonly sampling?: { readonly sampled: boolean; readonly sample_rate?: number };
  /** Answers instead of the report. */
  readonly problem?: object;
  readonly role?: 'viewer' | 'editor';
  readonly saved?: readonly (typeof SAVED)[];
  readonly onChange?: (method: string, path: string, body: unknown) => object | undefined;
}

/** The service, as far as the page asks it. */
function service({
  visitors = 800,
  visitorsBefore = 0.8 * visitors,
  desktop,
  sampling = { sampled: false },
  problem,
  role = 'editor',
  saved = [],
  onChange,
}: Given) {
  let funnels = saved;
  return async (request: Request): Promise<Response> => {
    const { pathname, searchParams: search } = new URL(request.url);
    if (pathname.startsWith('/api/v1/funnels') && request.method !== 'GET') {
      const body = request.method === 'DELETE' ? undefined : await request.json();
      const refused = onChange?.(request.method, pathname, body);
      if (refused) return Response.json(refused, { status: 409 });
      if (request.method === 'DELETE') {
        funnels = [];
        return new Response(null, { status: 204 });
      }
      const changed = { ...SAVED, ...(body as object) };
      funnels = [changed];
      return Response.json(changed);
    }
    if (pathname === '/api/v1/funnels') return Response.json({ funnels });
    if (pathname === '/api/v1/catalog') return Response.json(CATALOG);
    if (pathname === '/api/v1/reports/websites') return Response.json({ websites: [WEBSITE] });
    if (pathname !== '/api/v1/reports/funnel') {
      return Response.json({ accounts: [{ id: 5, role }], websites: [{ id: 1, account_id: 5 }] });
    }
    if (problem) return Response.json(problem, { status: 422 });
    const dimension = search.get('break_down_by');
    const isBefore = (search.get('range_start') ?? FIRST_DAY) < FIRST_DAY;
    const steps = stepsOf(search.getAll('step'), isBefore ? visitorsBefore : visitors);
    const breakdown = {
      dimension,
      values: [
        { value: 'mobile', steps },
        ...(desktop === undefined ? [] : [{ value: 'desktop', steps: stepsOf(search.getAll('step'), desktop, 4) }]),
        { value: '(other)', steps },
      ],
    };
    return Response.json({
      ...{ website: WEBSITE, about: ABOUT, ...sampling },
      timeframe: { range_start: '2026-11-01T00:00:00Z', range_end: '2026-11-30T23:59:59Z' },
      data: { within_minutes: 60, steps, ...(dimension && { breakdown }) },
    });
  };
}

function open(path: string, given: Given = {}): void {
  window.history.replaceState(null, '', path);
  renderDashboard(
    path.startsWith(`${PATH}/4`) ? <SavedFunnelPage websiteId={1} funnelId={4} /> : <FunnelsPage websiteId={1} />,
    service(given),
  );
}

const asked = () => new URLSearchParams(window.location.search);
const choose = (label: string, value: string) =>
  fireEvent.change(screen.getByRole('combobox', { name: label }), { target: { value } });
const options = async (label: string) =>
  within(await screen.findByRole('combobox', { name: label }))
    .getAllByRole('option')
    .map(({ textContent }) => textContent);
const press = (name: string | RegExp) => fireEvent.click(screen.getByRole('button', { name }));
const rows = (table: string) =>
  within(screen.getByRole('table', { name: table }))
    .getAllByRole('row')
    .slice(1)
    .map((row) => [...row.children].map(({ textContent }) => textContent));

describe('the page Funnels', () => {
  afterEach(cleanup);

  it('counts a first funnel at once: visitors, rate, drop-off and times', async () => {
    open(PATH);
    await screen.findByRole('table', { name: 'Steps' });
    expect(rows('Steps')).toEqual([
      ['1. View', '800~ +25.0% · noise', '100.00%→ 0.0% relative', '–', '–'],
      [
        '2. Conversion',
        '400~ +25.0% · noise',
        '50.00%→ 0.0% relative',
        '50.00%',
        '1 min 35 shalf of them 30 s to 1 h 1 min',
      ],
    ]);
    expect(screen.getAllByTestId('funnel-count').map(({ textContent }) => textContent)).toEqual(['800', '400']);
    expect(window.location.search).toBe('');
  });

  it('keeps in the URL what is chosen: events, campaigns and what is in them, the window and the breakdown', async () => {
    open(PATH);
    await screen.findAllByRole('option', { name: 'Popup' });
    choose('Event of step 2', 'order');
    const [first] = screen.getAllByRole('combobox', { name: 'Campaign of step 1' });
    expect([...first!.children].map(({ textContent }) => textContent)).toEqual(['Anywhere on the website', 'Popup']);
    choose('Campaign of step 1', '10');
    expect(await options('Variant of step 1')).toEqual(['All variants', 'Variant A']);
    choose('Variant of step 1', '100');
    expect(await options('Step in the campaign of step 1')).toEqual(['All steps', 'Form']);
    choose('Step in the campaign of step 1', '1000');
    await waitFor(() => expect(asked().getAll('step')).toEqual(['view;step:1000', 'order']));
    choose('All steps within', '30');
    choose('Break down by', 'device');
    expect([asked().get('within_minutes'), asked().get('break_down_by')]).toEqual(['30', 'device']);
    await screen.findByRole('table', { name: 'Steps by Device' });
    expect(rows('Steps by Device').map(([value]) => value)).toEqual(['Mobile', 'All others']);
    // One level up again.
    choose('Step in the campaign of step 1', '');
    expect(asked().getAll('step')).toEqual(['view;variant:100', 'order']);
    // A page view is of the website alone.
    choose('Event of step 1', 'page_view');
    expect(asked().getAll('step')).toEqual(['page_view', 'order']);
    expect(screen.queryByRole('combobox', { name: 'Campaign of step 1' })).toBeNull();
  });

  it('has two to eight steps, which can be moved and removed', async () => {
    open(`${PATH}?step=view&step=submission&step=order`);
    await screen.findByRole('table', { name: 'Steps' });
    press('Move step 1 down');
    expect(asked().getAll('step')).toEqual(['submission', 'view', 'order']);
    expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Move step 2 down' }));
    screen.getByText('step 1 is now number 2 of 3.');
    press('Remove step 1');
    expect(asked().getAll('step')).toEqual(['view', 'order']);
    expect(screen.queryByRole('button', { name: /^Remove step/ })).toBeNull();
    for (let count = 2; count < 10; count++) press('Add step');
    expect(asked().getAll('step')).toHaveLength(8);
  });

  it('adds a filter to a step and removes it', async () => {
    open(`${PATH}?step=view&step=order`);
    await screen.findByRole('table', { name: 'Steps' });
    press('Filter of step 1');
    const form = screen.getByRole('dialog', { name: 'Filter of step 1' });
    fireEvent.change(within(form).getByRole('combobox', { name: 'Only events with' }), { target: { value: 'os' } });
    fireEvent.change(within(form).getByLabelText('Value'), { target: { value: 'iOS' } });
    fireEvent.submit(form.querySelector('form')!);
    expect(asked().getAll('step')).toEqual(['view;os:iOS', 'order']);
    press('Remove the filter OS: iOS');
    expect(asked().getAll('step')).toEqual(['view', 'order']);
  });

  it('marks numbers that come from a sample', async () => {
    open(PATH, { sampling: { sampled: true, sample_rate: 3.125 } });
    await screen.findByText(/Estimated from a sample of 3.1% of the visitors/);
    expect(rows('Steps')[1]).toEqual([
      ...['2. Conversion', '≈ about 400~ +25.0% · noise', '≈ about 50.00%→ 0.0% relative', '≈ about 50.00%'],
      '≈ about 1 min 35 shalf of them 30 s to 1 h 1 min',
    ]);
    expect(screen.getAllByTestId('funnel-count').map(({ textContent }) => textContent)).toEqual([
      '≈ about 800',
      '≈ about 400',
    ]);
  });

  it('colors a change only if random variation does not explain it', async () => {
    open(PATH, { visitorsBefore: 200 });
    await screen.findByRole('table', { name: 'Steps' });
    expect(rows('Steps').map((row) => row[1])).toEqual(['800↑ +300.0%', '400↑ +300.0%']);
  });

  it('shows devices side by side, and says where one differs by more than random variation explains', async () => {
    open(PATH, { desktop: 1_200 });
    await screen.findByRole('table', { name: 'Devices side by side' });
    expect(rows('Devices side by side')).toEqual([
      ['1. View', '800', '1,200'],
      ['2. Conversion', '40050.00%↑ more than the others', '30025.00%↓ less than the others'],
    ]);
    cleanup();
    open(PATH, { desktop: 40 });
    await screen.findByRole('table', { name: 'Devices side by side' });
    expect(rows('Devices side by side')[1]).toEqual(['2. Conversion', '40050.00%', '1025.00%']);
  });

  it('says that nobody took the first step', async () => {
    open(PATH, { visitors: 0 });
    await screen.findByText('No visitor took the first step in this period');
  });

  it('says why a funnel cannot be counted, in the words of the service', async () => {
    const detail = 'Website 1 has no campaign 99: take the id from a report on the website.';
    open(`${PATH}?step=view%3Bcampaign%3A99&step=order`, {
      problem: { status: 422, code: 'unknown_subject', param: 'step', detail },
    });
    await screen.findByText(detail);
    expect(await options('Campaign of step 1')).toEqual(['Anywhere on the website', 'Campaign 99']);
  });

  it('says how to keep events where the website does not', async () => {
    const detail = 'Website 1 does not keep its events.';
    open(PATH, { problem: { status: 422, code: 'events_not_kept', param: 'step', detail } });
    await screen.findByText('This website does not keep its events');
    await screen.findByRole('button', { name: 'Keep events from now on' });
  });

  it('shows another funnel where the URL asks for none that exists, and says so', async () => {
    open(`${PATH}?step=view&step=look`);
    await screen.findByText('The URL asks for a funnel that does not exist. This is another one.');
    expect((await screen.findByRole('table', { name: 'Steps' })).textContent).toContain('2. Conversion');
  });

  it('saves a funnel under a name, and opens its page', async () => {
    const onChange = vi.fn();
    open(`${PATH}?step=view&step=order&within_minutes=30&timeframe=today`, { onChange });
    fireEvent.click(await screen.findByRole('button', { name: 'Save funnel' }));
    fireEvent.change(screen.getByLabelText('Name'), { target: { value: 'Today' } });
    fireEvent.submit(screen.getByLabelText('Name').closest('form')!);
    await waitFor(() => expect(window.location.pathname).toBe(`${PATH}/4`));
    expect(window.location.search).toBe('?timeframe=today');
    const body = { name: 'Today', step: ['view', 'order'], within_minutes: 30, break_down_by: null };
    expect(onChange).toHaveBeenCalledWith('POST', '/api/v1/funnels', body);
  });

  it('shows at the name why it cannot be saved', async () => {
    const problem = { status: 409, code: 'name_taken', param: 'name', detail: 'name is taken: funnel 4 has it.' };
    open(PATH, { onChange: () => problem });
    fireEvent.click(await screen.findByRole('button', { name: 'Save funnel' }));
    fireEvent.change(screen.getByLabelText('Name'), { target: { value: 'Today' } });
    fireEvent.submit(screen.getByLabelText('Name').closest('form')!);
    await screen.findByText('Is taken: funnel 4 has it.');
    expect(screen.getByLabelText('Name').getAttribute('aria-invalid')).toBe('true');
  });

  it('lists saved funnels with their links and steps in words', async () => {
    open(PATH, { saved: [SAVED] });
    await screen.findByText('View · Popup → Order');
    const link = screen.getByRole('link', { name: 'Popup to order' });
    expect(link.getAttribute('href')).toBe(`${PATH}/4`);
  });

  it('lets viewers look, and change nothing', async () => {
    open(`${PATH}/4?step=view&step=order`, { saved: [SAVED], role: 'viewer' });
    await screen.findByRole('table', { name: 'Steps' });
    for (const name of ['Rename', 'Delete', 'Save changes', 'Save as a new funnel']) {
      expect(screen.queryByRole('button', { name })).toBeNull();
    }
    press('Discard changes');
    expect(window.location.search).toBe('');
  });
});

describe('the page of a saved funnel', () => {
  afterEach(cleanup);

  it('has its name and counts it; changes are in the URL until they are saved', async () => {
    const onChange = vi.fn();
    open(`${PATH}/4`, { saved: [SAVED], onChange });
    await screen.findByRole('heading', { level: 1, name: 'Popup to order' });
    await screen.findByRole('table', { name: 'Steps' });
    expect(screen.queryByRole('button', { name: 'Save changes' })).toBeNull();
    choose('Event of step 2', 'conversion');
    expect(asked().getAll('step')).toEqual(['view;campaign:10', 'conversion']);
    screen.getByText('Changes not saved');
    // As it was saved: nothing is left to save.
    choose('Event of step 2', 'order');
    expect(window.location.search).toBe('');
    choose('All steps within', '1440');
    fireEvent.click(await screen.findByRole('button', { name: 'Save changes' }));
    await waitFor(() => expect(window.location.search).toBe(''));
    const body = { step: SAVED.step, within_minutes: 1_440, break_down_by: null };
    expect(onChange).toHaveBeenCalledWith('PATCH', '/api/v1/funnels/4', body);
    expect(screen.getByRole<HTMLSelectElement>('combobox', { name: 'All steps within' }).value).toBe('1440');
  });

  it('renames it', async () => {
    open(`${PATH}/4`, { saved: [SAVED] });
    fireEvent.click(await screen.findByRole('button', { name: 'Rename' }));
    const name = screen.getByLabelText<HTMLInputElement>('Name');
    expect(name.value).toBe('Popup to order');
    fireEvent.change(name, { target: { value: 'Sales' } });
    fireEvent.submit(name.closest('form')!);
    await screen.findByRole('heading', { level: 1, name: 'Sales' });
  });

  it('deletes it after a question, and goes back to the list', async () => {
    const onChange = vi.fn();
    open(`${PATH}/4`, { saved: [SAVED], onChange });
    fireEvent.click(await screen.findByRole('button', { name: 'Delete' }));
    expect(onChange).not.toHaveBeenCalled();
    fireEvent.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Delete' }));
    await waitFor(() => expect(window.location.pathname).toBe(PATH));
    expect(onChange).toHaveBeenCalledWith('DELETE', '/api/v1/funnels/4', undefined);
  });

  it('is not found if nobody has saved it, or if it was deleted', async () => {
    open(`${PATH}/4`, { saved: [] });
    await screen.findByText('Not found');
  });
});
