import type { TextsOf } from '../translate.ts';

export default {
  notLoggedIn: 'Vous n’êtes pas connecté',
  notFoundHint: 'Il n’y a pas de page à cette URL. Vérifiez qu’elle est complète.',
  ended: 'Votre session a expiré',
  endedHint: 'Reconnectez-vous pour continuer. Vous reviendrez à cette page.',
  logInAgain: 'Se reconnecter',
  yourAccount: 'Votre compte',
  loggedInAs: 'Connecté en tant que',
  tookTooLong: 'La connexion a pris trop de temps ou a été ouverte dans un autre onglet.',
  maybeStillLoggedIn: 'Vous êtes peut-être encore connecté : le service est injoignable.',
  unreachable: 'Le service est injoignable. Vérifiez votre connexion.',
  failed: 'Échec de la connexion : {reason}',
  serverUnreachable: 'Le serveur d’autorisation est injoignable.',
  refused: 'Le serveur d’autorisation a refusé.',
  otherTab: 'Cette connexion a été lancée dans un autre onglet ou une autre fenêtre.',
  check: 'Vérification de la connexion',
  checkTookTooLong: 'La vérification de la connexion a pris trop de temps.',
} satisfies TextsOf<'session'>;
