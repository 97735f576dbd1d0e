import type { TextsOf } from '../translate.ts';

export default {
  createdMondays: 'Os insights são criados toda segunda-feira a partir dos eventos da semana anterior.',
  noInsightsYet: 'Nenhum insight ainda',
  notCompared: 'Sem comparação: {reason}.',
  nothingStoodOut: 'Nada se destacou nessa semana',
  seeThatWeek: 'Ver os números dessa semana',
  weekInNumbers: 'A semana em números',
  whatToDoNext: 'O que fazer agora',
} satisfies TextsOf<'insights'>;
