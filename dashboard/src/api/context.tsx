// Gives components the API client, the session and the settings.
import { createContext, type ReactNode, useContext } from 'react';
import type { Session } from '../session/session.ts';
import type { Settings } from '../settings.ts';
import type { SharedPage } from '../share/shared-page.ts';
import type { Api } from './client.ts';

interface Services {
  readonly api: Api;
  readonly session: Session;
  readonly settings: Settings;
}

const ApiContext = createContext<Api | undefined>(undefined);
const SharedPageContext = createContext<SharedPage | undefined>(undefined);
const ServicesContext = createContext<Services | undefined>(undefined);

/** It is enough for the reports. */
export function ApiProvider({ api, children }: { readonly api: Api; readonly children: ReactNode }) {
  return <ApiContext value={api}>{children}</ApiContext>;
}

export function ServicesProvider({
  services,
  children,
}: {
  readonly services: Services;
  readonly children: ReactNode;
}) {
  return (
    <ServicesContext value={services}>
      <ApiProvider api={services.api}>{children}</ApiProvider>
    </ServicesContext>
  );
}

/** Around a page that is shown to somebody who has a link to it. */
export function SharedPageProvider({
  shared,
  children,
}: {
  readonly shared: SharedPage;
  readonly children: ReactNode;
}) {
  return <SharedPageContext value={shared}>{children}</SharedPageContext>;
}

/** undefined: the page is not shown by a share link. */
export function useSharedPage(): SharedPage | undefined {
  return useContext(SharedPageContext);
}

/** In a chat, each report is a call of a tool. */
export function useIsChat(): boolean {
  const isShared = useSharedPage() !== undefined;
  return useOptionalServices() === undefined && !isShared;
}

/** undefined in a chat and on a shared page, which have only reports. */
export function useOptionalServices(): Services | undefined {
  return useContext(ServicesContext);
}

export function useServices(): Services {
  const services = useOptionalServices();
  if (!services) throw new Error('useServices needs a ServicesProvider around it.');
  return services;
}

export function useApi(): Api {
  const api = useContext(ApiContext);
  if (!api) throw new Error('useApi needs an ApiProvider around it.');
  return api;
}
