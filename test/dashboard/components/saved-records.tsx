import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import type { ReactNode } from 'react';
import { afterEach, describe, expect, it } from 'vitest';
import { AnnotationList, useAnnotations } from '../../../dashboard/src/saved/annotations.tsx';
import { GoalsCard } from '../../../dashboard/src/saved/goals-card.tsx';
import { ViewsMenu } from '../../../dashboard/src/saved/views-menu.tsx';
import { renderDashboard } from './render-dashboard.tsx';

const TIMES = { created_at: '2026-11-01T00:00:00Z', updated_at: '2026-11-01T00:00:00Z' };
const GOALS = [
  { id: 1, name: 'Newsletter', metric: 'subscribes', target: 1_000, campaign_id: null, ...TIMES },
  { id: 2, name: 'Sales', metric: 'revenue', target: 500, campaign_id: 10, ...TIMES },
];
const ANNOTATIONS = [
  { id: 4, name: 'Before', date: '2026-10-31', ...TIMES },
  { id: 5, name: 'New popup', date: '2026-11-10', ...TIMES },
];
const VIEWS = [{ id: 3, name: 'Phones', path: '/websites/1?timeframe=last_7_days&filter=device%3Amobile', ...TIMES }];
const PROGRESS = {
  goals: [
    { ...GOALS[0], reached: 250, share: 25, over: 25.5, pace: 98, forecast: { value: 980, low: 930, high: 1_030 } },
    { ...GOALS[1], reached: 600, share: 120, over: 25.5, pace: 470, forecast: null },
  ],
};
const CAMPAIGN = { id: 10, name: 'Popup', key: null, status: 'live', is_new: false, variants: [] };

interface Given {
  readonly role?: 'viewer' | 'editor';
  readonly isEmpty?: boolean;
}

/** Shows the content on the page of website 1, and returns what was changed. */
function open(content: ReactNode, { role = 'editor', isEmpty = false }: Given = {}): string[] {
  window.history.replaceState(null, '', '/websites/1?timeframe=this_month');
  const changes: string[] = [];
  const answer = async (request: Request): Promise<Response> => {
    const { pathname } = new URL(request.url);
    if (request.method !== 'GET') {
      changes.push(`${request.method} ${pathname} ${await request.text()}`);
      return request.method === 'DELETE' ? new Response(null, { status: 204 }) : Response.json(GOALS[0]);
    }
    if (pathname === '/api/v1/goals') return Response.json({ goals: isEmpty ? [] : GOALS });
    if (pathname === '/api/v1/annotations') return Response.json({ annotations: isEmpty ? [] : ANNOTATIONS });
    if (pathname === '/api/v1/views') return Response.json({ views: isEmpty ? [] : VIEWS });
    if (pathname === '/api/v1/catalog') return Response.json({ campaigns: [CAMPAIGN] });
    if (pathname === '/api/v1/reports/website/goals') return Response.json({ data: PROGRESS });
    return Response.json({ accounts: [{ id: 5, role }], websites: [{ id: 1, account_id: 5 }] });
  };
  renderDashboard(content, answer);
  return changes;
}

const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }));
const enter = (label: string, value: string) => fireEvent.change(screen.getByLabelText(label), { target: { value } });

