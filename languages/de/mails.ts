import type { TextsOf } from '../translate.ts';

export default {
  acceptInvitation: 'Einladung annehmen',
  askedToReset: 'Jemand möchte das Passwort für {email} zurücksetzen.',
  chooseNewPassword: 'Neues Passwort wählen',
  ignoreIfUnexpected: 'Wenn Sie diese E-Mail nicht erwartet haben, können Sie sie ignorieren.',
  invitationTo: 'Einladung zu {account}',
  invitesYou:
    '{inviter} lädt Sie zu {account} ein, als {role, select, viewer {Betrachter} editor {Bearbeiter} other {Inhaber}}: {roleCan}.',
  linkWorksUntil: 'Der Link funktioniert einmal, bis zum {date}.',
  notYou: 'Wenn Sie das nicht waren, ignorieren Sie diese E-Mail. Ihr Passwort hat sich nicht geändert.',
} satisfies TextsOf<'mails'>;
