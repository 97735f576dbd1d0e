import type { TextsOf } from '../translate.ts';

export default {
  allTime: 'Todo el historial',
  comparedWith:
    '{basis, select, day {Comparado con el día anterior} week {Comparado con la semana anterior} month {Comparado con el mes anterior} quarter {Comparado con el trimestre anterior} year {Comparado con el año anterior} same_days {Comparado con los mismos días del año anterior} other {Comparado con el período anterior}}',
  customRange: 'Período personalizado',
  duration: '{value} {unit, select, d {d} h {h} min {min} other {s}}',
  eachCountedOnce: 'cada uno cuenta una vez',
  eachOneCounted: 'se cuentan todas',
  insightsWeek: 'Semana de los hallazgos',
  last30Days: 'Últimos 30 días',
  last365Days: 'Últimos 365 días',
  last7Days: 'Últimos 7 días',
  last90Days: 'Últimos 90 días',
  lastMonth: 'Mes pasado',
  lastQuarter: 'Trimestre pasado',
  lastWeek: 'Semana pasada',
  noDataBefore: 'sin datos antes del {day}',
  noise: 'ruido',
  notInPoints: 'En porcentaje de la tasa anterior, no en puntos porcentuales',
  nothingInPeriodBefore:
    '{basis, select, day {No hubo nada el día anterior} week {No hubo nada la semana anterior} month {No hubo nada el mes anterior} quarter {No hubo nada en el trimestre anterior} year {No hubo nada el año anterior} same_days {No hubo nada los mismos días del año anterior} other {No hubo nada en el período anterior}}',
  ofViews: '{rate} de las visualizaciones',
  ofVisitors: '{rate} de los visitantes',
  partOfWhole: '{part} de {whole}',
  perOrder: '{amount} por pedido',
  relativeChange: '{change} relativo',
  thisMonth: 'Este mes',
  thisQuarter: 'Este trimestre',
  thisWeek: 'Esta semana',
  thisYear: 'Este año',
  versus:
    '{basis, select, day {vs. el día anterior} week {vs. la semana anterior} month {vs. el mes anterior} quarter {vs. el trimestre anterior} year {vs. el año anterior} same_days {vs. los mismos días del año anterior} other {vs. el período anterior}}',
  withinNoise: 'La variación aleatoria explica este cambio: este sitio suele variar lo mismo',
  yesterdayAndToday: 'Ayer y hoy',
} satisfies TextsOf<'numbers'>;
