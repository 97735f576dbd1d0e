import type { TextsOf } from '../translate.ts';

export default {
  allTime: 'Gesamte Zeit',
  comparedWith:
    '{basis, select, day {Verglichen mit dem Vortag} week {Verglichen mit der Vorwoche} month {Verglichen mit dem Vormonat} quarter {Verglichen mit dem Vorquartal} year {Verglichen mit dem Vorjahr} same_days {Verglichen mit denselben Tagen im Vorjahr} other {Verglichen mit dem vorherigen Zeitraum}}',
  customRange: 'Eigener Zeitraum',
  duration: '{value} {unit, select, d {T.} h {Std.} min {Min.} other {Sek.}}',
  eachCountedOnce: 'jeder einmal gezählt',
  eachOneCounted: 'jeder Aufruf gezählt',
  insightsWeek: 'Woche der Erkenntnisse',
  last30Days: 'Letzte 30 Tage',
  last365Days: 'Letzte 365 Tage',
  last7Days: 'Letzte 7 Tage',
  last90Days: 'Letzte 90 Tage',
  lastMonth: 'Letzter Monat',
  lastQuarter: 'Letztes Quartal',
  lastWeek: 'Letzte Woche',
  noDataBefore: 'keine Daten vor dem {day}',
  noise: 'Rauschen',
  notInPoints: 'In Prozent der vorherigen Rate, nicht in Prozentpunkten',
  nothingInPeriodBefore:
    '{basis, select, day {Am Vortag gab es nichts} week {In der Vorwoche gab es nichts} month {Im Vormonat gab es nichts} quarter {Im Vorquartal gab es nichts} year {Im Vorjahr gab es nichts} same_days {An denselben Tagen im Vorjahr gab es nichts} other {Im vorherigen Zeitraum gab es nichts}}',
  ofViews: '{rate} der Aufrufe',
  ofVisitors: '{rate} der Besucher',
  partOfWhole: '{part} von {whole}',
  perOrder: '{amount} pro Bestellung',
  relativeChange: '{change} relativ',
  thisMonth: 'Dieser Monat',
  thisQuarter: 'Dieses Quartal',
  thisWeek: 'Diese Woche',
  thisYear: 'Dieses Jahr',
  versus:
    '{basis, select, day {vs. Vortag} week {vs. Vorwoche} month {vs. Vormonat} quarter {vs. Vorquartal} year {vs. Vorjahr} same_days {vs. dieselben Tage im Vorjahr} other {vs. vorheriger Zeitraum}}',
  withinNoise: 'Zufall erklärt diese Veränderung: So stark schwankt diese Website auch sonst',
  yesterdayAndToday: 'Gestern und heute',
} satisfies TextsOf<'numbers'>;
