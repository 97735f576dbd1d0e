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
    const stages = show(1000, 250, 200);
    expect(stages.map((stage) => stage.textContent)).toEqual([
      'Step 11,000100.0%75.0% drop off: 750 do not continue',
      'Step 225025.0%20.0% drop off: 50 do not continue',
      'Step 320020.0%',
    ]);
    expect(stages.map(share)).toEqual([1, 0.25, 0.2]);
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
});
