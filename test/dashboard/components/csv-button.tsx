import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, describe, expect, it } from 'vitest';
import { Card } from '../../../dashboard/src/components/card.tsx';
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

  it('waits until its card shows what was asked for last', () => {
    const card = (stale: boolean) => (
      <Card title="Campaigns" stale={stale}>
        <CsvButton content={{ what: 'campaigns' }} label="the campaigns" file={() => ({ columns: [], rows: [] })} />
      </Card>
    );
    const { rerender } = render(card(true));
    const button = screen.getByRole<HTMLButtonElement>('button', { name: 'Download the campaigns as CSV' });
    expect(button.disabled).toBe(true);
    rerender(card(false));
    expect(button.disabled).toBe(false);
  });
});
