import { act, cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { Suspense } from 'react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { ErrorBoundary } from '../../../dashboard/src/components/error-boundary.tsx';
import { LinkNotice } from '../../../dashboard/src/controls/link-notice.tsx';
import { OfflineNotice } from '../../../dashboard/src/controls/offline-notice.tsx';
import { lazyPage } from '../../../dashboard/src/pages/lazy-page.tsx';
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

describe('a page whose script does not come', () => {
  beforeEach(() => {
    vi.spyOn(console, 'error').mockImplementation(() => {});
  });
  afterEach(() => {
    cleanup();
    vi.restoreAllMocks();
  });

  /** Its script comes at the third attempt. */
  function open() {
    const load = vi.fn(async () => () => <p>Contacts</p>);
    load.mockRejectedValueOnce(new TypeError('offline')).mockRejectedValueOnce(new TypeError('offline'));
    const LatePage = lazyPage(load);
    render(
      <Router>
        <ErrorBoundary url="/websites/1/contacts">
          <Suspense fallback="Loading">
            <LatePage />
          </Suspense>
        </ErrorBoundary>
      </Router>,
    );
    return load;
  }

  it('is asked for again by a click', async () => {
    const connection = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
    const reload = vi.spyOn(window.location, 'reload').mockImplementation(() => {});
    const load = open();
    fireEvent.click(await screen.findByRole('button', { name: 'Try again' }));
    await waitFor(() => expect(load).toHaveBeenCalledTimes(2));
    await screen.findByRole('button', { name: 'Try again' });
    // Without a connection, the page is not left.
    fireEvent.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByText('Contacts')).toBeTruthy();
    expect(reload).not.toHaveBeenCalled();
    connection.mockReturnValue(true);
  });

  it('is asked for when the connection is back, and loaded as a whole if that does not help', async () => {
    const reload = vi.spyOn(window.location, 'reload').mockImplementation(() => {});
    const load = open();
    await screen.findByRole('alert');
    act(() => window.dispatchEvent(new Event('online')));
    await waitFor(() => expect(load).toHaveBeenCalledTimes(2));
    fireEvent.click(await screen.findByRole('button', { name: 'Try again' }));
    expect(reload).toHaveBeenCalledOnce();
  });
});

describe('a link that asks for what does not exist', () => {
  afterEach(cleanup);

  const open = (search: string) => {
    window.history.replaceState(null, '', `/websites/1${search}`);
    render(
      <Router>
        <LinkNotice />
      </Router>,
    );
  };

  it('is told about, with a way out', () => {
    open('?timeframe=custom&range_start=2026-13-01&range_end=2026-12-31&count_type=total');
    expect(screen.getByRole('status').textContent).toContain('range_start=2026-13-01');
    fireEvent.click(screen.getByRole('button', { name: 'Remove it from the link' }));
    expect(window.location.search).toBe('?count_type=total');
    expect(screen.queryByRole('status')).toBeNull();
  });

  it('is not told about if all of it exists', () => {
    open('?timeframe=custom&range_start=2026-01-01&range_end=2026-12-31');
    expect(screen.queryByRole('status')).toBeNull();
  });
});

describe('a browser that is offline', () => {
  afterEach(() => {
    cleanup();
    vi.restoreAllMocks();
  });

  it('is told about until it is online again', () => {
    const connection = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
    render(<OfflineNotice />);
    expect(screen.getByRole('status').textContent).toContain('You are offline');
    connection.mockReturnValue(true);
    act(() => window.dispatchEvent(new Event('online')));
    expect(screen.queryByRole('status')).toBeNull();
  });
});
