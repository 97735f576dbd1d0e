import type { TextsOf } from '../translate.ts';

export default {
  allInsights: 'Tous les constats<hidden> pour {name}</hidden>',
  allWebsites: 'Tous les sites web',
  changesOfTheSum: 'Les évolutions comparent les sommes des sites.',
  fromWeek: 'Semaine du {day}',
  largeAreEstimates: 'Les grands nombres de visiteurs sont des estimations, en général à 1 % près.',
  noWebsitesYet: 'Aucun site web pour l’instant',
  notTheSum: 'Ce n’est pas la somme des sites : une personne qui en visite plusieurs compte une fois.',
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
  attention: 'À surveiller',
  attentionHint:
    'Alertes des 7 derniers jours et sites web en baisse par rapport à la semaine précédente, les plus gros enjeux d’abord.',
  converted: '{amounts}, convertis aux taux du compte',
  noneFound: 'Aucun site web ne porte ce nom',
  noReporting: 'Aucune',
  ratesInto: 'Ce que vaut une unité des autres devises en {currency}',
  reportingCurrency: 'Devise de présentation',
  reportingHint:
    'La vue d’ensemble additionne les montants dans cette devise, au taux le plus récent. Les rapports et fichiers des sites web restent dans leurs propres devises.',
  revenueIn: 'Chiffre d’affaires en {currency}, converti',
  searchWebsites: 'Rechercher des sites web',
  stakeAmount: 'environ {amount} en jeu',
  stakeCompletions: '{count, plural, one {# finalisation} other {{number} finalisations}}',
  stakeConversions: '{count, plural, one {# conversion} other {{number} conversions}}',
  stakeOrders: '{count, plural, one {# commande} other {{number} commandes}}',
  stakeSubscribes: '{count, plural, one {# inscription} other {{number} inscriptions}}',
  stakeVisitors: '{count, plural, one {# visiteur} other {{number} visiteurs}}',
  withoutGroup: 'Autres sites web',
} satisfies TextsOf<'overview'>;
