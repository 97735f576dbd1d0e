// The settings that the service writes into a meta element of the page.

export interface Settings {
  readonly issuer: string;
  readonly clientId: string;
  /** The URL of this dashboard, to which the authorization server sends users back. */
  readonly baseUrl: string;
  readonly mcpUrl: string;
  /** Whether assistants that run elsewhere can reach the tool server. */
  readonly mcpIsPublic: boolean;
  /** The script that pages load to send events. */
  readonly trackerUrl: string;
  /** Whether users can create their own tokens here. */
  readonly managesTokens: boolean;
  /** The name of the issuer of single sign-on, if there are no passwords. */
  readonly loginOnlyWith: string | null;
}

export function readSettings(): Settings {
  const content = document.querySelector<HTMLMetaElement>('meta[name="funnel-settings"]')?.content;
  if (content === undefined) throw new Error('The page has no settings: it must be served by the service.');
  return JSON.parse(content) as Settings;
}
