import type { TextsOf } from '../translate.ts';

export default {
  allMetrics: 'Alle Kennzahlen pro {unit, select, hour {Stunde} day {Tag} week {Woche} other {Monat}}',
  completed: 'Abgeschlossen',
  converted: 'Konvertiert',
  convertedOf: '{part} von {whole} konvertiert',
  dayOfTheWeek: 'Wochentag',
  daysIfPartial: 'Tage, falls unvollständig',
  dotted: 'Gepunktet: Nur ein Teil {unit, select, week {dieser Woche} other {dieses Monats}} liegt im Zeitraum.',
  dropOff:
    '<strong>{share}</strong> brechen ab<hidden>: {count, plural, one {# macht} other {# machen}} nicht weiter</hidden>',
  expected: 'Erwartet',
  expectedBand:
    'Band: was nach den Wochen davor für {unit, select, hour {jede Stunde} other {jeden Tag}} zu erwarten ist. Was außerhalb liegt, ist ungewöhnlich.',
  expectedFromTo: '{low} bis {high} erwartet',
  greyHours: 'Graue Stunden weichen nur so weit vom Durchschnitt ab, wie Zufall es erklärt.',
  groupBy: 'Gruppieren nach',
  headlineMetrics: 'Wichtigste Kennzahlen',
  legend: '{metric}, {days}',
  liftNarrowing:
    'Das Intervall des Uplifts: {firstLow} bis {firstHigh} am {firstDay}, {lastLow} bis {lastHigh} am {lastDay}',
  noCompletions: 'In diesem Zeitraum gibt es keine <term>Abschlüsse</term>, deshalb endet der Funnel davor.',
  noSecondMetric: 'Keine zweite Kennzahl',
  noVisitorsInTheseWeeks: 'Keine Besucher in diesen Wochen',
  onlyDays: 'nur {days}',
  rateAboveAll:
    'Die Rate des ganzen Zeitraums, {rate}, ist höher als die {unit, select, day {jedes Tages} week {jeder Woche} other {jedes Monats}}. {term}: Wer mehrmals kommt, zählt nur einmal, und als konvertiert, sobald es einmal geschah.',
  rateByHourAndDay: 'Conversion-Rate nach Stunde und Wochentag',
  rightAxis: '{metric} (rechte Achse)',
  ring: 'Ring: {unit, select, hour {diese Stunde} day {heute} week {diese Woche} other {dieser Monat}} bis jetzt.',
  secondMetric: 'Zweite Kennzahl',
  soFar: 'bisher',
  theHours: 'die Stunden',
  theHoursOfTheWeek: 'die Stunden der Woche',
  theSeries: 'die Zeitreihe',
  timezoneChanged: 'Die Zeitzone wurde geändert',
  timezoneChangedLine: 'Senkrechte Linie: Die Zeitzone wurde am {day} geändert.',
  title: '{first} pro {unit, select, hour {Stunde} day {Tag} week {Woche} other {Monat}}',
  titleOfTwo: '{first} und {second} pro {unit, select, hour {Stunde} day {Tag} week {Woche} other {Monat}}',
  todayAndYesterdayByHour: 'Sobald sie das tut, sehen Sie hier heute und gestern nach Stunden.',
  totalByHour: 'Gesamt: Jedes Ereignis zählt, deshalb ergeben die Stunden zusammen den Tag.',
  totalInPeriod:
    '{term}: Jedes Ereignis zählt. Ein Besucher kann also mehrmals zählen, und die {unit, select, day {Tage} week {Wochen} other {Monate}} ergeben zusammen die Gesamtzahl.',
  uniqueByHour:
    'Eindeutig: Jeder Besucher zählt in jeder Stunde einmal, deshalb können die Stunden zusammen mehr ergeben als der Tag.',
  uniqueInPeriod:
    '{term}: Jeder Besucher zählt im ganzen Zeitraum einmal, deshalb können die {unit, select, day {Tage} week {Wochen} other {Monate}} zusammen mehr ergeben als die Gesamtzahl.',
  weekOf: 'Woche ab {day}',
  weekRates:
    'Die Conversion-Rate nach Stunde und Wochentag, {days}, unabhängig vom gewählten Zeitraum. Stunden mit weniger als {min} Besuchern haben keine Rate.',
  whenVisitorsConvert: 'Wann Besucher konvertieren',
  whereHoursAre:
    'Tage werden nach Stunden gezeigt, sobald die Website ihre Ereignisse speichert: siehe unten unter „{title}“.',
  worstStep:
    'Die meisten gehen nach „{step}“ verloren: {share} von {count} Besuchern machen nicht weiter. Das sind mehr als nach jedem anderen Schritt und mehr, als Zufall erklärt.',
  worstDrop: 'größter Verlust',
  nothingToDraw: '{metric}: nichts in diesem Zeitraum',
  nothingToDrawHint:
    'Wählen Sie einen längeren Zeitraum oder eine andere Kennzahl. Wenn hier etwas sein müsste, sehen Sie nach, ob die Ereignisse ankommen.',
  tooFewForHours: 'Noch keine Stunde der Woche hat {min} Besucher',
  tooFewForHoursHint:
    'Bei weniger sagt eine Rate nichts, also gibt es nichts zu vergleichen. Die CSV-Datei enthält die Zahlen.',
  noHourDiffers: 'Keine Stunde weicht stärker von den anderen ab, als Zufall es erklärt.',
} satisfies TextsOf<'charts'>;
