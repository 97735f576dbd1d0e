import type { TextsOf } from '../translate.ts';

export default {
  allInsights: 'Todos los hallazgos<hidden> de {name}</hidden>',
  allWebsites: 'Todos los sitios web',
  changesOfTheSum: 'Las variaciones comparan las sumas de los sitios web.',
  fileWebsites: 'sitios web',
  fromWeek: 'De la semana del {day}',
  noWebsitesYet: 'Aún no hay sitios web',
  notTheSum:
    'No es la suma de los sitios web: quien visita varios cuenta una vez. Los números grandes de visitantes son estimaciones, normalmente con un margen de error del 1 %.',
  numbersAppear: 'Los números aparecen aquí cuando un sitio web está configurado y han llegado sus primeros eventos.',
  onWebsites: '{count, plural, one {en un sitio web} other {en # sitios web}}',
  openWebsite: 'Abre un sitio web para ver qué añadir a sus páginas y su primer evento en cuanto llegue.',
  partOfVisitors: '{part} de {whole} visitantes',
  theWebsites: 'los sitios web',
  visitorTrend: 'Tendencia de visitantes',
  websitesHint: 'Visitantes de cada sitio web. Abre un sitio para ver sus campañas.',
  whatToDoOn: 'Qué hacer ahora en {name}',
} satisfies TextsOf<'overview'>;
