import { createFunnelClient } from '@funnel/api-client';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { ServicesProvider } from '../../../dashboard/src/api/context.tsx';
import type { Profile } from '../../../dashboard/src/api/profile.ts';
import { followChoice } from '../../../dashboard/src/language/readers-language.ts';
import { LanguageCard } from '../../../dashboard/src/pages/language-card.tsx';

function open(language: Profile['language'], isBroken = false) {
  const sent: unknown[] = [];
  const fetch = async (request: Request): Promise<Response> => {
    const body = (await request.json()) as object;
    sent.push(body);
    if (isBroken) return Response.json({ detail: 'The database is away.' }, { status: 500 });
    return Response.json(body);
  };
  const api = createFunnelClient({ baseUrl: 'https://funnel.example', fetch });
  const services = { api } as Parameters<typeof ServicesProvider>[0]['services'];
  render(
    <QueryClientProvider client={new QueryClient()}>
      <ServicesProvider services={services}>
        <LanguageCard language={language} />
      </ServicesProvider>
    </QueryClientProvider>,
  );
  return sent;
}

describe('the language of the dashboard', () => {
  afterEach(() => {
    cleanup();
    localStorage.clear();
    vi.restoreAllMocks();
  });

  it('is stored where it is chosen, remembered by the browser, and shown at once', async () => {
    const reload = vi.spyOn(window.location, 'reload').mockImplementation(() => {});
    const sent = open(null);
    fireEvent.change(screen.getByRole('combobox', { name: 'Language' }), { target: { value: 'de' } });
    await waitFor(() => expect(reload).toHaveBeenCalledTimes(1));
    expect(sent).toEqual([{ language: 'de' }]);
    expect(localStorage.getItem('language')).toBe('de');
  });

  it('shows what was chosen from the click on, while it is being saved', async () => {
    const reload = vi.spyOn(window.location, 'reload').mockImplementation(() => {});
    open(null);
    const choice = screen.getByRole<HTMLSelectElement>('combobox', { name: 'Language' });
    fireEvent.change(choice, { target: { value: 'de' } });
    expect(choice).toMatchObject({ value: 'de', disabled: true });
    await waitFor(() => expect(reload).toHaveBeenCalledTimes(1));
    await waitFor(() => expect(choice.disabled).toBe(false));
  });

  it('is the stored one again, with the reason, if it could not be saved', async () => {
    const reload = vi.spyOn(window.location, 'reload').mockImplementation(() => {});
    open('fr', true);
    const choice = screen.getByRole<HTMLSelectElement>('combobox', { name: 'Language' });
    fireEvent.change(choice, { target: { value: 'de' } });
    await screen.findByText('The database is away.');
    expect(choice).toMatchObject({ value: 'fr', disabled: false });
    expect(reload).not.toHaveBeenCalled();
  });

  it('is the browser’s again if nothing is chosen', async () => {
    vi.spyOn(window.location, 'reload').mockImplementation(() => {});
    localStorage.setItem('language', 'de');
    const sent = open('de');
    fireEvent.change(screen.getByRole('combobox', { name: 'Language' }), { target: { value: '' } });
    await waitFor(() => expect(localStorage.getItem('language')).toBeNull());
    expect(sent).toEqual([{ language: null }]);
  });

  it('is not loaded again if it is shown already', () => {
    const reload = vi.spyOn(window.location, 'reload').mockImplementation(() => {});
    followChoice('en');
    expect(localStorage.getItem('language')).toBe('en');
    followChoice('en');
    expect(reload).not.toHaveBeenCalled();
  });
});