describe('goals for this month', () => {
  afterEach(cleanup);

  it('say how far the website and the campaign are', async () => {
    open(<GoalsCard websiteId={1} currency="USD" />);
    const list = await screen.findByRole('list', { name: 'Goals for this month' });
    await within(list).findByText(/250 of 1,000, 25.0%/);
    expect(within(list).getByText('On course for 980 of 1,000 (930 to 1,030)')).toBeTruthy();
    expect(within(list).getByText(/\$600.00 of \$500.00, 120.0%/)).toBeTruthy();
    expect(within(list).getByText('No forecast yet: it needs four weeks of numbers.')).toBeTruthy();
    expect(screen.getByText(/25.5% of the month is over\./)).toBeTruthy();
    expect((await within(list).findByRole('link', { name: 'Popup' })).getAttribute('href')).toContain(
      '/websites/1/campaigns/10',
    );
  });

  it('are set with a metric and a number', async () => {
    const changes = open(<GoalsCard websiteId={1} currency="USD" />);
    fireEvent.click(await screen.findByRole('button', { name: 'Add goal' }));
    await screen.findByRole('option', { name: 'Popup' });
    enter('Name', 'Orders');
    enter('Metric', 'orders');
    enter('Target per month', '40');
    enter('For', '10');
    press('Save');
    const body = '{"name":"Orders","metric":"orders","target":40,"campaign_id":10}';
    await waitFor(() => expect(changes).toEqual([`POST /api/v1/goals ${body}`]));
  });

  it('are changed and deleted where they are', async () => {
    const changes = open(<GoalsCard websiteId={1} currency="USD" />);
    fireEvent.click((await screen.findAllByRole('button', { name: 'Edit' }))[0]!);
    enter('Target per month', '1200');
    press('Save');
    const body = '{"name":"Newsletter","metric":"subscribes","target":1200,"campaign_id":null}';
    await waitFor(() => expect(changes).toEqual([`PATCH /api/v1/goals/1 ${body}`]));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    fireEvent.click(screen.getAllByRole('button', { name: 'Delete' })[1]!);
    fireEvent.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Delete' }));
    await waitFor(() => expect(changes[1]).toBe('DELETE /api/v1/goals/2 '));
  });

  it('viewers see those that there are, and no card without any', async () => {
    open(<GoalsCard websiteId={1} currency="USD" />, { role: 'viewer' });
    await screen.findByText('Newsletter');
    expect(screen.queryByRole('button')).toBeNull();
    cleanup();
    open(
      <>
        <GoalsCard websiteId={1} currency="USD" />
        <ViewsMenu />
      </>,
      { role: 'viewer', isEmpty: true },
    );
    press('Views');
    await screen.findByText(/There are none yet/);
    expect(screen.queryByText('Goals for this month')).toBeNull();
  });
});

describe('saved views', () => {
  afterEach(cleanup);

  it('open their page with its timeframe and filters', async () => {
    open(<ViewsMenu />);
    press('Views');
    fireEvent.click(await screen.findByRole('button', { name: 'Phones' }));
    expect(window.location.pathname + window.location.search).toBe(VIEWS[0]!.path);
  });

  it('are saved as the page is', async () => {
    const changes = open(<ViewsMenu />);
    press('Views');
    fireEvent.click(await screen.findByRole('button', { name: 'Save this view' }));
    enter('Name', 'The month');
    press('Save');
    const body = '{"name":"The month","path":"/websites/1?timeframe=this_month"}';
    await waitFor(() => expect(changes).toEqual([`POST /api/v1/views ${body}`]));
  });

  it('are deleted after a question', async () => {
    const changes = open(<ViewsMenu />);
    press('Views');
    fireEvent.click(await screen.findByRole('button', { name: 'Delete Phones' }));
    fireEvent.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Delete' }));
    await waitFor(() => expect(changes).toEqual(['DELETE /api/v1/views/3 ']));
  });
});

const NOVEMBER = { start: '2026-11-01', end: '2026-11-30' };

function Annotations() {
  return <AnnotationList websiteId={1} range={NOVEMBER} annotations={useAnnotations(1, NOVEMBER)} />;
}

describe('annotations', () => {
  afterEach(cleanup);

  it('of the days are listed', async () => {
    open(<Annotations />, { role: 'viewer' });
    const list = await screen.findByRole('list', { name: 'Annotations' });
    expect(
      within(list)
        .getAllByRole('listitem')
        .map(({ textContent }) => textContent),
    ).toEqual(['Nov 10, 2026 New popup']);
    expect(screen.queryByRole('button')).toBeNull();
  });

  it('are added, changed and deleted', async () => {
    const changes = open(<Annotations />);
    fireEvent.click(await screen.findByRole('button', { name: 'Add annotation' }));
    enter('What happened?', 'Sale');
    enter('Day', '2026-11-20');
    press('Save');
    await waitFor(() => expect(changes[0]).toBe('POST /api/v1/annotations {"name":"Sale","date":"2026-11-20"}'));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    fireEvent.click(await screen.findByRole('button', { name: 'Edit' }));
    enter('Day', '2026-11-11');
    press('Save');
    const changed = 'PATCH /api/v1/annotations/5 {"name":"New popup","date":"2026-11-11"}';
    await waitFor(() => expect(changes[1]).toBe(changed));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    press('Delete');
    fireEvent.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Delete' }));
    await waitFor(() => expect(changes[2]).toBe('DELETE /api/v1/annotations/5 '));
  });
});
