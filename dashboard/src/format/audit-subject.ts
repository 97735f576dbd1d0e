// What an entry of the audit log is about, in the reader's language. The service writes it in English: names and addresses, with words of its own
// in a few fixed forms. What has another form stays as it is.

import type { AuditAction } from '../api/audit-log.ts';
import { t } from '../language/t.ts';
import { ROLES, roleName } from './roles.ts';

export function auditSubject(action: AuditAction, subject: string): string {
  return t.language === 'en' ? subject : (WRITTEN[action]?.(subject) ?? subject);
}

/** undefined: it has another form. */
type Say = (subject: string) => string | undefined;

const KINDS = ['area', 'campaign', 'element', 'step', 'variant', 'website'] as const;

const WRITTEN: Readonly<Partial<Record<AuditAction, Say>>> = {
  person_added: withRole,
  person_invited: withRole,
  invitation_accepted: withRole,
  role_changed: withRoles,
  catalog_created: record,
  catalog_changed: (subject) => changedOrder(subject) ?? changedRecord(subject),
  catalog_imported: (subject) => (subject === 'the account' ? t('audit.theAccount') : imported(subject)),
  website_settings_changed: (subject) => subject.split(', ').map(setting).join(', '),
  subscription_created: receiver,
  subscription_changed: receiver,
  subscription_removed: receiver,
  branding_changed: (subject) => subject.split(', ').map(look).join(', '),
  session_ended: (subject) => subject.replace(/\(unknown browser\)$/, `(${t('audit.unknownBrowser')})`),
};

function withRole(subject: string): string | undefined {
  const [, email, role] = /^(.*) as (\w+)$/.exec(subject) ?? [];
  return email && `${email} (${named(role)})`;
}

function withRoles(subject: string): string | undefined {
  const [, email, before, after] = /^(.*) from (\w+) to (\w+)$/.exec(subject) ?? [];
  return email && `${email} (${named(before)} → ${named(after)})`;
}

function named(role: string | undefined): string | undefined {
  const known = ROLES.find((one) => one === role);
  return known ? roleName(known) : role;
}

/** Such as `campaign 7`. */
function record(subject: string): string | undefined {
  const [, word, id = ''] = /^(\w+) (\d+)$/.exec(subject) ?? [];
  const kind = KINDS.find((one) => one === word);
  return kind && t(`audit.kind_${kind}`, { id });
}

/** Such as `campaign 7: name, status`. */
function changedRecord(subject: string): string | undefined {
  const [, name = '', fields = ''] = /^(\w+ \d+): (.*)$/.exec(subject) ?? [];
  const changed = record(name);
  return changed && `${changed}: ${fields.split(', ').map(field).join(', ')}`;
}

function changedOrder(subject: string): string | undefined {
  const [, what, id = ''] = /^the (order of the (?:steps|elements)|traffic shares) of \w+ (\d+)$/.exec(subject) ?? [];
  if (what === undefined) return undefined;
  if (what === 'traffic shares') return t('audit.trafficShares', { id });
  return t(what.endsWith('steps') ? 'audit.orderOfSteps' : 'audit.orderOfElements', { id });
}

function imported(subject: string): string | undefined {
  const [, ids] = /^websites (.*)$/.exec(subject) ?? [];
  return ids === undefined ? record(subject) : t('audit.websites', { ids });
}

/** Such as `event_log on` or `exchange_rates (3)`. */
function setting(text: string): string {
  const [name = '', ...value] = text.split(' ');
  return [field(name), ...value.map((word) => textOf(`audit.value_${word}`) ?? word)].join(' ');
}

function field(name: string): string {
  return textOf(`audit.field_${name === 'is_new' ? 'seen' : name}`) ?? name;
}

function textOf(key: string): string | undefined {
  return t.has(key) ? t(key as 'audit.field_name') : undefined;
}

function receiver(subject: string): string | undefined {
  const [, channel, host] = /^(Slack|a webhook) at (.*)$/.exec(subject) ?? [];
  return channel && `${channel === 'Slack' ? 'Slack' : 'Webhook'} (${host})`;
}

function look(text: string): string {
  if (text === 'no logo') return t('audit.noLogo');
  if (text === 'another logo') return t('audit.anotherLogo');
  if (text === 'default sender') return t('audit.senderOfService');
  return text.startsWith('sender ') ? t('audit.sender', { name: text.slice('sender '.length) }) : text;
}
