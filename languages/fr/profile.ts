import type { TextsOf } from '../translate.ts';

export default {
  accounts: 'Comptes',
  accountsHint: 'Ce que vous pouvez faire dépend de votre rôle. Un propriétaire du compte peut le changer.',
  application: 'Application',
  applications: 'Applications connectées',
  applicationsHint:
    'Programmes et assistants IA auxquels vous avez donné accès. Le retrait de l’accès prend effet immédiatement.',
  browserOn: '{browser} sous {system}',
  browsersLanguage: 'Celle du navigateur',
  cannotUse:
    '<strong>{name}</strong> ne pourra plus utiliser vos données, avec effet immédiat. Pour la reconnecter, passez par l’application.',
  changePassword: 'Changer le mot de passe',
  connected: 'Connexion',
  currentPassword: 'Mot de passe actuel',
  end: 'Fermer',
  endAccess: 'Retirer l’accès',
  endAccessOf: 'Retirer l’accès de {name}',
  endAccessQuestion: 'Retirer l’accès de cette application ?',
  endSession: 'Fermer la session',
  endSessionIn: 'Fermer la session dans {browser}',
  endSessionQuestion: 'Fermer cette session ?',
  language: 'Langue',
  languageHint: 'Du tableau de bord et des e-mails qui vous sont envoyés. L’API reste en anglais.',
  lastActive: 'Dernière activité',
  lastActiveAt: 'Dernière activité : {time}',
  loggedInAs: 'Vous êtes connecté en tant que {email}.',
  loggedInAt: 'Connexion',
  loggedOutIn:
    'Vous êtes immédiatement déconnecté de <strong>{browser}</strong>. Les applications que vous y avez connectées gardent leur accès.',
  mayDo: 'Autorisations',
  mayDoOn: 'Ce qu’elle peut faire sur {websites}',
  noApplications: 'Aucune application pour l’instant',
  noApplicationsHint: 'Une application qui demande l’accès à vos sites web apparaît ici dès que vous l’autorisez.',
  noPassword: 'Vous vous connectez par authentification unique : il n’y a pas de mot de passe à changer ici.',
  passwordChanged:
    'Votre mot de passe a été changé. Accès retirés : {sessions, plural, one {# autre session} other {# autres sessions}}, {applications, plural, one {# application} other {# applications}}, {tokens, plural, one {# jeton} other {# jetons}}, {links, plural, one {# lien partagé} other {# liens partagés}}.',
  passwordHint:
    'Un nouveau mot de passe vous déconnecte de tous les autres navigateurs et retire l’accès de vos applications, jetons et liens partagés.',
  sessions: 'Sessions',
  sessionsHint: 'Navigateurs dans lesquels vous êtes connecté. Fermez les sessions que vous ne reconnaissez pas.',
  thisBrowser: 'Ce navigateur',
  unknownBrowser: 'Navigateur inconnu',
  wrongPassword: 'Le mot de passe actuel est incorrect.',
} satisfies TextsOf<'profile'>;
