import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { ViewControls } from '../../../dashboard/src/controls/view-controls.tsx';

describe('the view controls', () => {
  beforeEach(() => window.history.replaceState(null, '', '/websites/1'));
  afterEach(cleanup);

  it('refuse a range that ends before it starts', () => {
    render(<ViewControls />);
    fireEvent.click(screen.getByRole('button', { name: 'Last 30 days' }));
    const enter = (label: string, value: string) =>
      fireEvent.change(screen.getByLabelText(label), { target: { value } });
    const apply = screen.getByRole<HTMLButtonElement>('button', { name: 'Apply' });
    enter('First day', '2026-02-01');
    enter('Last day', '2026-01-31');
    expect(screen.getByRole('alert').textContent).toBe('The first day must not be after the last day.');
    expect(apply.disabled).toBe(true);
    enter('Last day', '2026-02-01');
    expect(screen.queryByRole('alert')).toBeNull();
    fireEvent.click(apply);
    expect(window.location.search).toBe('?timeframe=custom&range_start=2026-02-01&range_end=2026-02-01');
    expect(screen.getByRole('button', { name: 'Feb 1, 2026' })).toBeTruthy();
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  it('cannot compare all time, nor count the events of a weekly snapshot', () => {
    window.history.replaceState(null, '', '/websites/1?timeframe=all_time');
    render(<ViewControls />);
    const compare = screen.getByRole<HTMLSelectElement>('combobox', { name: 'Compare' });
    expect([compare.disabled, compare.value]).toEqual([true, 'off']);
    expect(screen.getByRole<HTMLInputElement>('radio', { name: 'Total' }).disabled).toBe(false);
    cleanup();
    window.history.replaceState(null, '', '/websites/1?timeframe=insights_week&count_type=total');
    render(<ViewControls />);
    expect(screen.getByRole<HTMLInputElement>('radio', { name: 'Total' }).disabled).toBe(true);
    expect(screen.getByRole<HTMLInputElement>('radio', { name: 'Unique' }).checked).toBe(true);
  });

  it('say what a period is compared with', () => {
    const compare = () => screen.getByRole<HTMLSelectElement>('combobox', { name: 'Compare' });
    const options = () => [...compare().options].map(({ text }) => text);
    window.history.replaceState(null, '', '/websites/1?timeframe=last_month');
    render(<ViewControls />);
    expect(compare().value).toBe('previous');
    expect(options()).toEqual(['vs. the previous month', 'vs. the same days a year before', 'Not compared']);
    fireEvent.change(compare(), { target: { value: 'year' } });
    expect(window.location.search).toBe('?timeframe=last_month&compare=year');
    cleanup();
    window.history.replaceState(null, '', '/websites/1?timeframe=last_7_days');
    render(<ViewControls />);
    expect(options()[0]).toBe('vs. the previous period');
  });
});
