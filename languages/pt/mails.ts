import type { TextsOf } from '../translate.ts';

export default {
  acceptInvitation: 'Aceitar o convite',
  askedToReset: 'Alguém pediu para redefinir a senha de {email}.',
  chooseNewPassword: 'Escolher uma nova senha',
  ignoreIfUnexpected: 'Se você não esperava este e-mail, ignore-o.',
  invitationTo: 'Convite para {account}',
  invitesYou:
    '{inviter} convidou você para {account} como {role, select, viewer {leitor} editor {editor} other {proprietário}}: {roleCan}.',
  linkWorksUntil: 'O link funciona uma única vez, até {date}.',
  notYou: 'Se não foi você, ignore este e-mail. Sua senha não mudou.',
} satisfies TextsOf<'mails'>;
