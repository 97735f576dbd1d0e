// The layout of all pages that the server renders: a centered card, a small style sheet, the script for the theme, and a content security
// policy that allows nothing else.
// Why: docs/decisions/tokens.md, "form-action restricts schemes, not hosts".
import { createHash } from 'node:crypto';
import type { Language } from '../../../../languages/language.ts';
import { Html, html } from './html.ts';

export interface Page {
  readonly language: Language;
  readonly title: string;
  readonly content: Html;
  /** Where the forms of the page may redirect to besides this server, because browsers apply form-action to redirects too. */
  readonly leadsTo?: string;
}

const LOGO = new Html(
  '<svg viewBox="0 0 32 32" aria-hidden="true"><rect width="32" height="32" rx="8"/><path d="M8 9h16l-6 8v6l-4 2v-8z"/></svg>',
);
/** The names and values of variables are those of the dashboard (dashboard/src/styles/tokens.css), so that all pages look alike. */
const STYLE = `
:root { color-scheme: light dark; --page: light-dark(#f6f6f3, #101216); --surface: light-dark(#ffffff, #181b21);
  --sunken: light-dark(#f1f1ed, #22262e); --ink: light-dark(#1b1d22, #eceef2); --ink-2: light-dark(#5b606b, #a3aab7);
  --line: light-dark(#e5e5e0, #2b3039); --line-2: light-dark(#cfd0cb, #434a57); --accent: light-dark(#3451d1, #93a7ff);
  --accent-ink: light-dark(#ffffff, #10131f); --bad: light-dark(#b3261e, #ff9d94); --bad-soft: light-dark(#fbeae8, #3c2122);
  --radius: 6px; --radius-large: 12px;
  --font: -apple-system, "Segoe UI", Roboto, "Helvetica Neue", Arial, system-ui, sans-serif;
  --mono: ui-monospace, "SF Mono", Menlo, Consolas, "Liberation Mono", monospace; }
:root[data-theme="light"] { color-scheme: light; }
:root[data-theme="dark"] { color-scheme: dark; }
* { box-sizing: border-box; }
body { margin: 0; min-height: 100vh; min-height: 100dvh; display: grid; place-items: center; padding: 16px;
  background: var(--page); color: var(--ink); font: 14px/20px var(--font); -webkit-font-smoothing: antialiased; }
main { width: 100%; max-width: 440px; background: var(--surface); border: 1px solid var(--line);
  border-radius: var(--radius-large); padding: clamp(16px, 6vw, 32px); }
h1 { font-size: 24px; line-height: 32px; font-weight: 650; letter-spacing: -0.01em; margin: 0 0 8px; overflow-wrap: anywhere; }
h2 { font-size: 15px; line-height: 24px; font-weight: 600; margin: 24px 0 8px; }
h1 + form { margin-top: 20px; }
p { margin: 0 0 16px; }
.soft { color: var(--ink-2); overflow-wrap: anywhere; }
.brand { display: flex; align-items: center; gap: 8px; font-size: 16px; font-weight: 650; letter-spacing: -0.01em;
  margin-bottom: 20px; }
.brand svg { width: 24px; height: 24px; }
.brand rect { fill: var(--accent); }
.brand path { fill: var(--accent-ink); }
label { display: block; font-size: 13px; font-weight: 500; }
input[type=email], input[type=password], input[type=text], select, textarea { width: 100%; min-height: 44px;
  margin: 4px 0 16px; padding: 8px 12px; font: inherit; color: inherit; background: var(--surface);
  border: 1px solid var(--line-2); border-radius: var(--radius); }
textarea { vertical-align: top; }
select + .soft, textarea + .soft { margin-top: -8px; font-size: 13px; }
::placeholder { color: var(--ink-2); opacity: 1; }
fieldset { border: 0; margin: 24px 0 0; padding: 0; min-width: 0; }
legend { font-size: 13px; font-weight: 500; padding: 0; margin-bottom: 8px; }
.choices { max-height: 304px; overflow-y: auto; border: 1px solid var(--line); border-radius: var(--radius); }
.choices label { display: flex; align-items: center; gap: 12px; padding: 12px; font-size: 14px; font-weight: 400;
  overflow-wrap: anywhere; }
.choices label + label { border-top: 1px solid var(--line); }
input[type=checkbox], input[type=radio] { flex: none; width: 20px; height: 20px; margin: 0; accent-color: var(--accent); }
fieldset:has([value=register]:checked) + .first-campaign { display: none; }
.first-campaign { margin-top: 16px; }
ul { margin: 0 0 16px; padding-left: 20px; }
li { margin: 4px 0; }
code { font-family: var(--mono); font-size: 0.92em; }
.note { background: var(--sunken); border-radius: var(--radius); padding: 12px; margin: 16px 0; overflow-wrap: anywhere; }
.note:last-child, .below:last-child { margin-bottom: 0; }
.below { margin: 16px 0; text-align: center; }
.error { background: var(--bad-soft); color: var(--bad); border-radius: var(--radius); padding: 12px; margin: 0 0 16px; }
.actions { display: flex; flex-direction: column; gap: 12px; margin-top: 8px; }
form + .actions { margin-top: 12px; }
button { width: 100%; min-height: 44px; padding: 0 16px; font: inherit; font-size: 16px; font-weight: 500;
  border-radius: var(--radius); cursor: pointer; border: 1px solid var(--line-2); background: var(--surface); color: inherit; }
button:hover { background: var(--sunken); }
button.main { background: var(--accent); border-color: var(--accent); color: var(--accent-ink); }
button.main:hover { background: color-mix(in srgb, var(--accent) 88%, var(--ink)); }
a { color: var(--accent); text-underline-offset: 2px; }
:focus-visible { outline: 2px solid var(--accent); outline-offset: 2px; }
`;

/** The theme that the user has chosen in the dashboard, as dashboard/public/theme.js applies it. */
const SCRIPT = `
try {
  const theme = localStorage.getItem('theme');
  if (theme === 'light' || theme === 'dark') document.documentElement.dataset.theme = theme;
} catch {
  // Without storage, the system theme applies.
}
`;

const hashOf = (text: string) => createHash('sha256').update(text).digest('base64');
const STYLE_HASH = hashOf(STYLE);
const SCRIPT_HASH = hashOf(SCRIPT);

export function renderPage({ language, title, content }: Page): string {
  return html`<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${title}</title>
<style>${new Html(STYLE)}</style>
<script>${new Html(SCRIPT)}</script>
</head>
<body>
<main>
<div class="brand">${LOGO}Funnel</div>
${content}
</main>
</body>
</html>
`.text;
}

export function pageHeaders({ leadsTo }: Pick<Page, 'leadsTo'>): Record<string, string> {
  const policy = [
    "default-src 'none'",
    `style-src 'sha256-${STYLE_HASH}'`,
    `script-src 'sha256-${SCRIPT_HASH}'`,
    `form-action 'self'${leadsTo ? ` ${leadsTo}` : ''}`,
    "frame-ancestors 'none'",
    "base-uri 'none'",
  ];
  return {
    'content-type': 'text/html; charset=utf-8',
    'content-security-policy': policy.join('; '),
    'cache-control': 'no-store',
    'referrer-policy': 'same-origin',
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'DENY',
  };
}

/**
 * Browsers apply form-action to every redirect that follows a form, also to those of the client's callback, which often go on
 * to another origin. Nobody knows these in advance, so only the schemes are restricted.
 */
export function policySources(redirectUri: string): string {
  return [...new Set(['https:', 'http:', new URL(redirectUri).protocol])].join(' ');
}
