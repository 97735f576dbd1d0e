import { createRoot } from 'react-dom/client';
import { createApi } from './api/client.ts';
import { App } from './app.tsx';
import { Authorization, relayFromFrame } from './session/authorization.ts';
import { CALLBACK_PATH, Session } from './session/session.ts';
import { readSettings } from './settings.ts';
import './styles/tokens.css';
import './styles/base.css';
import './styles/shell.css';
import './styles/parts.css';
import './styles/charts.css';
import './styles/pages.css';

if (window.parent !== window && window.location.pathname === CALLBACK_PATH) relayFromFrame();
else start();

function start(): void {
  const settings = readSettings();
  const session = new Session(new Authorization(settings));
  const services = { settings, session, api: createApi(session) };
  createRoot(document.getElementById('app')!).render(<App services={services} />);
  void session.start();
}
