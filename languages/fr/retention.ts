import type { TextsOf } from '../translate.ts';

export default {
  afterFirstOrder: 'Après la première commande',
  allCohorts: 'Toutes',
  beginWith: 'Les visiteurs commencent par',
  buyersHint: 'Un acheteur compte une fois ces jours écoulés. Les remboursements sont déduits du chiffre d’affaires.',
  byDimension: 'Qui revient, par {dimension}',
  byPeriod: '{by, select, week {Par semaine} other {Par mois}}',
  cannotBeCounted: 'Ceci ne peut pas être calculé',
  cellsHint:
    'La part des visiteurs d’une ligne qui reviennent. Les lignes de moins de {min} visiteurs indiquent des nombres.',
  chooseLongerOrOther: 'Choisissez une période plus longue ou un autre début.',
  cohortsBy: 'Cohortes',
  comeBackWith: 'Ils reviennent avec',
  firstIn: '{by, select, week {Semaine du} other {Mois}}',
  laterPeriod: '{by, select, week {Semaine {number}} other {Mois {number}}}',
  lead: 'Qui revient : les visiteurs selon la semaine ou le mois de leur premier événement.',
  mayGrow:
    'Ce qui n’est pas encore terminé peut augmenter et reste en gris, comme les semaines et les mois qui ne sont pas entiers dans la période.',
  noFirstOrders: 'Aucune première commande sur cette période',
  noneBegin: 'Aucun visiteur ne commence sur cette période',
  notOver: 'Les 30 jours qui suivent la première commande ne sont écoulés pour aucun acheteur',
  notOverHint: 'Choisissez des jours qui commencent plus tôt.',
  onceKept: 'Ensuite, vous verrez ici, semaine après semaine, qui revient et qui achète à nouveau.',
  repeatBuyers: 'Acheteurs fidèles',
  repeatRateInPercent: 'Acheteurs fidèles en %',
  returnedOf: '{part} sur {whole} sont revenus',
  samePeriod: '{by, select, week {Même semaine} other {Même mois}}',
  showYear: 'Afficher les 365 derniers jours',
  theBuyers: 'les acheteurs fidèles',
  theCohorts: 'les cohortes',
  theCohortsByValue: 'les cohortes par valeur',
  timeframeHint: 'La période est celle du premier événement. Les événements suivants comptent jusqu’à aujourd’hui.',
  title: 'Rétention',
  valuesHint:
    'Un visiteur a la valeur du premier événement. Choisissez une valeur pour ne voir que ses événements sur toute la page.',
  whatCounts: 'Ce qui compte',
  whoComesBack: 'Qui revient',
  withinDays: 'En {count, plural, one {# jour} other {# jours}}',
  nobodyBack: 'Personne n’est encore revenu',
  nobodyBackHint:
    '{count, plural, one {# visiteur commence} other {# visiteurs commencent}} sur cette période, et aucun n’est revenu avec « {event} ». Choisissez une période antérieure ou plus longue, ou un autre événement.',
  greyCells:
    'Les cases grises ne diffèrent pas des autres de leur colonne plus que ce qu’une variation aléatoire explique.',
} satisfies TextsOf<'retention'>;
