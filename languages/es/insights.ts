import type { TextsOf } from '../translate.ts';

export default {
  createdMondays: 'Los hallazgos se crean cada lunes a partir de los eventos de la semana anterior.',
  noInsightsYet: 'Aún no hay hallazgos',
  notCompared: 'Sin comparación: {reason}.',
  nothingStoodOut: 'Esa semana no destacó nada',
  seeThatWeek: 'Ver los números de esa semana',
  weekInNumbers: 'La semana en números',
  whatToDoNext: 'Qué hacer ahora',
} satisfies TextsOf<'insights'>;
