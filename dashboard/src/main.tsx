// Global styles come first, so that the CSS modules of components can override them.
import './styles/tokens.css';
import './styles/base.css';
import { loadReadersLanguage } from './language/readers-language.ts';
import { CALLBACK_PATH, postCallbackToParent } from './session/callback.ts';
import { readSharedState } from './share/shared-page.ts';

if (window.parent !== window && window.location.pathname === CALLBACK_PATH) postCallbackToParent();
else await start();

async function start(): Promise<void> {
  const shared = readSharedState();
  // The page preloads both. Modules read texts when they run, so the language comes first: import nothing here that has texts.
  await loadReadersLanguage(shared && new URLSearchParams(window.location.search).get('lang'));
  const { showApp, showSharedPage } = await import('./show-app.tsx');
  if (shared) await showSharedPage(shared);
  else showApp();
}
