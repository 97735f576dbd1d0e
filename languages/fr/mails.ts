import type { TextsOf } from '../translate.ts';

export default {
  acceptInvitation: 'Accepter l’invitation',
  alertSubject: '{website} : {title}',
  archivedType: '{type}, archivée',
  askedToReset: 'Quelqu’un a demandé à réinitialiser le mot de passe de {email}.',
  changeSubscription: 'Modifier ce que vous recevez',
  chooseNewPassword: 'Choisir un nouveau mot de passe',
  confirmAction: 'Aller à la page de confirmation',
  confirmHeading: 'Voulez-vous recevoir le rapport {unit, select, month {mensuel} other {hebdomadaire}} de {website} ?',
  confirmIgnore:
    'Si vous n’en voulez pas, ignorez cet e-mail : rien ne sera envoyé. Le lien fonctionne jusqu’au {date}.',
  confirmSubject: '{website} : voulez-vous recevoir le rapport {unit, select, month {mensuel} other {hebdomadaire}} ?',
  confirmText:
    '{person} souhaite vous l’envoyer par e-mail. Vous ne le recevrez que si vous confirmez, et vous pourrez vous désabonner à tout moment. Vous n’avez pas besoin de compte.',
  days: 'du {first} au {last}',
  digestHeading: 'Constats de la semaine pour {website}',
  digestSubject: '{website} : constats de la semaine, {days}',
  fileOfReport: 'rapport',
  haltedHeading: 'Un webhook de {website} a été désactivé',
  haltedSubject: '{website} : un webhook a été désactivé',
  haltedText:
    '{host} n’acceptait plus de messages : plus rien n’y est envoyé, et les messages en attente sont abandonnés. Dernière tentative : {error} Dès que le destinataire fonctionne de nouveau, réactivez le webhook.',
  ignoreIfUnexpected: 'Si vous n’attendiez pas cet e-mail, ignorez-le.',
  invitationTo: 'Invitation à rejoindre {account}',
  invitesYou:
    '{inviter} vous invite à rejoindre {account} en tant que {role, select, viewer {lecteur} editor {éditeur} other {propriétaire}} : {roleCan}.',
  linkWorksUntil: 'Le lien fonctionne une seule fois, jusqu’au {date}.',
  noEarlierPeriod: 'pas de {period, select, month {mois précédent} other {semaine précédente}} pour comparer',
  noiseSinceBefore:
    '~ {change} par rapport {period, select, month {au mois précédent} other {à la semaine précédente}}, ce que le hasard seul peut expliquer',
  notYou: 'Si ce n’était pas vous, ignorez cet e-mail. Votre mot de passe n’a pas changé.',
  openFiltered: 'Ouvrir {name}, filtré par {dimension} {value}',
  openInDashboard: 'Ouvrir dans le tableau de bord',
  openInsights: 'Ouvrir les constats',
  openNamed: 'Ouvrir {name}',
  openNotifications: 'Ouvrir vos notifications',
  recipientOf: 'Vous recevez ce rapport parce que {person} vous l’envoie et que vous l’avez accepté.',
  reportAdvice: 'Que faire ensuite',
  reportBars: 'Un histogramme des visiteurs par jour : {values}.',
  reportChanges: 'Ce qui a changé, et pourquoi',
  reportChangesIn: 'Ce qui a changé la dernière semaine complète du mois ({days}), et pourquoi',
  reportChart: 'Courbe des visiteurs par jour : {values}.',
  reportCompared: '{days}, par rapport à {before}.',
  reportCut:
    'Le fichier CSV contient les {max} premiers caractères des noms et des types plus longs. Le tableau de bord les affiche en entier.',
  reportDashed: '{days} (tirets)',
  reportFirst: 'Les {shown} campagnes au chiffre d’affaires le plus élevé sur {all}.',
  reportFirstAndAdvised:
    'Les {shown} campagnes au chiffre d’affaires le plus élevé sur {all}, et celle que le conseil concerne.',
  reportHeading: 'Rapport {unit, select, month {mensuel} other {hebdomadaire}} de {website}',
  reportBefore: '{days} (à gauche)',
  reportNotCompared: '{days}. Sans comparaison, car il n’y a pas de données avant le {firstDay}.',
  reportNotDrawn:
    '{mark} remplace un caractère que ce fichier ne peut pas afficher. Il figure dans le tableau de bord et dans le fichier CSV.',
  reportPage: '{title} · page {number} sur {pages}',
  reportRows:
    'Le fichier {format} contient les {shown} campagnes au chiffre d’affaires le plus élevé, sur {all}. Le tableau de bord les affiche toutes.',
  reportSubject: '{website} : rapport {unit, select, month {mensuel} other {hebdomadaire}}, {days}',
  reportTimezone: 'Jours dans le fuseau horaire {timezone}.',
  reportTitle: 'Rapport {unit, select, month {mensuel} other {hebdomadaire}}',
  reportWithoutData: '{days}. Le site web n’a pas encore de données.',
  sinceBefore: '{change} par rapport {period, select, month {au mois précédent} other {à la semaine précédente}}',
  subscribedTo: 'Vous êtes abonné aux notifications de {website}.',
  testHeading: 'Une notification de test pour {website}',
  testSubject: '{website} : une notification de test',
  testText:
    'Les notifications arriveront ici. Il ne s’est rien passé sur le site web : ce message a été envoyé avec le bouton « Tester ».',
  withUnsubscribe: '<settings>Modifier ce que vous recevez</settings> ou <unsubscribe>vous désabonner</unsubscribe>.',
} satisfies TextsOf<'mails'>;
