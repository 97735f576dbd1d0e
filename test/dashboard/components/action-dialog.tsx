import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { afterEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { createQueryClient } from '../../../dashboard/src/api/query-client.ts';
import { ConfirmDialog, FormDialog } from '../../../dashboard/src/components/action-dialog.tsx';

describe('a dialog that changes something', () => {
  afterEach(cleanup);

  it('sends the form, stays open with the problem if that fails, and closes when it is done', async () => {
    const queries = new QueryClient();
    queries.setQueryData(['contacts', 1], []);
    const sent: (FormDataEntryValue | null)[] = [];
    const outcomes = [() => Promise.reject(new Error('The email is not valid.')), () => Promise.resolve('saved')];
    const closed: string[] = [];
    render(
      <QueryClientProvider client={queries}>
        <FormDialog
          title="Add contact"
          action="Save"
          submit={(form) => {
            sent.push(form.get('email'));
            return outcomes.shift()!();
          }}
          invalidates={['contacts']}
          onClose={() => closed.push('closed')}
          onDone={(result) => closed.push(result)}
        >
          <input name="email" defaultValue="nora" />
        </FormDialog>
      </QueryClientProvider>,
    );
    const save = screen.getByRole<HTMLButtonElement>('button', { name: 'Save' });
    fireEvent.click(save);
    expect((await screen.findByRole('alert')).textContent).toBe('The email is not valid.');
    expect(closed).toEqual([]);
    expect(queries.getQueryState(['contacts', 1])?.isInvalidated).toBe(false);

    await waitFor(() => expect(save.disabled).toBe(false));
    fireEvent.click(save);
    await waitFor(() => expect(closed).toEqual(['saved']));
    expect(sent).toEqual(['nora', 'nora']);
    expect(queries.getQueryState(['contacts', 1])?.isInvalidated).toBe(true);
  });

  it('does nothing before it is confirmed, and does it only once', async () => {
    const done = Promise.withResolvers<void>();
    let calls = 0;
    const closed: string[] = [];
    render(
      <QueryClientProvider client={new QueryClient()}>
        <ConfirmDialog
          title="Delete?"
          action="Delete"
          confirm={() => {
            calls += 1;
            return done.promise;
          }}
          invalidates={['contacts']}
          onClose={() => closed.push('closed')}
        >
          Really?
        </ConfirmDialog>
      </QueryClientProvider>,
    );
    expect(calls).toBe(0);
    const button = screen.getByRole<HTMLButtonElement>('button', { name: 'Delete' });
    fireEvent.click(button);
    await waitFor(() => expect(button.disabled).toBe(true));
    fireEvent.click(button);
    expect(calls).toBe(1);
    expect(closed).toEqual([]);
    done.resolve();
    await waitFor(() => expect(closed).toEqual(['closed']));
  });

  it('sends the form once if its button is clicked again before any timer of the page has run', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout'] });
    onTestFinished(() => void vi.useRealTimers());
    let sent = 0;
    const { promise: saved } = Promise.withResolvers<void>();
    render(
      <QueryClientProvider client={createQueryClient()}>
        <FormDialog
          title="Add contact"
          action="Save"
          submit={() => {
            sent += 1;
            return saved;
          }}
          invalidates={['contacts']}
          onClose={() => {}}
        >
          <input name="email" defaultValue="nora" />
        </FormDialog>
      </QueryClientProvider>,
    );
    const save = screen.getByRole<HTMLButtonElement>('button', { name: 'Save' });
    await act(async () => save.click());
    await act(async () => save.click());
    expect(sent).toBe(1);
    expect(save.disabled).toBe(true);
  });
});
