import type { TextsOf } from '../translate.ts';

export default {
  allMetrics: 'Todas as métricas por {unit, select, hour {hora} day {dia} week {semana} other {mês}}',
  completed: 'Concluído',
  converted: 'Convertido',
  convertedOf: '{part} de {whole} converteram',
  dayOfTheWeek: 'Dia da semana',
  daysIfPartial: 'Dias, se parcial',
  dotted: 'Pontilhado: só uma parte {unit, select, week {dessa semana} other {desse mês}} está no período.',
  dropOff:
    '<strong>{share}</strong> de abandono<hidden>: {count, plural, one {# não continua} other {# não continuam}}</hidden>',
  expected: 'Esperado',
  expectedBand:
    'Faixa: o que as semanas anteriores levam a esperar de cada {unit, select, hour {hora} other {dia}}. O que fica fora dela é incomum.',
  expectedFromTo: '{low} a {high} esperados',
  greyHours: 'As horas em cinza só se afastam da média o que o acaso explica.',
  groupBy: 'Agrupar por',
  headlineMetrics: 'Métricas principais',
  legend: '{metric}, {days}',
  liftNarrowing:
    'O intervalo do ganho: de {firstLow} a {firstHigh} em {firstDay}, de {lastLow} a {lastHigh} em {lastDay}',
  noCompletions: 'Não há <term>conclusões</term> neste período, então o funil termina antes delas.',
  noSecondMetric: 'Sem segunda métrica',
  noVisitorsInTheseWeeks: 'Nenhum visitante nessas semanas',
  onlyDays: 'só {days}',
  rateAboveAll:
    'A taxa de todo o período, {rate}, é maior que a de qualquer {unit, select, day {dia} week {semana} other {mês}}. {term}: quem vem várias vezes conta uma só vez, e como convertido se converteu alguma vez.',
  rateByHourAndDay: 'Taxa de conversão por hora e dia da semana',
  rightAxis: '{metric} (eixo direito)',
  ring: 'Círculo: {unit, select, hour {esta hora} day {hoje} week {esta semana} other {este mês}} até agora.',
  secondMetric: 'Segunda métrica',
  soFar: 'até agora',
  theHours: 'as horas',
  theHoursOfTheWeek: 'as horas da semana',
  theSeries: 'a série',
  timezoneChanged: 'O fuso horário foi alterado',
  timezoneChangedLine: 'Linha vertical: o fuso horário foi alterado em {day}.',
  title: '{first} por {unit, select, hour {hora} day {dia} week {semana} other {mês}}',
  titleOfTwo: '{first} e {second} por {unit, select, hour {hora} day {dia} week {semana} other {mês}}',
  todayAndYesterdayByHour: 'Assim que isso acontecer, você verá aqui os dados de hoje e de ontem hora a hora.',
  totalByHour: 'Totais: cada evento conta, então as horas somam o total do dia.',
  totalInPeriod:
    '{term}: cada evento conta, então um visitante pode contar várias vezes e {unit, select, day {os dias} week {as semanas} other {os meses}} somam o total.',
  uniqueByHour: 'Únicos: cada visitante conta uma vez em cada hora, então as horas podem somar mais que o dia.',
  uniqueInPeriod:
    '{term}: cada visitante conta uma vez em todo o período, então {unit, select, day {os dias} week {as semanas} other {os meses}} podem somar mais que o total.',
  weekOf: 'Semana de {day}',
  weekRates:
    'A taxa de conversão por hora e dia da semana, {days}, qualquer que seja o período escolhido. Horas com menos de {min} visitantes não têm taxa.',
  whenVisitorsConvert: 'Quando os visitantes convertem',
  whereHoursAre: 'Os dias aparecem por hora assim que o site passa a guardar seus eventos: veja “{title}” abaixo.',
  worstStep:
    'É depois de “{step}” que mais visitantes se perdem: {share} de {count} não continuam. É mais do que depois de qualquer outra etapa e mais do que a variação aleatória explica.',
  worstDrop: 'maior perda',
  nothingToDraw: '{metric}: nada neste período',
  nothingToDrawHint:
    'Escolha um período mais longo ou outra métrica. Se deveria haver algo, veja se os eventos chegam.',
  tooFewForHours: 'Nenhuma hora da semana tem {min} visitantes ainda',
  tooFewForHoursHint: 'Com menos, uma taxa não diz nada, então não há o que comparar. O arquivo CSV tem os números.',
  noHourDiffers: 'Nenhuma hora difere das outras mais do que a variação aleatória explica.',
} satisfies TextsOf<'charts'>;
