// The HTML page of the dashboard: the built index.html with the settings of this installation, and its headers.
import { html } from '../../../foundation/pages/html.ts';

export interface DashboardSettings {
  readonly issuer: string;
  readonly clientId: string;
  readonly baseUrl: string;
  readonly mcpUrl: string;
  /** Whether assistants that run elsewhere can reach the tool server. */
  readonly mcpIsPublic: boolean;
  /** The script that pages load to send events. */
  readonly trackerUrl: string;
  /** Whether users can create their own tokens here. */
  readonly managesTokens: boolean;
  /** The name of the issuer, if there are no passwords. */
  readonly loginOnlyWith: string | null;
}

/** What those need who serve the page of the dashboard at further URLs. */
export interface DashboardPage {
  readonly settings: DashboardSettings;
  /** Its HTML. undefined: it is not built. */
  readonly page: string | undefined;
}

/** Writes a meta element, because the content security policy forbids inline scripts. */
export function withSettings(page: string, settings: DashboardSettings): string {
  return withMeta(page, 'funnel-settings', settings);
}

export function withMeta(page: string, name: string, content: object): string {
  const meta = html`<meta name="${name}" content="${JSON.stringify(content)}" />`;
  // A function, because `$` is special in a replacement string.
  return page.replace('</head>', () => `${meta.text}</head>`);
}

/** Who may show a page in a frame. */
export const NOBODY = "'none'";
export const OWN_PAGES = "'self'";

export function pageHeaders(settings: DashboardSettings, ancestors: string): Record<string, string> {
  const issuer = new URL(settings.issuer).origin;
  return {
    'content-security-policy': [
      "default-src 'none'",
      "script-src 'self'",
      "style-src 'self'",
      "img-src 'self'",
      `connect-src 'self' ${issuer}`,
      `frame-src 'self' ${issuer}`,
      "form-action 'self'",
      "base-uri 'none'",
      `frame-ancestors ${ancestors}`,
    ].join('; '),
    'cache-control': 'no-cache',
    'referrer-policy': 'same-origin',
    'cross-origin-opener-policy': 'same-origin',
    'x-frame-options': ancestors === NOBODY ? 'DENY' : 'SAMEORIGIN',
  };
}
