import type { TextsOf } from '../translate.ts';

export default {
  loggedInAs: 'Vous êtes connecté en tant que {email}.',
  accounts: 'Comptes',
  accountsHint: 'Ce que vous pouvez faire dépend de votre rôle. Un propriétaire du compte peut le changer.',
  sessions: 'Sessions',
  sessionsHint: 'Navigateurs dans lesquels vous êtes connecté. Fermez les sessions que vous ne reconnaissez pas.',
  thisBrowser: 'Ce navigateur',
  lastActiveAt: 'Dernière activité : {time}',
  loggedInAt: 'Connexion',
  endSessionIn: 'Fermer la session dans {browser}',
  end: 'Fermer',
  unknownBrowser: 'Navigateur inconnu',
  applications: 'Applications connectées',
  applicationsHint:
    'Programmes et assistants IA auxquels vous avez donné accès. Le retrait de l’accès prend effet immédiatement.',
  noApplications: 'Aucune application pour l’instant',
  noApplicationsHint: 'Une application qui demande l’accès à vos sites web apparaît ici dès que vous l’autorisez.',
  application: 'Application',
  mayDo: 'Autorisations',
  connected: 'Connexion',
  lastActive: 'Dernière activité',
  endAccessOf: 'Retirer l’accès de {name}',
  endAccess: 'Retirer l’accès',
  endSessionQuestion: 'Fermer cette session ?',
  endSession: 'Fermer la session',
  loggedOutIn:
    'Vous êtes immédiatement déconnecté de <strong>{browser}</strong>. Les applications que vous y avez connectées gardent leur accès.',
  endAccessQuestion: 'Retirer l’accès de cette application ?',
  cannotUse:
    '<strong>{name}</strong> ne pourra plus utiliser vos données, avec effet immédiat. Pour la reconnecter, passez par l’application.',
  mayDoOn: 'Ce qu’elle peut faire sur {websites}',
  noPassword: 'Vous vous connectez par authentification unique : il n’y a pas de mot de passe à changer ici.',
  passwordHint:
    'Un nouveau mot de passe vous déconnecte de tous les autres navigateurs et retire l’accès de vos applications et jetons.',
  currentPassword: 'Mot de passe actuel',
  changePassword: 'Changer le mot de passe',
  wrongPassword: 'Le mot de passe actuel est incorrect.',
  passwordChanged:
    'Votre mot de passe a été changé. Accès retirés : {sessions, plural, one {# autre session} other {# autres sessions}}, {applications, plural, one {# application} other {# applications}}, {tokens, plural, one {# jeton} other {# jetons}}.',
  language: 'Langue',
  languageHint: 'Du tableau de bord et des e-mails qui vous sont envoyés. L’API reste en anglais.',
  browsersLanguage: 'Celle du navigateur',
} satisfies TextsOf<'profile'>;
