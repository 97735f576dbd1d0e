import { cleanup, screen, within } from '@testing-library/react';
import { afterEach, describe, expect, it } from 'vitest';
import type { ScheduledExport } from '../../../dashboard/src/api/exports.ts';
import { formatTimestamp } from '../../../dashboard/src/format/dates.ts';
import { ExportsPage } from '../../../dashboard/src/pages/exports.tsx';
import { renderDashboard } from './render-dashboard.tsx';

const [LAST_AT, FAILED_AT] = ['2026-03-10T02:00:00Z', '2026-03-11T02:10:00Z'];
const NOTHING = { exported_at: null, files: null, rows: null };
const DONE: ScheduledExport = {
  ...{ state: 'done', is_late: false, last_at: LAST_AT, due_at: '2126-03-11T02:00:00Z', failure: null },
  schedule: { target: 's3', format: 'parquet', every_hours: 24 },
  websites: [
    { id: 7, is_included: true, exported_at: LAST_AT, files: 4, rows: 1204 },
    { id: 8, is_included: false, ...NOTHING },
  ],
};
const OFF: ScheduledExport = {
  ...{ state: 'off', is_late: false, schedule: null, last_at: null, due_at: null, failure: null },
  websites: [{ id: 7, is_included: false, ...NOTHING }],
};

/** The service, to somebody with this role. Returns which paths are asked for. */
function openPage(scheduled: ScheduledExport, role = 'owner'): string[] {
  const asked: string[] = [];
  const profile = {
    email: 'ada@example.com',
    accounts: [
      { id: 1, name: 'Acme', role, website_ids: null },
      { id: 2, name: 'Globex', role, website_ids: null },
    ],
    websites: [
      { id: 7, name: 'acme.example', account_id: 1 },
      { id: 8, name: 'globex.example', account_id: 2 },
    ],
  };
  const fetch = async ({ url }: Request) => {
    const { pathname } = new URL(url);
    asked.push(pathname);
    return Response.json(pathname === '/dashboard/profile' ? profile : scheduled);
  };
  renderDashboard(<ExportsPage />, fetch, {});
  return asked;
}

/** The card of the schedule as text. */
async function cardText(): Promise<string> {
  return (await screen.findByRole('region', { name: 'Scheduled export' })).textContent ?? '';
}

describe('the page Exports', () => {
  afterEach(cleanup);

  it('shows when it ran and runs next, where it goes, and what it wrote of each website', async () => {
    openPage(DONE);
    const text = await cardText();
    for (const part of [
      'Up to date',
      formatTimestamp(LAST_AT),
      formatTimestamp(DONE.due_at!),
      'Every 24 hours',
      'Parquet',
    ])
      expect(text).toContain(part);
    expect(text).not.toContain('doctor');
    const table = within(screen.getByRole('table', { name: 'Your websites' }));
    expect(table.getAllByRole('row').map(({ textContent }) => textContent)).toEqual([
      'WebsiteIn the exportLast exportedFilesRows',
      `acme.exampleAcmeYes${formatTimestamp(LAST_AT)}41,204`,
      'globex.exampleGlobexNo–––',
    ]);
  });

  it('has no files where it goes to a database', async () => {
    openPage({ ...DONE, schedule: { target: 'database', format: null, every_hours: 1 } });
    expect(await cardText()).toContain('A PostgreSQL database');
    expect(screen.queryByText('Files')).toBeNull();
    expect(screen.queryByText('Format')).toBeNull();
  });

  it.each([
    ['never', { state: 'waiting', last_at: null, due_at: LAST_AT }, ['Not run yet', 'None yet', 'Within ten minutes']],
    ['running', { state: 'running', is_late: true }, ['Running']],
    [
      'late',
      { is_late: true, due_at: LAST_AT },
      ['Late', `due since ${formatTimestamp(LAST_AT)}`, 'bin/funnel doctor'],
    ],
    [
      'failed',
      { state: 'failed', is_late: true, failure: { at: FAILED_AT, problem: 'full' } },
      ['Failed', 'The target has no room left.', `run of ${formatTimestamp(FAILED_AT)} failed`, 'bin/funnel doctor'],
    ],
  ] as const)('%s', async (_name, change, parts) => {
    openPage({ ...DONE, ...change });
    const text = await cardText();
    for (const part of parts) expect(text).toContain(part);
    expect(text).not.toContain('Up to date');
  });

  it('says how an operator switches it on', async () => {
    openPage(OFF);
    expect(await screen.findByText('None of your websites is exported by a schedule')).toBeTruthy();
    expect(screen.getByText('EXPORT_TO')).toBeTruthy();
    const link = screen.getByRole('link', { name: 'About scheduled exports' });
    expect(link.getAttribute('href')).toBe('/docs#get_scheduled_export');
    expect(screen.queryByRole('table')).toBeNull();
  });

  it('asks for nothing for somebody who owns nothing', async () => {
    const asked = openPage(DONE, 'editor');
    expect(await screen.findByText('Only owners can see exports')).toBeTruthy();
    expect(asked).toEqual(['/dashboard/profile']);
  });
});
