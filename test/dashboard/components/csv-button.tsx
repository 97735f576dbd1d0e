import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, describe, expect, it } from 'vitest';
import { Card, StaleContext } from '../../../dashboard/src/components/card.tsx';
import { CsvButton } from '../../../dashboard/src/components/csv-button.tsx';

describe('CsvButton', () => {
  afterEach(cleanup);

  it('waits for the file, and offers another try if it could not be loaded', async () => {
    const file = Promise.withResolvers<never>();
    render(
      <CsvButton
        content={{ website: 'shop.example', what: 'campaigns' }}
        label="the campaigns"
        file={() => file.promise}
      />,
    );
    const button = screen.getByRole<HTMLButtonElement>('button', { name: 'Download the campaigns as CSV' });
    fireEvent.click(button);
    expect(button.disabled).toBe(true);
    file.reject(new Error('offline'));
    await screen.findByText('Try again');
    expect(button.disabled).toBe(false);
    expect(button.title).toBe('The download failed. Try again.');
  });

  it('waits until its card, and the report around it, show what was asked for last', () => {
    const report = (isStale: boolean, isCardStale: boolean) => (
      <StaleContext value={isStale}>
        <Card title="Campaigns" stale={isCardStale}>
          <CsvButton content={{ what: 'campaigns' }} label="the campaigns" file={() => ({ columns: [], rows: [] })} />
        </Card>
      </StaleContext>
    );
    const { rerender } = render(report(true, false));
    const button = screen.getByRole<HTMLButtonElement>('button', { name: 'Download the campaigns as CSV' });
    expect(button.disabled).toBe(true);
    rerender(report(false, true));
    expect(button.disabled).toBe(true);
    rerender(report(false, false));
    expect(button.disabled).toBe(false);
  });
});
