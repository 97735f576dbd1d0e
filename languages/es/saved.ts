import type { TextsOf } from '../translate.ts';

export default {
  addAnnotation: 'Añadir anotación',
  addGoal: 'Añadir objetivo',
  annotations: 'Anotaciones',
  campaignById: 'Campaña {id}',
  dayIsMarked: 'El día se marca en los gráficos de este sitio web, para todas las personas que pueden verlo.',
  deleteQuestion: '¿Eliminar «{name}»?',
  deleteView: 'Eliminar {name}',
  deletedForEverybody:
    'Se eliminará para todas las personas que pueden ver este sitio web. Los eventos no se ven afectados.',
  editAnnotation: 'Editar anotación',
  editGoal: 'Editar objetivo',
  for: 'Para',
  forecastFrom:
    'Los pronósticos vienen de los días, las horas y la tendencia de las últimas ocho semanas; 9 de cada 10 meses acaban dentro del rango.',
  goalCounts:
    'Cada visitante cuenta una vez en cada mes; los ingresos son una suma. Todas las personas que pueden ver este sitio web ven sus objetivos.',
  goalsForMonth: 'Objetivos de este mes',
  metric: 'Métrica',
  metricInCurrency: '{metric} ({currency})',
  monthOver: 'Ha pasado el {share} del mes. Lo indica la marca de cada barra.',
  noForecast: 'Aún no hay pronóstico: hacen falta cuatro semanas de datos.',
  noViewsYet: 'Una vista guardada es una página con su período y sus filtros. Aún no hay ninguna.',
  onCourse: 'Previsión: {value} de {target} (entre {low} y {high})',
  reached: '{value} de {target}, {share}',
  saveView: 'Guardar esta vista',
  saveViewHint:
    'Guarda esta página con su período y sus filtros. Todas las personas que pueden ver este sitio web ven sus vistas guardadas.',
  savedViews: 'Vistas guardadas',
  setTarget: 'Fija un objetivo para cada mes, por ejemplo 1000 suscripciones.',
  targetPerMonth: 'Objetivo mensual',
  viewDeleted: 'Se eliminará para todas las personas que pueden ver este sitio web. La página en sí se mantiene.',
  views: 'Vistas',
  whatHappened: '¿Qué pasó?',
  wholeWebsite: 'Todo el sitio web',
} satisfies TextsOf<'saved'>;
