// The words of the audit log.
import { AUDIT_ACTIONS, type AuditAction, type AuditEntry } from '../api/audit-log.ts';
import { t } from '../language/t.ts';
import { auditSubject } from './audit-subject.ts';

const WAYS: Readonly<Record<string, string>> = {
  dashboard: t('audit.viaDashboard'),
  application: t('audit.viaApplication'),
  token: t('audit.viaToken'),
  api_key: t('audit.viaApiKey'),
  command_line: t('audit.viaCommandLine'),
};

export function wayName({ via }: AuditEntry): string {
  return WAYS[via] ?? via;
}

/** What belongs to no user was done by whoever runs the service, or with something that they gave away. */
export function personName({ user_email: email, user_id: userId }: AuditEntry): string {
  return email ?? t(userId === null ? 'common.operator' : 'common.deletedUser');
}

/** Such as `Created token 7 (Export)`. */
export function sentence({ action, subject, description }: AuditEntry): string {
  const known = AUDIT_ACTIONS.find((one) => one === action);
  // A newer service may know actions that this page does not.
  return known === undefined ? description : t(`audit.did_${known}`, { subject: auditSubject(known, subject) });
}

/** Such as `Token created`. */
export function actionName(action: AuditAction): string {
  return t(`audit.name_${action}`);
}
