// The mail with an invitation.
import type { ShownInvitation } from '../access/people.ts';
import { ROLE_DESCRIPTIONS } from '../access/role.ts';
import type { Mail } from '../mail/mailer.ts';
import { html } from '../pages/html.ts';

export function invitationMail(invitation: ShownInvitation, url: string): Mail {
  const { email, account_name: account, role, invited_by: inviter, expires_at: expiresAt } = invitation;
  const invites = `${inviter} invites you to ${account}, as ${role}: ${ROLE_DESCRIPTIONS[role]}.`;
  const lasts = `The link works once, until ${expiresAt.slice(0, 10)}.`;
  const unexpected = 'If you did not expect this mail, ignore it.';
  return {
    to: email,
    subject: `Invitation to ${account}`,
    text: [invites, `Accept the invitation:\n${url}`, lasts, unexpected].join('\n\n'),
    html: html`<p>${invites}</p><p><a href="${url}">Accept the invitation</a></p><p>${lasts}</p><p>${unexpected}</p>`
      .text,
  };
}
