// What the service tells the dashboard about itself, in a meta element of the page.

export interface Settings {
  readonly issuer: string;
  readonly clientId: string;
  /** Where this dashboard lives; the authorization server sends people back here. */
  readonly baseUrl: string;
  readonly mcpUrl: string;
  /** Whether people can make tokens for themselves here. */
  readonly managesTokens: boolean;
}

export function readSettings(): Settings {
  const content = document.querySelector<HTMLMetaElement>('meta[name="funnel-settings"]')?.content;
  if (content === undefined) throw new Error('The page has no settings: it must be served by the service.');
  return JSON.parse(content) as Settings;
}
