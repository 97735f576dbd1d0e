// Light, dark, or the system's theme. The choice is remembered in the browser.

import { useSyncExternalStore } from 'react';
import { Segmented } from '../components/segmented.tsx';
import { t } from '../language/t.ts';

const KEY = 'theme';
const CHANGED = 'themechanged';
type Choice = 'system' | 'light' | 'dark';

function chosenTheme(): Choice {
  const { theme } = document.documentElement.dataset;
  return theme === 'light' || theme === 'dark' ? theme : 'system';
}

function choose(theme: Choice): void {
  if (theme === 'system') {
    delete document.documentElement.dataset.theme;
    localStorage.removeItem(KEY);
  } else {
    document.documentElement.dataset.theme = theme;
    localStorage.setItem(KEY, theme);
  }
  window.dispatchEvent(new Event(CHANGED));
}

function subscribe(onChange: () => void): () => void {
  window.addEventListener(CHANGED, onChange);
  return () => window.removeEventListener(CHANGED, onChange);
}

/** The theme that a host asks for; not remembered. */
export function followTheme(theme: 'light' | 'dark'): void {
  document.documentElement.dataset.theme = theme;
  window.dispatchEvent(new Event(CHANGED));
}

const OPTIONS = [
  { value: 'system', label: t('report.themeSystem'), icon: 'system' },
  { value: 'light', label: t('report.themeLight'), icon: 'sun' },
  { value: 'dark', label: t('report.themeDark'), icon: 'moon' },
] as const;

export function ThemeSwitch() {
  const chosen = useSyncExternalStore(subscribe, chosenTheme);
  return <Segmented label={t('report.themeName')} options={OPTIONS} value={chosen} onChange={choose} />;
}
