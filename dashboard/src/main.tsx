// Global styles come first, so that the CSS modules of components can override them.
import './styles/tokens.css';
import './styles/base.css';
import { createRoot } from 'react-dom/client';
import { createApi } from './api/client.ts';
import { App } from './app.tsx';
import { OAuthClient, postCallbackToParent } from './session/oauth-client.ts';
import { CALLBACK_PATH, Session } from './session/session.ts';
import { readSettings } from './settings.ts';

if (window.parent !== window && window.location.pathname === CALLBACK_PATH) postCallbackToParent();
else start();

function start(): void {
  const settings = readSettings();
  const session = new Session(new OAuthClient(settings));
  const services = { settings, session, api: createApi(session) };
  createRoot(document.getElementById('app')!).render(<App services={services} />);
  void session.start();
}
