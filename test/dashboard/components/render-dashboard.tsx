// Renders a part of the dashboard with what every part needs: the services, with an API that the test answers, and the URL.
import { createFunnelClient } from '@funnel/api-client';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { render } from '@testing-library/react';
import type { ComponentProps, ReactNode } from 'react';
import { ServicesProvider } from '../../../dashboard/src/api/context.tsx';
import { Router } from '../../../dashboard/src/routing/router.tsx';

type Services = ComponentProps<typeof ServicesProvider>['services'];

/** `services`: what it needs besides the API. A request that fails is not sent again. */
export function renderDashboard(
  content: ReactNode,
  answer: (request: Request) => Promise<Response>,
  services: object = { settings: { managesTokens: true } },
): void {
  const api = createFunnelClient({ baseUrl: 'https://funnel.example', fetch: answer });
  render(
    <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
      <ServicesProvider services={{ ...services, api } as Services}>
        <Router>{content}</Router>
      </ServicesProvider>
    </QueryClientProvider>,
  );
}
