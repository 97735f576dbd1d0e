import type { TextsOf } from '../translate.ts';

export default {
  acceptInvitation: 'Accepter l’invitation',
  alertSubject: '{website} : {title}',
  askedToReset: 'Quelqu’un a demandé à réinitialiser le mot de passe de {email}.',
  changeSubscription: 'Modifier ce que vous recevez',
  chooseNewPassword: 'Choisir un nouveau mot de passe',
  days: 'du {first} au {last}',
  digestHeading: 'Constats de la semaine pour {website}',
  digestSubject: '{website} : constats de la semaine, {days}',
  ignoreIfUnexpected: 'Si vous n’attendiez pas cet e-mail, ignorez-le.',
  invitationTo: 'Invitation à rejoindre {account}',
  invitesYou:
    '{inviter} vous invite à rejoindre {account} en tant que {role, select, viewer {lecteur} editor {éditeur} other {propriétaire}} : {roleCan}.',
  linkWorksUntil: 'Le lien fonctionne une seule fois, jusqu’au {date}.',
  noEarlierPeriod: 'pas de {period, select, month {mois précédent} other {semaine précédente}} pour comparer',
  notYou: 'Si ce n’était pas vous, ignorez cet e-mail. Votre mot de passe n’a pas changé.',
  openFiltered: 'Ouvrir {name}, filtré par {dimension} {value}',
  openInDashboard: 'Ouvrir dans le tableau de bord',
  openInsights: 'Ouvrir les constats',
  openNamed: 'Ouvrir {name}',
  openNotifications: 'Ouvrir vos notifications',
  sinceBefore: '{change} par rapport {period, select, month {au mois précédent} other {à la semaine précédente}}',
  subscribedTo: 'Vous êtes abonné aux notifications de {website}.',
  testHeading: 'Une notification de test pour {website}',
  testSubject: '{website} : une notification de test',
  testText:
    'Les notifications arriveront ici. Il ne s’est rien passé sur le site web : ce message a été envoyé avec le bouton de test.',
  withUnsubscribe: '<settings>Modifier ce que vous recevez</settings> ou <unsubscribe>vous désabonner</unsubscribe>.',
} satisfies TextsOf<'mails'>;
