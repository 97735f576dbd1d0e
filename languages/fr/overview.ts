import type { TextsOf } from '../translate.ts';

export default {
  allInsights: 'Tous les constats<hidden> pour {name}</hidden>',
  allWebsites: 'Tous les sites web',
  changesOfTheSum: 'Les évolutions comparent les sommes des sites.',
  fileWebsites: 'sites web',
  fromWeek: 'Semaine du {day}',
  noWebsitesYet: 'Aucun site web pour l’instant',
  notTheSum:
    'Ce n’est pas la somme des sites : une personne qui en visite plusieurs compte une fois. Les grands nombres de visiteurs sont des estimations, en général à 1 % près.',
  numbersAppear:
    'Les chiffres apparaissent ici dès qu’un site web est configuré et que ses premiers événements sont arrivés.',
  onWebsites: '{count, plural, one {sur un site web} other {sur # sites web}}',
  openWebsite:
    'Ouvrez un site web pour voir ce qu’il faut ajouter à ses pages, puis son premier événement dès qu’il arrive.',
  partOfVisitors: '{part} visiteurs sur {whole}',
  theWebsites: 'les sites web',
  visitorTrend: 'Tendance des visiteurs',
  websitesHint: 'Visiteurs de chaque site web. Ouvrez un site pour voir ses campagnes.',
  whatToDoOn: 'Que faire maintenant sur {name}',
} satisfies TextsOf<'overview'>;
