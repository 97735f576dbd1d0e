// Global styles come first, so that the CSS modules of components can override them.
import './styles/tokens.css';
import './styles/base.css';
import { loadReadersLanguage } from './language/readers-language.ts';
import { postCallbackToParent } from './session/oauth-client.ts';
import { CALLBACK_PATH } from './session/session.ts';

if (window.parent !== window && window.location.pathname === CALLBACK_PATH) postCallbackToParent();
else await start();

async function start(): Promise<void> {
  // Both are under way at the same time; texts are read when a module is run, so the language comes first.
  await loadReadersLanguage();
  const { showApp } = await import('./show-app.tsx');
  showApp();
}
