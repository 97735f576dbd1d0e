import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { ServicesProvider } from '../../../dashboard/src/api/context.tsx';
import { SetupPage } from '../../../dashboard/src/pages/setup.tsx';

const PROBLEM = { status: 422, code: 'invalid_field', param: 'website_name', detail: 'website_name must be one line.' };

/** The service, as far as the forms ask it: it refuses the name of a website. */
async function answer(request: Request): Promise<Response> {
  const { website_name: name } = await request.json();
  return name === undefined
    ? Response.json({ expires_at: '2026-11-17T12:00:00Z' })
    : Response.json(PROBLEM, { status: 422 });
}

describe('the setup', () => {
  beforeEach(() => {
    vi.stubGlobal('fetch', answer);
    window.history.replaceState(null, '', '/setup#secret');
    const services = { settings: { loginOnlyWith: 'Example ID' } } as never;
    render(
      <QueryClientProvider client={new QueryClient()}>
        <ServicesProvider services={services}>
          <SetupPage />
        </ServicesProvider>
      </QueryClientProvider>,
    );
  });
  afterEach(() => {
    cleanup();
    vi.unstubAllGlobals();
  });

  const fillLogin = async () => {
    fireEvent.change(await screen.findByLabelText('Account name'), { target: { value: 'Acme' } });
    fireEvent.change(screen.getByLabelText('Email address'), { target: { value: 'ada@example.com' } });
    fireEvent.click(screen.getByRole('button', { name: 'Continue' }));
  };

  it('names the field that is wrong as the form does', async () => {
    await fillLogin();
    fireEvent.change(await screen.findByLabelText('Website name'), { target: { value: 'shop.example' } });
    fireEvent.change(screen.getByLabelText('Addresses of its pages'), { target: { value: 'https://shop.example' } });
    fireEvent.click(screen.getByRole('button', { name: 'Continue' }));
    expect((await screen.findByRole('alert')).textContent).toBe('Website name must be one line.');
  });

  it('goes a step back with the Back button of the browser, and keeps what was filled in', async () => {
    await fillLogin();
    await screen.findByLabelText('Website name');
    expect(window.history.state).toEqual({ setupStep: 1 });
    act(() => window.dispatchEvent(new PopStateEvent('popstate', { state: null })));
    expect(screen.getByLabelText<HTMLInputElement>('Email address').value).toBe('ada@example.com');
    // A step that was not reached, as an earlier entry of the history may name after a reload.
    act(() => window.dispatchEvent(new PopStateEvent('popstate', { state: { setupStep: 2 } })));
    expect(screen.getByLabelText('Website name')).toBeTruthy();
  });
});
