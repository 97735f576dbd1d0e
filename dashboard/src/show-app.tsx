// Puts the services together and shows the dashboard, or one page of it to whoever has a link.
import { createRoot } from 'react-dom/client';
import { createApi } from './api/client.ts';
import { App } from './app.tsx';
import { OAuthClient } from './session/oauth-client.ts';
import { Session } from './session/session.ts';
import { readSettings } from './settings.ts';
import { reportHeight } from './share/embed.ts';
import type { SharedState } from './share/shared-page.ts';

export function showApp(): void {
  const settings = readSettings();
  const session = new Session(new OAuthClient(settings));
  const services = { settings, session, api: createApi(session) };
  createRoot(document.getElementById('app')!).render(<App services={services} />);
  void session.start();
}

/** A page of the dashboard without the navigation around it. */
export async function showSharedPage(state: SharedState): Promise<void> {
  const { SharedApp } = await import('./share/shared-app.tsx');
  const root = document.getElementById('app')!;
  createRoot(root).render(<SharedApp first={state} />);
  reportHeight(root);
}
