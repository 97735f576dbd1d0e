import type { TextsOf } from '../translate.ts';

export default {
  acceptInvitation: 'Aceptar la invitación',
  askedToReset: 'Alguien ha pedido restablecer la contraseña de {email}.',
  chooseNewPassword: 'Elegir una contraseña nueva',
  ignoreIfUnexpected: 'Si no esperabas este correo, ignóralo.',
  invitationTo: 'Invitación a {account}',
  invitesYou:
    '{inviter} te invita a {account} como {role, select, viewer {lector} editor {editor} other {propietario}}: {roleCan}.',
  linkWorksUntil: 'El enlace funciona una sola vez, hasta el {date}.',
  notYou: 'Si no has sido tú, ignora este correo. Tu contraseña no ha cambiado.',
} satisfies TextsOf<'mails'>;
