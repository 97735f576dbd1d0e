// What each scope of a token allows.
import type { SCOPE_DESCRIPTIONS } from '@funnel/api-client/constants';
import { t } from '../language/t.ts';

export type Scope = keyof typeof SCOPE_DESCRIPTIONS;

const DESCRIPTIONS: Readonly<Record<Scope, string>> = {
  reports: t('access.scopeReports'),
  'contacts:read': t('access.scopeContactsRead'),
  'contacts:write': t('access.scopeContactsWrite'),
  'ctas:read': t('access.scopeCatalogRead'),
  'ctas:write': t('access.scopeCatalogWrite'),
  'areas:read': t('access.scopeAreasRead'),
  'websites:read': t('access.scopeWebsitesRead'),
  'data:erase': t('access.scopeDataErase'),
};

export const SCOPES = Object.keys(DESCRIPTIONS) as Scope[];

export function scopeDescription(scope: Scope): string {
  return DESCRIPTIONS[scope];
}
