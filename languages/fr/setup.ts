import type { TextsOf } from '../translate.ts';

export default {
  stepLogin: 'Vos identifiants',
  stepWebsite: 'Votre site web',
  stepCampaigns: 'Vos campagnes',
  stepFirstEvent: 'Premier événement',
  pageTitle: 'Configuration · Funnel',
  setUp: 'Configurer Funnel',
  nobodyYet:
    'Personne ne peut encore se connecter ici. Ouvrez le lien de configuration que le service a affiché à son démarrage.',
  worksOnce:
    'Il fonctionne une seule fois, pendant une heure. Pour en obtenir un nouveau, redémarrez le service ou exécutez <command></command> sur sa machine.',
  unreachable: 'Le service est injoignable.',
  linkDead: 'Ce lien ne fonctionne plus',
  linkDeadWhy: 'Il a expiré, a déjà été utilisé ou a été remplacé par un plus récent.',
  newLink:
    'Pour un nouveau lien, redémarrez le service ou exécutez <command></command> sur sa machine. Si le service est déjà configuré, <login>connectez-vous</login>.',
  accountName: 'Nom du compte',
  websiteName: 'Nom du site web',
  campaignName: 'Nom de la campagne',
  accountAndLogin: 'Votre compte et vos identifiants',
  youWillBeOwner: 'Vous serez propriétaire du compte. Vous pourrez ajouter d’autres personnes plus tard.',
  accountPlaceholder: 'Votre entreprise ou votre équipe',
  addressAt:
    'L’adresse que vous avez chez {issuer}. Vous vous connectez là-bas et n’avez pas besoin de mot de passe ici.',
  passwordHint: 'Au moins {length} caractères, par exemple quatre mots au hasard.',
  showPassword: 'Afficher le mot de passe',
  firstWebsite: 'Votre premier site web',
  addOthersLater: 'Vous pourrez en ajouter d’autres plus tard.',
  originsHint:
    'Une par ligne, par exemple <one></one>, <all></all> pour tous les sous-domaines, ou <local></local> pour essayer.',
  campaignsLead:
    'Une campagne est ce que vous mesurez : un popup, une barre, un formulaire, un quiz, une page de destination.',
  howAdded: 'Comment les campagnes sont-elles ajoutées ?',
  automatically: 'Automatiquement : un nouveau nom dans mes pages ajoute une campagne',
  byHand: 'À la main, dans le tableau de bord',
  campaignPlaceholder: 'Popup de printemps',
  changeAnytime: 'Vous pouvez changer cela à tout moment sur la page <em>Envoi d’événements</em>.',
} satisfies TextsOf<'setup'>;
