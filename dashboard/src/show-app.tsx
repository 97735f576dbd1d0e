// Puts the services together and shows the dashboard.
import { createRoot } from 'react-dom/client';
import { createApi } from './api/client.ts';
import { App } from './app.tsx';
import { OAuthClient } from './session/oauth-client.ts';
import { Session } from './session/session.ts';
import { readSettings } from './settings.ts';

export function showApp(): void {
  const settings = readSettings();
  const session = new Session(new OAuthClient(settings));
  const services = { settings, session, api: createApi(session) };
  createRoot(document.getElementById('app')!).render(<App services={services} />);
  void session.start();
}
