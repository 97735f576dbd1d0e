import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { AlertList } from '../../../dashboard/src/components/alerts-card.tsx';

function dataOf(pagination: { page: number; total_entries: number; total_pages: number }) {
  const common = { day: '2026-03-14', created_at: '2026-03-15T00:20:03Z' };
  return {
    alerts: [
      {
        ...common,
        id: 3,
        kind: 'events_stopped' as const,
        title: 'No events.',
        text: 'Check.',
        path: '/websites/1/live',
      },
      {
        ...common,
        id: 2,
        kind: 'experiment_decided' as const,
        title: 'Decided.',
        text: 'Wins.',
        path: '/websites/1/campaigns/10',
      },
      { ...common, id: 1, kind: 'drop' as const, title: '52% fewer.', text: 'Check.', path: '/websites/1' },
    ],
    pagination: { per_page: 3, ...pagination },
  };
}

describe('AlertList', () => {
  afterEach(cleanup);

  it('shows each alert with its kind, its day, and a link to where to look', () => {
    render(<AlertList data={dataOf({ page: 1, total_entries: 3, total_pages: 1 })} onPage={() => {}} />);
    expect(screen.getAllByRole('listitem')).toHaveLength(3);
    expect(screen.getByText('Events stopped')).toBeTruthy();
    expect(screen.getAllByText('Mar 14, 2026')).toHaveLength(3);
    const hrefs = screen.getAllByRole('link').map((link) => [link.textContent, link.getAttribute('href')]);
    expect(hrefs).toEqual([
      ['See what arrives', '/websites/1/live'],
      ['Open the campaign', '/websites/1/campaigns/10'],
      ['See the numbers', '/websites/1'],
    ]);
    expect(screen.queryByRole('button')).toBeNull();
  });

  it('links to the numbers of the segment that explains it, in the weeks through the day', () => {
    const { alerts, pagination } = dataOf({ page: 1, total_entries: 1, total_pages: 1 });
    const segment = { dimension: 'device' as const, value: 'mobile', share: 97 };
    render(<AlertList data={{ alerts: [{ ...alerts[2]!, segment }], pagination }} onPage={() => {}} />);
    const link = screen.getByRole('link', { name: 'See the numbers of Device: Mobile' });
    expect(link.getAttribute('href')).toBe(
      '/websites/1?timeframe=custom&range_start=2026-02-15&range_end=2026-03-14&compare=off&filter=device%3Amobile',
    );
  });

  it('leads to older and newer ones', () => {
    const onPage = vi.fn();
    render(<AlertList data={dataOf({ page: 2, total_entries: 6, total_pages: 2 })} onPage={onPage} />);
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Older' }).disabled).toBe(true);
    fireEvent.click(screen.getByRole('button', { name: 'Newer' }));
    expect(onPage).toHaveBeenCalledWith(1);
  });

  it('says when there are none', () => {
    const none = { alerts: [], pagination: { page: 1, per_page: 5, total_entries: 0, total_pages: 0 } };
    render(<AlertList data={none} onPage={() => {}} />);
    expect(screen.getByText('No alerts')).toBeTruthy();
  });
});
