import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import type { ComponentProps } from 'react';
import { afterEach, describe, expect, it } from 'vitest';
import { ServicesProvider } from '../../../dashboard/src/api/context.tsx';
import { CreateKeyDialog } from '../../../dashboard/src/pages/key-dialogs.tsx';

type Services = ComponentProps<typeof ServicesProvider>['services'];

describe('the dialog that creates a key', () => {
  afterEach(cleanup);

  it('asks for origins only for a key of browsers, and sends what was typed', async () => {
    const sent: unknown[] = [];
    const api = {
      POST: async (_path: string, { body }: { body: unknown }) => {
        sent.push(body);
        return { data: { public: false }, response: new Response('{}', { status: 201 }) };
      },
    };
    const services = { api } as unknown as Services;
    const created: unknown[] = [];
    render(
      <ServicesProvider services={services}>
        <QueryClientProvider client={new QueryClient()}>
          <CreateKeyDialog websiteId={1} onClose={() => {}} onCreated={(key) => created.push(key)} />
        </QueryClientProvider>
      </ServicesProvider>,
    );
    const submit = () => fireEvent.click(screen.getByRole('button', { name: 'Create' }));
    fireEvent.change(screen.getByLabelText('Name'), { target: { value: ' Shop ' } });
    fireEvent.change(screen.getByLabelText('Addresses of its pages'), {
      target: { value: 'https://a.example\n*.a.example' },
    });
    submit();
    await waitFor(() => expect(created).toHaveLength(1));
    fireEvent.click(screen.getByLabelText('Servers: a secret key'));
    expect(screen.queryByLabelText('Addresses of its pages')).toBeNull();
    submit();
    await waitFor(() => expect(created).toHaveLength(2));
    expect(sent).toEqual([
      { public: true, name: 'Shop', origins: ['https://a.example', '*.a.example'] },
      { public: false, name: 'Shop' },
    ]);
  });
});
