// Names of roles, and what they allow.
import { ROLE_DESCRIPTIONS } from '@funnel/api-client/constants';
import type { Role } from '../api/people.ts';

const NAMES: Readonly<Record<Role, string>> = { viewer: 'Viewer', editor: 'Editor', owner: 'Owner' };

export function roleName(role: Role): string {
  return NAMES[role];
}

/** Such as: an editor. */
export function withArticle(role: Role): string {
  return `${role === 'viewer' ? 'a' : 'an'} ${role}`;
}

/** Such as: A viewer sees reports, the catalog and live events. */
export function roleSentence(role: Role): string {
  const does = ROLE_DESCRIPTIONS[role];
  return `${role === 'viewer' ? 'A' : 'An'} ${role} ${does.charAt(0).toLowerCase()}${does.slice(1)}.`;
}
