import type { TextsOf } from '../translate.ts';

export default {
  allMetrics: 'Tous les indicateurs par {unit, select, hour {heure} day {jour} week {semaine} other {mois}}',
  completed: 'Terminé',
  converted: 'Converti',
  convertedOf: '{part} sur {whole} ont converti',
  dayOfTheWeek: 'Jour de la semaine',
  daysIfPartial: 'Jours si partiel',
  dotted:
    'En pointillés : seule une partie de {unit, select, week {cette semaine} other {ce mois}} est dans la période.',
  dropOff:
    '<strong>{share}</strong> abandonnent<hidden> : {count, plural, one {# ne continue pas} other {# ne continuent pas}}</hidden>',
  expected: 'Attendu',
  expectedBand:
    'Bande : ce que les semaines précédentes laissent attendre de {unit, select, hour {chaque heure} other {chaque jour}}. Ce qui en sort est inhabituel.',
  expectedFromTo: '{low} à {high} attendus',
  greyHours: 'Les heures en gris ne s’écartent de la moyenne que d’une variation aléatoire.',
  groupBy: 'Grouper par',
  headlineMetrics: 'Indicateurs principaux',
  legend: '{metric}, {days}',
  liftNarrowing:
    'L’intervalle du gain : de {firstLow} à {firstHigh} le {firstDay}, de {lastLow} à {lastHigh} le {lastDay}',
  noCompletions: 'Il n’y a pas de <term>finalisations</term> sur cette période, le tunnel s’arrête donc avant.',
  noSecondMetric: 'Pas de second indicateur',
  noVisitorsInTheseWeeks: 'Aucun visiteur pendant ces semaines',
  onlyDays: 'seulement {days}',
  rateAboveAll:
    'Le taux de toute la période, {rate}, est plus élevé que celui de {unit, select, day {chaque jour} week {chaque semaine} other {chaque mois}}. {term} : qui vient plusieurs fois ne compte qu’une fois, et comme converti s’il a converti au moins une fois.',
  rateByHourAndDay: 'Taux de conversion par heure et jour de la semaine',
  rightAxis: '{metric} (axe de droite)',
  ring: 'Cercle : {unit, select, hour {cette heure} day {aujourd’hui} week {cette semaine} other {ce mois}} jusqu’à maintenant.',
  secondMetric: 'Second indicateur',
  soFar: 'jusqu’ici',
  theHours: 'les heures',
  theHoursOfTheWeek: 'les heures de la semaine',
  theSeries: 'la série',
  timezoneChanged: 'Le fuseau horaire a été modifié',
  timezoneChangedLine: 'Ligne verticale : le fuseau horaire a été modifié le {day}.',
  title: '{first} par {unit, select, hour {heure} day {jour} week {semaine} other {mois}}',
  titleOfTwo: '{first} et {second} par {unit, select, hour {heure} day {jour} week {semaine} other {mois}}',
  todayAndYesterdayByHour: 'Dès qu’il le fera, vous verrez ici aujourd’hui et hier heure par heure.',
  totalByHour: 'Total : chaque événement compte, la somme des heures est donc égale au total du jour.',
  totalInPeriod:
    '{term} : chaque événement compte. Un visiteur peut donc compter plusieurs fois, et la somme des {unit, select, day {jours} week {semaines} other {mois}} est égale au total.',
  uniqueByHour:
    'Uniques : chaque visiteur compte une fois par heure, la somme des heures peut donc dépasser le total du jour.',
  uniqueInPeriod:
    '{term} : chaque visiteur compte une fois sur toute la période, la somme des {unit, select, day {jours} week {semaines} other {mois}} peut donc dépasser le total.',
  weekOf: 'Semaine du {day}',
  weekRates:
    'Le taux de conversion par heure et jour de la semaine, {days}, quelle que soit la période choisie. Les heures avec moins de {min} visiteurs n’ont pas de taux.',
  whenVisitorsConvert: 'Quand les visiteurs convertissent',
  whereHoursAre:
    'Les jours s’affichent heure par heure dès que le site web conserve ses événements : voir « {title} » plus bas.',
  worstStep:
    'C’est après « {step} » que l’on perd le plus de visiteurs : {share} sur {count} ne continuent pas. C’est plus qu’après toute autre étape, et plus que ce qu’une variation aléatoire explique.',
  worstDrop: 'plus forte perte',
  nothingToDraw: '{metric} : rien sur cette période',
  nothingToDrawHint:
    'Choisissez une période plus longue ou un autre indicateur. S’il devrait y avoir quelque chose, vérifiez que les événements arrivent.',
  tooFewForHours: 'Aucune heure de la semaine n’a encore {min} visiteurs',
  tooFewForHoursHint:
    'En dessous, un taux ne dit rien : il n’y a donc rien à comparer. Le fichier CSV contient les nombres.',
  noHourDiffers: 'Aucune heure ne diffère des autres plus que ce qu’une variation aléatoire explique.',
} satisfies TextsOf<'charts'>;
