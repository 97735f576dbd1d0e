import type { TextsOf } from '../translate.ts';

export default {
  allTime: 'Toute la période',
  comparedWith:
    '{basis, select, day {Par rapport à la veille} week {Par rapport à la semaine précédente} month {Par rapport au mois précédent} quarter {Par rapport au trimestre précédent} year {Par rapport à l’année précédente} same_days {Par rapport aux mêmes jours un an plus tôt} other {Par rapport à la période précédente}}',
  customRange: 'Période personnalisée',
  duration: '{value} {unit, select, d {j} h {h} min {min} other {s}}',
  eachCountedOnce: 'chacun compté une fois',
  eachOneCounted: 'chaque vue comptée',
  insightsWeek: 'Semaine des constats',
  last30Days: '30 derniers jours',
  last365Days: '365 derniers jours',
  last7Days: '7 derniers jours',
  last90Days: '90 derniers jours',
  lastMonth: 'Mois dernier',
  lastQuarter: 'Trimestre dernier',
  lastWeek: 'Semaine dernière',
  noDataBefore: 'aucune donnée avant le {day}',
  noise: 'bruit',
  notInPoints: 'En pourcentage du taux précédent, pas en points de pourcentage',
  nothingInPeriodBefore:
    '{basis, select, day {Il n’y avait rien la veille} week {Il n’y avait rien la semaine précédente} month {Il n’y avait rien le mois précédent} quarter {Il n’y avait rien le trimestre précédent} year {Il n’y avait rien l’année précédente} same_days {Il n’y avait rien les mêmes jours un an plus tôt} other {Il n’y avait rien lors de la période précédente}}',
  ofViews: '{rate} des vues',
  ofVisitors: '{rate} des visiteurs',
  partOfWhole: '{part} sur {whole}',
  perOrder: '{amount} par commande',
  relativeChange: '{change} en relatif',
  thisMonth: 'Ce mois-ci',
  thisQuarter: 'Ce trimestre',
  thisWeek: 'Cette semaine',
  thisYear: 'Cette année',
  versus:
    '{basis, select, day {vs la veille} week {vs la semaine précédente} month {vs le mois précédent} quarter {vs le trimestre précédent} year {vs l’année précédente} same_days {vs les mêmes jours un an plus tôt} other {vs la période précédente}}',
  withinNoise: 'Une variation aléatoire explique cette évolution : ce site varie autant d’habitude',
  yesterdayAndToday: 'Hier et aujourd’hui',
} satisfies TextsOf<'numbers'>;
