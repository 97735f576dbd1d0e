import type { TextsOf } from '../translate.ts';

export default {
  anyEvent: 'tout sauf une commande',
  asInSettings: 'comme dans les paramètres du site web',
  atMostBefore: 'Avant la commande, au plus',
  conversion: 'une conversion',
  conversionOrView: 'une conversion ou une vue',
  columnsAddUp: 'La somme de chaque colonne, sauf la dernière, est le chiffre d’affaires du site web.',
  creditGoesTo: 'Attribuer par',
  days: '{count, plural, one {# jour} other {# jours}}',
  fileAttribution: 'attribution',
  howModelsCredit: 'Comment chaque modèle attribue une commande',
  lead: 'À quelles campagnes ou à quels canaux vos commandes sont attribuées : telles qu’elles ont été comptées, et selon d’autres modèles.',
  noCampaign: 'Aucune campagne',
  noOrders: 'Aucune commande sur cette période',
  onceKept: 'Dès qu’il le fera, vous verrez ici avec quelles campagnes vos clients ont interagi avant de commander.',
  orders: '{count, plural, one {# commande} other {# commandes}}',
  ordersByModel: '{model} : commandes',
  theCredits: 'les attributions',
  touchHint:
    'Une interaction est une action du même visiteur sur une campagne avant la commande. Ce choix ne change que cette page.',
  touchHintVisits:
    'Une interaction est une action du même visiteur lors d’une visite avant la commande, quelle qu’elle soit. Ce choix ne change que cette page.',
  touchIs: 'Une interaction est',
  touchesConversions:
    'Les conversions du jour d’une commande et {days, plural, one {de la veille} other {des # jours précédents}} sont des interactions.',
  touchesEvents:
    'Toute action d’un visiteur le jour d’une commande ou {days, plural, one {la veille} other {les # jours précédents}} est une interaction.',
  touchesKnownSince:
    'Les interactions sont connues pour les commandes depuis le {day} : les jours antérieurs sont exclus.',
  touchesViews:
    'Les conversions et les vues du jour d’une commande et {days, plural, one {de la veille} other {des # jours précédents}} sont des interactions.',
  whatEarnedIt: 'Ce qui a rapporté',
  whatGetsCredit: 'Ce qui est pris en compte',
  withoutTouch:
    'Une commande sans interaction n’est attribuée à rien. Aucun modèle ne dit ce qui aurait été vendu de toute façon : un test A/B le peut.',
} satisfies TextsOf<'attribution'>;
