import type { TextsOf } from '../translate.ts';

export default {
  allMetrics: 'Todas las métricas por {unit, select, hour {hora} day {día} week {semana} other {mes}}',
  completed: 'Finalizado',
  converted: 'Convertido',
  convertedOf: '{part} de {whole} convirtieron',
  dayOfTheWeek: 'Día de la semana',
  daysIfPartial: 'Días si es parcial',
  dotted: 'Línea de puntos: solo una parte de {unit, select, week {esa semana} other {ese mes}} está en el período.',
  dropOff:
    '<strong>{share}</strong> de abandono<hidden>: {count, plural, one {# no continúa} other {# no continúan}}</hidden>',
  expected: 'Esperado',
  expectedBand:
    'Banda: lo que las semanas anteriores hacen esperar de cada {unit, select, hour {hora} other {día}}. Lo que queda fuera es inusual.',
  expectedFromTo: 'entre {low} y {high} esperados',
  greyHours: 'Las horas en gris se apartan de la media solo lo que explica el azar.',
  groupBy: 'Agrupar por',
  headlineMetrics: 'Métricas principales',
  legend: '{metric}, {days}',
  liftNarrowing:
    'El intervalo de la mejora: de {firstLow} a {firstHigh} el {firstDay}, de {lastLow} a {lastHigh} el {lastDay}',
  noCompletions: 'En este período no hay <term>finalizaciones</term>, así que el embudo termina antes.',
  noSecondMetric: 'Sin segunda métrica',
  noVisitorsInTheseWeeks: 'Sin visitantes en estas semanas',
  onlyDays: 'solo {days}',
  rateAboveAll:
    'La tasa de todo el período, {rate}, es más alta que la de cualquier {unit, select, day {día} week {semana} other {mes}}. {term}: quien viene varias veces cuenta una sola vez, y como convertido si convirtió alguna vez.',
  rateByHourAndDay: 'Tasa de conversión por hora y día de la semana',
  rightAxis: '{metric} (eje derecho)',
  ring: 'Círculo: {unit, select, hour {esta hora} day {hoy} week {esta semana} other {este mes}} hasta ahora.',
  secondMetric: 'Segunda métrica',
  soFar: 'hasta ahora',
  theHours: 'las horas',
  theHoursOfTheWeek: 'las horas de la semana',
  theSeries: 'la serie',
  timezoneChanged: 'Se cambió la zona horaria',
  timezoneChangedLine: 'Línea vertical: la zona horaria se cambió el {day}.',
  title: '{first} por {unit, select, hour {hora} day {día} week {semana} other {mes}}',
  titleOfTwo: '{first} y {second} por {unit, select, hour {hora} day {día} week {semana} other {mes}}',
  todayAndYesterdayByHour: 'En cuanto lo haga, verás aquí los datos de hoy y de ayer hora por hora.',
  totalByHour: 'Totales: cada evento cuenta, así que las horas suman el total del día.',
  totalInPeriod:
    '{term}: cada evento cuenta, así que un visitante puede contar muchas veces y {unit, select, day {los días} week {las semanas} other {los meses}} suman el total.',
  uniqueByHour: 'Únicos: cada visitante cuenta una vez en cada hora, así que las horas pueden sumar más que el día.',
  uniqueInPeriod:
    '{term}: cada visitante cuenta una vez en todo el período, así que {unit, select, day {los días} week {las semanas} other {los meses}} pueden sumar más que el total.',
  weekOf: 'Semana del {day}',
  weekRates:
    'La tasa de conversión por hora y día de la semana, {days}, sea cual sea el período elegido. Las horas con menos de {min} visitantes no tienen tasa.',
  whenVisitorsConvert: 'Cuándo convierten los visitantes',
  whereHoursAre:
    'Los días se muestran por horas en cuanto el sitio web conserve sus eventos: consulta «{title}» más abajo.',
  worstStep:
    'Donde más visitantes se pierden es después de «{step}»: {share} de {count} no continúan. Son más que después de cualquier otro paso y más de lo que explica la variación aleatoria.',
  worstDrop: 'mayor pérdida',
  nothingToDraw: '{metric}: nada en este período',
  nothingToDrawHint:
    'Elige un período más largo u otra métrica. Si debería haber algo, comprueba si llegan los eventos.',
  tooFewForHours: 'Ninguna hora de la semana tiene todavía {min} visitantes',
  tooFewForHoursHint:
    'Con menos, una tasa no dice nada, así que no hay nada que comparar. El archivo CSV tiene los números.',
  noHourDiffers: 'Ninguna hora difiere de las demás más de lo que explica la variación aleatoria.',
} satisfies TextsOf<'charts'>;
