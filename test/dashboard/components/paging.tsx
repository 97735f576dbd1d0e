import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { Paging, readPageNumber } from '../../../dashboard/src/components/paging.tsx';

describe('Paging', () => {
  beforeEach(() => window.history.replaceState(null, '', '/websites/1?page=2&sort=views'));
  afterEach(cleanup);

  it('says which rows are shown, and changes the page in the URL', () => {
    render(<Paging label="Pages of campaigns" page={2} perPage={10} total={1017} />);
    expect(screen.getByText('11–20 of 1,017')).toBeTruthy();
    fireEvent.click(screen.getByRole('button', { name: 'Next' }));
    expect(window.location.search).toBe('?page=3&sort=views');
    fireEvent.click(screen.getByRole('button', { name: 'Previous' }));
    expect(window.location.search).toBe('?sort=views');
  });

  it('does not go beyond the last page, and has no buttons for a single one', () => {
    render(<Paging label="Pages" page={2} perPage={10} total={17} />);
    expect(screen.getByText('11–17 of 17')).toBeTruthy();
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Next' }).disabled).toBe(true);
    cleanup();
    render(<Paging label="Pages" page={1} perPage={10} total={7} />);
    expect(screen.queryByRole('button')).toBeNull();
  });

  it('reads any text in a URL as a page number', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.integer().map(String), fc.double().map(String)), (page) => {
        const number = readPageNumber(new URLSearchParams({ page }));
        expect(number).toBeGreaterThanOrEqual(1);
        expect(Number.isInteger(number) || number === Number.POSITIVE_INFINITY).toBe(true);
      }),
      { seed: 5 },
    );
    expect(readPageNumber(new URLSearchParams('page=7'))).toBe(7);
    expect(readPageNumber(new URLSearchParams())).toBe(1);
  });
});
