// The layout of all pages: a centered card, a small style sheet, and a content security policy that allows nothing else.
import { createHash } from 'node:crypto';
import { Html, html } from './html.ts';

export interface Page {
  readonly title: string;
  readonly content: Html;
  /** Where the forms of the page may redirect to besides this server, because browsers apply form-action to redirects too. */
  readonly leadsTo?: string;
}

const STYLE = `
:root { color-scheme: light dark; --page: #f3f4f8; --card: #fff; --text: #1a1d29; --soft: #565c70; --line: #d5d8e2;
  --accent: #3d4ed8; --on-accent: #fff; --focus: #7c8bff; --bad: #b3261e; --bad-page: #fdeceb; --hint-page: #f3f4f8; }
@media (prefers-color-scheme: dark) { :root { --page: #12141c; --card: #1c1f2b; --text: #eceef6; --soft: #a9afc3;
  --line: #383d4f; --accent: #a6b1ff; --on-accent: #12141c; --focus: #a6b1ff; --bad: #ffb4ab; --bad-page: #3b1f1e;
  --hint-page: #252938; } }
* { box-sizing: border-box; }
body { margin: 0; min-height: 100vh; min-height: 100dvh; display: grid; place-items: center; padding: 1rem;
  background: var(--page); color: var(--text); font: 1rem/1.5 system-ui, -apple-system, 'Segoe UI', Roboto, sans-serif; }
main { width: 100%; max-width: 27rem; background: var(--card); border: 1px solid var(--line); border-radius: 1rem;
  padding: clamp(1.25rem, 5vw, 2.25rem); }
h1 { font-size: 1.375rem; line-height: 1.25; margin: 0 0 .5rem; overflow-wrap: anywhere; }
h2 { font-size: 1rem; margin: 1.5rem 0 .5rem; }
p { margin: 0 0 1rem; }
.soft { color: var(--soft); font-size: .9375rem; overflow-wrap: anywhere; }
.brand { display: flex; align-items: center; gap: .5rem; font-weight: 600; margin-bottom: 1.5rem; }
.brand svg { width: 1.5rem; height: 1.5rem; fill: var(--accent); }
label { display: block; font-weight: 600; }
input[type=email], input[type=password], input[type=text], select, textarea { width: 100%; margin: .25rem 0 1rem; padding: .75rem; font: inherit;
  color: inherit; background: var(--card); border: 1px solid var(--soft); border-radius: .625rem; }
textarea { vertical-align: top; }
select + .soft, textarea + .soft { margin-top: -.5rem; }
fieldset { border: 0; margin: 1.5rem 0 0; padding: 0; min-width: 0; }
legend { font-weight: 600; padding: 0; margin-bottom: .5rem; }
.choices { max-height: 19rem; overflow-y: auto; border: 1px solid var(--line); border-radius: .625rem; }
.choices label { display: flex; align-items: center; gap: .75rem; padding: .75rem; font-weight: 400;
  overflow-wrap: anywhere; }
.choices label + label { border-top: 1px solid var(--line); }
input[type=checkbox] { flex: none; width: 1.25rem; height: 1.25rem; margin: 0; accent-color: var(--accent); }
ul { margin: 0; padding-left: 1.25rem; }
li { margin: .25rem 0; }
.note { background: var(--hint-page); border-radius: .625rem; padding: .75rem; font-size: .9375rem; margin: 1rem 0;
  overflow-wrap: anywhere; }
.error { background: var(--bad-page); color: var(--bad); border-radius: .625rem; padding: .75rem; margin: 0 0 1rem; }
.actions { display: flex; flex-direction: column; gap: .75rem; margin-top: 1.5rem; }
button { width: 100%; padding: .8125rem 1rem; font: inherit; font-weight: 600; border-radius: .625rem; cursor: pointer;
  border: 1px solid var(--soft); background: transparent; color: inherit; }
button.main { background: var(--accent); border-color: var(--accent); color: var(--on-accent); }
a { color: var(--accent); }
:focus-visible { outline: 3px solid var(--focus); outline-offset: 2px; }
`;

const STYLE_HASH = createHash('sha256').update(STYLE).digest('base64');

export function renderPage({ title, content }: Page): string {
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${title}</title>
<style>${new Html(STYLE)}</style>
</head>
<body>
<main>
<div class="brand"><svg viewBox="0 0 24 24" aria-hidden="true"><path d="M2 3h20l-8 9.5V20l-4 2v-9.5z"/></svg>Funnel</div>
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
