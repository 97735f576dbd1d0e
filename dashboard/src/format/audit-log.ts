// The words of the audit log.
import type { AuditAction, AuditEntry } from '../api/audit-log.ts';

const WAYS: Readonly<Record<string, string>> = {
  dashboard: 'Dashboard',
  application: 'Connected application',
  token: 'Token',
  api_key: 'API key',
  command_line: 'Command line',
};

export function wayName({ via }: AuditEntry): string {
  return WAYS[via] ?? via;
}

/** What belongs to no user was done by whoever runs the service, or with something that they gave away. */
export function personName({ user_email: email, user_id: userId }: AuditEntry): string {
  return email ?? (userId === null ? 'Operator' : 'Deleted user');
}

/** Such as `Created token 7 (Export)`. */
export function sentence({ description }: AuditEntry): string {
  return capitalized(description);
}

/** Where people use other words than the API. */
const ACTION_NAMES: Readonly<Partial<Record<AuditAction, string>>> = {
  signed_in: 'Logged in',
  sign_in_failed: 'Login failed',
  ingest_key_created: 'Key created',
  ingest_key_revoked: 'Key revoked',
  catalog_created: 'Added to the catalog',
  funnel_created: 'Funnel saved',
  annotation_created: 'Annotation added',
  goal_created: 'Goal set',
  view_created: 'View saved',
  view_changed: 'Saved view changed',
  view_deleted: 'Saved view deleted',
};

/** Such as `Token created`. */
export function actionName(action: AuditAction): string {
  return ACTION_NAMES[action] ?? capitalized(action.replaceAll('_', ' '));
}

function capitalized(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
