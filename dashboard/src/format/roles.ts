// Names of roles, and what they allow.
import type { Role } from '../api/people.ts';
import { t } from '../language/t.ts';

export const ROLES: readonly Role[] = ['viewer', 'editor', 'owner'];
const NAMES: Readonly<Record<Role, string>> = {
  viewer: t('common.viewer'),
  editor: t('common.editor'),
  owner: t('common.owner'),
};

export function roleName(role: Role): string {
  return NAMES[role];
}

/** Returns a text such as: Sees reports, the catalog and live events. */
export function roleAllows(role: Role): string {
  return t(`people.${role}Can`);
}

const YOU_ARE = { viewer: 'people.youAreViewer', editor: 'people.youAreEditor', owner: 'people.youAreOwner' } as const;

/** Such as: You are an editor. */
export function youAre(role: Role): string {
  return t(YOU_ARE[role]);
}
