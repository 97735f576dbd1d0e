// Who may have contacts and orders sent to a webhook.
import type { Role } from '../../../core/contract/access/role.ts';

/** Contacts are personal data, and what is sent leaves the service: so that is for owners. */
export function mayBeTold(role: Role | null): boolean {
  return role === 'owner';
}
