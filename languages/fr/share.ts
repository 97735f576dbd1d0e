import type { TextsOf } from '../translate.ts';

export default {
  anyPeriod: 'Toute période et tout filtre',
  copiedAll: 'Vérifiez que vous avez copié le lien en entier.',
  copyNow: 'Copiez le lien maintenant. Il ne sera plus affiché.',
  createLink: 'Créer le lien',
  embed: 'Intégrer',
  embedHint:
    'Adresses des pages qui peuvent afficher celle-ci dans un cadre, une par ligne. Sans adresse, elle ne peut pas être intégrée.',
  embedOn: 'Intégrer sur (facultatif)',
  embedOnlyOn: 'La page peut être intégrée sur {origins}, et nulle part ailleurs.',
  hasPassword: 'Cette page a un mot de passe',
  howToShare: 'Pour partager une page, ouvrez-la et choisissez « Partager ».',
  linkCreated: 'Lien créé',
  linkEnded: 'Ce lien n’est plus valable',
  locked: 'Vue figée',
  noneYet: 'Aucune page de ce site web n’est partagée',
  onlyThisPeriod: 'Seulement cette période et ces filtres',
  passwordIfAny: 'Mot de passe (facultatif)',
  readersSee: 'Les lecteurs voient',
  readsOnlyThis:
    'Toute personne qui a le lien peut lire cette page sans se connecter, et rien d’autre. Elle ne montre jamais les contacts ni les coûts.',
  revokeQuestion: 'Révoquer ce lien ?',
  seesNothing:
    'Toute personne qui a le lien <strong>{name}</strong> ne voit plus rien à partir de maintenant, où qu’il soit intégré.',
  share: 'Partager',
  sharePage: 'Partager cette page',
  sharedLinks: 'Liens partagés',
  sharedLinksHint:
    'Pages de ce site web que l’on peut lire sans se connecter. Un lien prend fin dès que la personne qui l’a créé ne peut plus modifier le site web.',
  showPage: 'Afficher la page',
  theEmbedCode: 'le code d’intégration',
  theLink: 'le lien',
} satisfies TextsOf<'share'>;
