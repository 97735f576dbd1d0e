import type { TextsOf } from '../translate.ts';

export default {
  noAccount: 'Vous n’appartenez à aucun compte',
  lead: 'Qui peut voir et modifier quoi dans {account}.',
  invitePerson: 'Inviter une personne',
  roleHint: 'Les changements de rôle prennent effet immédiatement, y compris pour les jetons et les applications.',
  you: 'Vous',
  whatTheyCanDo: 'Ce qu’elles peuvent faire',
  onlyOwner: 'Seul propriétaire. Nommez quelqu’un d’autre propriétaire avant de partir.',
  changeRole: 'Changer de rôle',
  changeRoleOf: 'Changer de rôle : {email}',
  leave: 'Quitter',
  resetPassword: 'Réinitialiser le mot de passe',
  resetPasswordOf: 'Réinitialiser le mot de passe de {email}',
  removeNamed: 'Retirer {email}',
  openInvitations: 'Invitations en attente',
  invitationsHint:
    'Chaque lien fonctionne une seule fois, et seulement tant que la personne qui l’a envoyé est propriétaire. Pour un nouveau lien, invitez de nouveau la personne.',
  noInvitations: 'Aucune invitation en attente',
  invited: 'Invité',
  roleUntil: '{role}, jusqu’au {date}',
  invitedBy: 'Invité par',
  withdraw: 'Annuler',
  withdrawOf: 'Annuler l’invitation destinée à {email}',
  youAreViewer: 'Vous êtes lecteur',
  youAreEditor: 'Vous êtes éditeur',
  youAreOwner: 'Vous êtes propriétaire',
  leaveAccount: 'Quitter le compte',
  askAnOwner:
    'Les propriétaires invitent des personnes et changent les rôles. Adressez-vous à l’un d’eux si vous avez besoin d’un autre rôle.',
  viewerCan: 'Voit les rapports, le catalogue et les événements en direct',
  editorCan:
    'Fait tout ce que font les lecteurs, modifie le catalogue, les tunnels enregistrés, les annotations, les objectifs, les vues enregistrées, les coûts, les contacts et les paramètres des sites web, ajoute des sites web et crée des jetons, des clés, des webhooks et des liens de partage',
  ownerCan:
    'Fait tout ce que font les éditeurs, gère les personnes, lit le journal d’audit, définit l’apparence des e-mails, importe l’historique, envoie contacts et commandes à des webhooks et efface des données',
  allWebsites: 'Tous les sites web',
  allWebsitesDetail: 'Y compris ceux ajoutés plus tard',
  chosenWebsites: 'Sites web choisis',
  chosenWebsitesDetail: 'Ne voit aucun autre site web et n’en ajoute aucun',
  onlyOn: 'Uniquement sur ces sites web : {websites}.',
  andOthers: '{count, plural, one {# autre} other {# autres}}',
  inviteTo: 'Inviter une personne à rejoindre {account}',
  invite: 'Inviter',
  isInvited: 'Invitation créée pour {email}',
  linkMailed: 'Un lien a été envoyé à {email}.',
  mailFailed: 'L’e-mail n’a pas pu être envoyé. Transmettez le lien vous-même :',
  copyLink: 'Copiez le lien maintenant et envoyez-le à {email}. Il ne sera plus affiché.',
  theLink: 'le lien',
  canJoin:
    'Il fonctionne une seule fois, jusqu’au {date}. Toute personne qui le possède peut rejoindre le compte : ne l’envoyez à personne d’autre.',
  withdrawQuestion: 'Annuler cette invitation ?',
  linkStops: 'Le lien pour <strong>{email}</strong> cesse immédiatement de fonctionner.',
  roleOf: 'Rôle de {email}',
  removeQuestion: 'Retirer {email} ?',
  theyLoseAccess:
    'Cette personne perd immédiatement l’accès à {account}. Les jetons qu’elle a créés pour ce compte sont révoqués et les applications qu’elle a connectées cessent de fonctionner.',
  resetQuestion: 'Réinitialiser le mot de passe de {email} ?',
  createLink: 'Créer le lien',
  resetExplained:
    'Vous obtenez un lien à transmettre, qui permet à la personne de choisir un nouveau mot de passe. En attendant, l’ancien reste valable.',
  resetLink: 'Lien de réinitialisation du mot de passe',
  canLogIn:
    'Il fonctionne une seule fois, pendant 24 heures. Toute personne qui le possède peut se connecter en tant que {email} : ne l’envoyez à personne d’autre.',
  leaveQuestion: 'Quitter {account} ?',
  youLoseAccess:
    'Vous perdez immédiatement l’accès. Les jetons que vous avez créés pour ce compte sont révoqués et les applications que vous avez connectées cessent de fonctionner. Pour revenir, il vous faudra une invitation.',
  showThese: 'Afficher ceux-ci',
  chooseHint:
    'Le tableau de bord affiche les sites web que vous choisissez. Rien ne change dans les autres navigateurs et applications.',
  join: 'Rejoindre {account}',
  invitationUntil: 'Le lien fonctionne une seule fois, jusqu’au {date}.',
  loggedIn: 'Vous êtes connecté',
  noLongerOpen:
    'Cette invitation n’est plus valable. Si vous venez de l’accepter, vous trouverez le compte dans le tableau de bord.',
  invitedAsViewer:
    '{inviter} a invité <strong>{email}</strong> à rejoindre {account} en tant que <strong>lecteur</strong>. Un lecteur voit les rapports, le catalogue et les événements en direct.',
  invitedAsEditor:
    '{inviter} a invité <strong>{email}</strong> à rejoindre {account} en tant qu’<strong>éditeur</strong>. Un éditeur fait tout ce que font les lecteurs, modifie le catalogue, les tunnels enregistrés, les annotations, les objectifs, les vues enregistrées, les coûts, les contacts et les paramètres des sites web, ajoute des sites web et crée des jetons, des clés, des webhooks et des liens de partage.',
  invitedAsOwner:
    '{inviter} a invité <strong>{email}</strong> à rejoindre {account} en tant que <strong>propriétaire</strong>. Un propriétaire fait tout ce que font les éditeurs, gère les personnes, lit le journal d’audit, définit l’apparence des e-mails, importe l’historique, envoie contacts et commandes à des webhooks et efface des données.',
  accept: 'Accepter',
  loggedInAsOther: 'Vous êtes connecté en tant que {email}. Déconnectez-vous, puis rouvrez ce lien.',
  logInToAccept: 'Se connecter avec {issuer} pour accepter',
  yourLogin: 'Vos identifiants',
  newHere: 'Je n’ai pas encore d’accès',
  haveLogin: 'J’ai déjà un accès avec cette adresse e-mail',
  welcome: 'Bienvenue dans {account}',
  accepted: 'Vous avez accepté l’invitation.',
  goToDashboard: 'Aller au tableau de bord',
  passwordsOff: 'Les mots de passe sont désactivés',
  everybodyUses:
    'Ici, tout le monde se connecte avec {issuer}. Si vous avez oublié votre mot de passe là-bas, réinitialisez-le là-bas.',
  logInWith: 'Se connecter avec {issuer}',
  chooseNewPassword: 'Choisir un nouveau mot de passe',
  newPasswordFor:
    'Pour <strong>{email}</strong>. Vous serez connecté ici et déconnecté partout ailleurs ; vos jetons et applications connectées cesseront de fonctionner.',
  changePassword: 'Changer le mot de passe',
} satisfies TextsOf<'people'>;
