import type { TextsOf } from '../translate.ts';

export default {
  addAnnotation: 'Adicionar anotação',
  addGoal: 'Adicionar meta',
  annotations: 'Anotações',
  campaignById: 'Campanha {id}',
  dayIsMarked: 'O dia é marcado nos gráficos deste site, para todos os que podem vê-lo.',
  deleteQuestion: 'Excluir “{name}”?',
  deleteView: 'Excluir {name}',
  deletedForEverybody: 'A exclusão vale para todos os que podem ver este site. Os eventos não são afetados.',
  editAnnotation: 'Editar anotação',
  editGoal: 'Editar meta',
  for: 'Para',
  forecastFrom:
    'As previsões vêm dos dias da semana, das horas e da tendência das últimas oito semanas; 9 em cada 10 meses terminam na faixa.',
  goalCounts:
    'Cada visitante conta uma vez em cada mês; a receita é uma soma. Todos os que podem ver este site veem as metas dele.',
  goalsForMonth: 'Metas deste mês',
  metric: 'Métrica',
  metricInCurrency: '{metric} ({currency})',
  monthOver: '{share} do mês já passou. A marca em cada barra mostra isso.',
  noForecast: 'Ainda não há previsão: são necessárias quatro semanas de números.',
  noViewsYet: 'Uma visão salva é uma página com o período e os filtros dela. Ainda não há nenhuma.',
  onCourse: 'Previsão: {value} de {target} ({low} a {high})',
  reached: '{value} de {target}, {share}',
  saveView: 'Salvar esta visão',
  saveViewHint:
    'Salva esta página com o período e os filtros dela. Todos os que podem ver este site veem as visões salvas dele.',
  savedViews: 'Visões salvas',
  setTarget: 'Defina uma meta para cada mês, como 1.000 inscrições.',
  targetPerMonth: 'Meta mensal',
  viewDeleted: 'Será excluída para todos os que podem ver este site. A página em si permanece.',
  views: 'Visões',
  whatHappened: 'O que aconteceu?',
  wholeWebsite: 'O site inteiro',
} satisfies TextsOf<'saved'>;
