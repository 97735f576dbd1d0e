// Light, dark, or whatever the system says. The choice is remembered; it is no secret.
import { useSyncExternalStore } from 'react';
import { Icon } from '../parts/icon.tsx';

const KEY = 'theme';
const CHANGED = 'themechanged';
const CHOICES = ['system', 'light', 'dark'] as const;
type Choice = (typeof CHOICES)[number];

const systemIsDark = window.matchMedia('(prefers-color-scheme: dark)');

function choice(): Choice {
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
  systemIsDark.addEventListener('change', onChange);
  return () => {
    window.removeEventListener(CHANGED, onChange);
    systemIsDark.removeEventListener('change', onChange);
  };
}

/** What is in force: for what can't be styled by CSS. */
export function useTheme(): 'light' | 'dark' {
  const chosen = useSyncExternalStore(subscribe, () => (choice() === 'system' ? isDarkName() : choice()));
  return chosen === 'dark' ? 'dark' : 'light';
}

function isDarkName(): 'light' | 'dark' {
  return systemIsDark.matches ? 'dark' : 'light';
}

const LABELS = { system: 'Theme of the system', light: 'Light theme', dark: 'Dark theme' } as const;
const ICONS = { system: 'system', light: 'sun', dark: 'moon' } as const;

export function ThemeSwitch() {
  const chosen = useSyncExternalStore(subscribe, choice);
  return (
    <fieldset className="segmented theme-switch">
      <legend className="visually-hidden">Theme</legend>
      {CHOICES.map((name) => (
        <label key={name} className="segment" title={LABELS[name]}>
          <input type="radio" name="theme" checked={name === chosen} onChange={() => choose(name)} />
          <span>
            <Icon name={ICONS[name]} />
            <span className="visually-hidden">{LABELS[name]}</span>
          </span>
        </label>
      ))}
    </fieldset>
  );
}
