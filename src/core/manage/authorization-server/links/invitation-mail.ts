// The mail with an invitation.
import type { Translate } from '../../../../../languages/translate.ts';
import type { Mail } from '../../../foundation/mail/mailer.ts';
import { html } from '../../../foundation/pages/html.ts';
import type { ShownInvitation } from '../../accounts/people.ts';

const ROLE_TEXTS = { viewer: 'people.viewerCan', editor: 'people.editorCan', owner: 'people.ownerCan' } as const;

export function invitationMail(invitation: ShownInvitation, url: string, t: Translate): Mail {
  const {
    email,
    account_name: account,
    role,
    invited_by: inviter,
    expires_at: expiresAt,
    website_names: names,
  } = invitation;
  const roleCan = afterColon(t(ROLE_TEXTS[role]), t.locale);
  const where = names ? [t('people.onlyOn', { websites: names.join(', ') })] : [];
  const invites = [t('mails.invitesYou', { inviter, account, role, roleCan }), ...where].join(' ');
  const date = new Intl.DateTimeFormat(t.locale, { dateStyle: 'long', timeZone: 'UTC' }).format(new Date(expiresAt));
  const lasts = t('mails.linkWorksUntil', { date });
  const accept = t('mails.acceptInvitation');
  const unexpected = t('mails.ignoreIfUnexpected');
  return {
    to: email,
    subject: t('mails.invitationTo', { account }),
    text: [invites, `${accept}:\n${url}`, lasts, unexpected].join('\n\n'),
    html: html`<p>${invites}</p><p><a href="${url}">${accept}</a></p><p>${lasts}</p><p>${unexpected}</p>`.text,
  };
}

/** It begins with a verb, in every language. */
function afterColon(text: string, locale: string): string {
  return text.charAt(0).toLocaleLowerCase(locale) + text.slice(1);
}
