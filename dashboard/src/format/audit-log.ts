// The words of the audit log.
import type { AuditAction, AuditEntry } from '../api/audit-log.ts';
import { t } from '../language/t.ts';

const WAYS: Readonly<Record<string, string>> = {
  dashboard: t('audit.viaDashboard'),
  application: t('audit.viaApplication'),
  token: t('audit.viaToken'),
  api_key: t('audit.viaApiKey'),
  link: t('audit.viaLink'),
  command_line: t('audit.viaCommandLine'),
  service: t('audit.viaService'),
};

export function wayName({ via }: AuditEntry): string {
  return WAYS[via] ?? via;
}

/** What belongs to no user was done by somebody without a login, by whoever runs the service, or with something that they gave away. */
export function personName({ user_email: email, user_id: userId, via }: AuditEntry): string {
  if (via === 'link') return t('audit.aRecipient');
  if (via === 'service') return t('audit.theService');
  return email ?? t(userId === null ? 'common.operator' : 'common.deletedUser');
}

/** Returns a sentence such as `Created token 7 (Export)`. */
export function sentence({ description }: AuditEntry): string {
  // In English, it stands after a name. In other languages it may begin with an email address.
  return t.language === 'en' ? description.charAt(0).toUpperCase() + description.slice(1) : description;
}

/** Returns a name such as `Token created`. */
export function actionName(action: AuditAction): string {
  return t(`audit.name_${action}`);
}
