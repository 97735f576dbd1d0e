import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, describe, expect, it } from 'vitest';
import { Funnel } from '../../../dashboard/src/charts/funnel.tsx';

describe('Funnel', () => {
  afterEach(cleanup);

  const show = (...counts: number[]) => {
    const stages = counts.map((count, index) => ({ key: String(index), label: `Step ${index + 1}`, count }));
    render(<Funnel label="Funnel" stages={stages} />);
    return screen.getAllByRole('listitem');
  };
  const share = (stage: HTMLElement) =>
    Number(stage.querySelector<HTMLElement>('[aria-hidden]')!.style.getPropertyValue('--share'));

  it('has the share of each stage and the drop-off to the next', () => {
    const stages = show(1000, 500, 240);
    expect(stages.map((stage) => stage.textContent)).toEqual([
      'Step 11,000100.0%50.0% drop off: 500 do not continue',
      'Step 250050.0%52.0% drop off: 260 do not continue',
      'Step 324024.0%',
    ]);
    expect(stages.map(share)).toEqual([1, 0.5, 0.24]);
    expect(screen.queryByTestId('worst-step')).toBeNull();
  });

  it('keeps every stage visible, also without any visitors', () => {
    expect(show(10_000, 1).map(share)[1]).toBeGreaterThan(0.01);
    cleanup();
    const stages = show(0, 0);
    expect(stages[0]!.textContent).toContain('0.0% drop off');
    expect(stages.map(share).every((value) => value > 0)).toBe(true);
  });

  it('never draws a stage taller than the first', () => {
    expect(show(100, 150).map(share)).toEqual([1, 1]);
  });

  it('names the worst step in words and marks it, with one rule for all funnels', () => {
    const stages = show(4000, 3000, 600, 500);
    expect(stages[1]!.textContent).toContain('80.0% drop off: 2,400 do not continue largest loss');
    expect(screen.getAllByText('largest loss')).toHaveLength(1);
    expect(screen.getByTestId('worst-step').textContent).toBe(
      'Most are lost after “Step 2”: 80.0% of 3,000 visitors do not continue. ' +
        'That is more than after any other step, and more than random variation explains.',
    );
  });
});
