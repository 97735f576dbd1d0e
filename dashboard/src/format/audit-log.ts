// The words of the audit log.
import type { AuditEntry } from '../api/audit-log.ts';

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

/** Such as `Created the token 7 (Export)`. */
export function sentence({ description }: AuditEntry): string {
  return capitalized(description);
}

/** Such as `Token created`. */
export function actionName(action: string): string {
  return capitalized(action.replaceAll('_', ' '));
}

function capitalized(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
