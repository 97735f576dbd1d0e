import type { TextsOf } from '../translate.ts';

export default {
  acceptInvitation: 'Accepter l’invitation',
  askedToReset: 'Quelqu’un a demandé à réinitialiser le mot de passe de {email}.',
  chooseNewPassword: 'Choisir un nouveau mot de passe',
  ignoreIfUnexpected: 'Si vous n’attendiez pas cet e-mail, ignorez-le.',
  invitationTo: 'Invitation à rejoindre {account}',
  invitesYou:
    '{inviter} vous invite à rejoindre {account} en tant que {role, select, viewer {lecteur} editor {éditeur} other {propriétaire}} : {roleCan}.',
  linkWorksUntil: 'Le lien fonctionne une seule fois, jusqu’au {date}.',
  notYou: 'Si ce n’était pas vous, ignorez cet e-mail. Votre mot de passe n’a pas changé.',
} satisfies TextsOf<'mails'>;
