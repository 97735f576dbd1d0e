import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { ErrorBoundary } from '../../../dashboard/src/components/error-boundary.tsx';
import { ViewControls } from '../../../dashboard/src/controls/view-controls.tsx';
import { Router, useUrl } from '../../../dashboard/src/routing/router.tsx';

function Broken(): never {
  throw new RangeError('Invalid time value');
}

function Page() {
  const url = useUrl();
  return <ErrorBoundary url={url}>{url === '/' ? <p>Overview</p> : <Broken />}</ErrorBoundary>;
}

describe('a page that cannot be drawn', () => {
  beforeEach(() => {
    // React writes the error to the console.
    vi.spyOn(console, 'error').mockImplementation(() => {});
    window.history.replaceState(null, '', '/websites/1');
  });
  afterEach(() => {
    cleanup();
    vi.restoreAllMocks();
  });

  it('says so, and another page is drawn again', () => {
    render(
      <Router>
        <Page />
      </Router>,
    );
    expect(screen.getByRole('alert').textContent).toContain('Something went wrong');
    fireEvent.click(screen.getByRole('link', { name: 'Go to overview' }));
    expect(screen.getByText('Overview')).toBeTruthy();
    expect(screen.queryByRole('alert')).toBeNull();
  });
});

describe('a URL with a view that does not exist', () => {
  afterEach(cleanup);

  it.each([
    ['?timeframe=custom&range_start=2026-13-01&range_end=2026-12-31', true],
    ['?timeframe=tomorrow', true],
    ['?timeframe=custom&range_start=2026-01-01&range_end=2026-12-31', false],
  ])('%s: is told about, next to the view that is shown', (search, isTold) => {
    window.history.replaceState(null, '', `/websites/1${search}`);
    render(<ViewControls />);
    expect(screen.queryAllByRole('status')).toHaveLength(isTold ? 1 : 0);
    expect(screen.queryAllByRole('button', { name: 'Last 30 days' })).toHaveLength(isTold ? 1 : 0);
  });
});
