import type { TextsOf } from '../translate.ts';

export default {
  anyEvent: 'tout sauf une commande',
  asInSettings: 'comme dans les paramètres du site web',
  atMostBefore: 'Avant la commande, au plus',
  conversion: 'une conversion',
  conversionOrView: 'une conversion ou une vue',
  columnsAddUp: 'La somme de chaque modèle est le chiffre d’affaires du site web, sauf pour le dernier.',
  creditGoesTo: 'Attribuer par',
  days: '{count, plural, one {# jour} other {# jours}}',
  howModelsCredit: 'Comment chaque modèle attribue une commande',
  lead: 'À quelles campagnes ou à quels canaux vos commandes sont attribuées : telles qu’elles ont été comptées, et selon d’autres modèles.',
  noCampaign: 'Aucune campagne',
  noOrders: 'Aucune commande ni conversion sur cette période',
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
  addCost: 'Ajouter un coût',
  amount: 'Montant',
  amountIn: 'Montant en {currency}',
  change: 'Modifier',
  conversions: '{count, plural, one {# conversion au total} other {# conversions au total}}',
  conversionsByModel: '{model} : conversions',
  costOf: 'Pour',
  costs: 'Coûts',
  costsBy: 'Coût par commande selon',
  costsHint:
    'Ce que vous avez dépensé en un mois pour un canal ou une campagne UTM. Le tableau ci-dessus le compare au chiffre d’affaires si l’attribution se fait par canal ou par campagne UTM.',
  csvAmount: 'Ligne {line}, amount : doit être un nombre, par exemple 1250,50.',
  csvChannel: 'Ligne {line}, channel : doit être l’un de ceux-ci : {channels}.',
  csvColumns:
    'La première ligne doit contenir les noms des colonnes : month, amount, et channel ou utm_campaign. Aucune autre colonne n’est permise.',
  csvMonth: 'Ligne {line}, month : doit être un mois, par exemple 2026-10.',
  csvOneOfBoth: 'Ligne {line} : doit contenir soit channel, soit utm_campaign.',
  csvTwice: 'Ligne {line} : la ligne {first} contient déjà un coût pour le même mois.',
  csvUtmCampaign:
    'Ligne {line}, utm_campaign : doit avoir au plus {count, plural, one {# caractère} other {# caractères}}.',
  deleteCostHint: 'Les rapports de ce mois ne le contiendront plus.',
  deleteCostOf: 'Supprimer le coût de {name}, {month}',
  deleteCostQuestion: 'Supprimer le coût de {name}, {month} ?',
  editCost: 'Modifier le coût',
  editCostOf: 'Modifier le coût de {name}, {month}',
  importCosts: 'Importer des coûts',
  importHint:
    'Les montants sont en {currency}. Un coût du même mois est remplacé, et un montant de 0 le supprime. Si une ligne est erronée, rien n’est importé.',
  month: 'Mois',
  noCosts: 'Aucun coût pour le moment',
  noCostsHint:
    'Dès que vous saisissez ce que coûte un canal ou une campagne UTM, vous voyez ici ce que coûte une commande et ce qu’elle rapporte.',
  showAllCosts: '{count, plural, one {Afficher le coût} other {Afficher les # coûts}}',
  spentOn: 'Dépensé pour',
  theCosts: 'les coûts',
  wholeMonth:
    'Saisissez ce que coûte le mois entier. Un rapport sur une partie du mois compte le même montant pour chaque jour.',
  setting:
    'Réglage : attribution par « {by} », au plus {days, plural, one {# jour} other {# jours}} avant la commande ({source, select, own {comme dans les paramètres du site} default {par défaut, car le site n’attribue pas lui-même de commandes} other {choisi sur cette page}}). Tous les modèles sont côte à côte ; les autres pages montrent « {stored} ».',
  byDefaultOf: 'par défaut ({value})',
  asInSettingsOf: 'comme dans les paramètres du site ({value})',
  noTouches: 'Aucune commande de cette période n’a d’interaction',
  noTouchesHint:
    'On ne sait pas ce que ses visiteurs ont fait avant de commander : choisissez plus de jours avant la commande, ou envoyez les commandes avec l’identifiant de visiteur que le traceur utilise.',
  conversionsAreTotals: 'Les conversions sont ici des totaux : un visiteur qui convertit deux fois compte deux fois.',
  storedOfValues:
    'La valeur avec laquelle la commande elle-même a été envoyée reçoit toute la commande. Les répartitions comptent ainsi.',
  lastOfValues: 'La valeur de la dernière interaction du visiteur avant la commande reçoit toute la commande.',
  firstOfValues: 'La valeur de la première interaction du visiteur avant la commande reçoit toute la commande.',
  linearOfValues: 'Toutes les valeurs avec lesquelles le visiteur a interagi reçoivent une part égale de la commande.',
  anyOfValues:
    'Chaque valeur avec laquelle le visiteur a interagi reçoit toute la commande. La somme des lignes dépasse donc le total du site web.',
  withoutValue:
    '« {name} » : tel que compté, les commandes qui ne disent rien de la visite dont elles viennent, comme celles qu’envoie un serveur ou une boutique ; selon les modèles, les commandes sans interaction.',
} satisfies TextsOf<'attribution'>;
