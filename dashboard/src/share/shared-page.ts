// What the service writes into the page of a share link (src/extensions/sharing/shared-pages.ts).
import type { SavedFunnel } from '../api/saved-funnels.ts';

export interface SharedPage {
  /** The page in the dashboard, with its query. */
  readonly path: string;
  /** Whether readers see only the period and the filters of the path. */
  readonly locked: boolean;
  /** The page of a saved funnel has one. */
  readonly funnel?: SavedFunnel;
}

export type SharedState =
  | { readonly state: 'unknown' | 'ended' | 'password' }
  | (SharedPage & { readonly state: 'shown' });

/** undefined: this is not the page of a share link. */
export function readSharedState(): SharedState | undefined {
  const content = document.querySelector<HTMLMetaElement>('meta[name="funnel-shared"]')?.content;
  return content === undefined ? undefined : (JSON.parse(content) as SharedState);
}
