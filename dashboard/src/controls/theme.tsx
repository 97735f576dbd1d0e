// Light, dark, or the system's theme. The choice is remembered in the browser.
import { useSyncExternalStore } from 'react';
import { Segmented } from '../components/segmented.tsx';

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
  { value: 'system', label: 'System theme', icon: 'system' },
  { value: 'light', label: 'Light theme', icon: 'sun' },
  { value: 'dark', label: 'Dark theme', icon: 'moon' },
] as const;

export function ThemeSwitch() {
  const chosen = useSyncExternalStore(subscribe, chosenTheme);
  return <Segmented label="Theme" options={OPTIONS} value={chosen} onChange={choose} />;
}
