import type { TextsOf } from '../translate.ts';

export default {
  allTime: 'Todo o período',
  comparedWith:
    '{basis, select, day {Em comparação com o dia anterior} week {Em comparação com a semana anterior} month {Em comparação com o mês anterior} quarter {Em comparação com o trimestre anterior} year {Em comparação com o ano anterior} same_days {Em comparação com os mesmos dias do ano anterior} other {Em comparação com o período anterior}}',
  customRange: 'Período personalizado',
  duration: '{value} {unit, select, d {d} h {h} min {min} other {s}}',
  eachCountedOnce: 'cada um conta uma vez',
  eachOneCounted: 'todas são contadas',
  insightsWeek: 'Semana dos insights',
  last30Days: 'Últimos 30 dias',
  last365Days: 'Últimos 365 dias',
  last7Days: 'Últimos 7 dias',
  last90Days: 'Últimos 90 dias',
  lastMonth: 'Mês passado',
  lastQuarter: 'Trimestre passado',
  lastWeek: 'Semana passada',
  noDataBefore: 'sem dados antes de {day}',
  noise: 'ruído',
  notInPoints: 'Em porcentagem da taxa anterior, não em pontos percentuais',
  nothingInPeriodBefore:
    '{basis, select, day {Não houve nada no dia anterior} week {Não houve nada na semana anterior} month {Não houve nada no mês anterior} quarter {Não houve nada no trimestre anterior} year {Não houve nada no ano anterior} same_days {Não houve nada nos mesmos dias do ano anterior} other {Não houve nada no período anterior}}',
  ofViews: '{rate} das visualizações',
  ofVisitors: '{rate} dos visitantes',
  partOfWhole: '{part} de {whole}',
  perOrder: '{amount} por pedido',
  relativeChange: '{change} relativo',
  thisMonth: 'Este mês',
  thisQuarter: 'Este trimestre',
  thisWeek: 'Esta semana',
  thisYear: 'Este ano',
  versus:
    '{basis, select, day {vs. o dia anterior} week {vs. a semana anterior} month {vs. o mês anterior} quarter {vs. o trimestre anterior} year {vs. o ano anterior} same_days {vs. os mesmos dias do ano anterior} other {vs. o período anterior}}',
  withinNoise: 'A variação aleatória explica esta mudança: este site costuma variar tanto assim',
  yesterdayAndToday: 'Ontem e hoje',
} satisfies TextsOf<'numbers'>;
