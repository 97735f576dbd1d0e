import type { TextsOf } from '../translate.ts';

export default {
  allInsights: 'Todos los hallazgos<hidden> de {name}</hidden>',
  allWebsites: 'Todos los sitios web',
  changesOfTheSum: 'Las variaciones comparan las sumas de los sitios web.',
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
  attention: 'Requiere atención',
  attentionHint:
    'Alertas de los últimos 7 días y sitios web con menos que la semana anterior; primero, donde hay más en juego.',
  converted: '{amounts}, convertidos con los tipos de cambio de la cuenta',
  noneFound: 'Ningún sitio web se llama así',
  noReporting: 'Ninguna',
  ratesInto: 'Cuánto vale una unidad de otras monedas en {currency}',
  reportingCurrency: 'Moneda de los informes',
  reportingHint:
    'El resumen suma los importes en esta moneda, al tipo de cambio más reciente. Los informes y archivos de los sitios web conservan sus propias monedas.',
  revenueIn: 'Ingresos en {currency}, convertidos',
  searchWebsites: 'Buscar sitios web',
  stakeAmount: 'unos {amount} en juego',
  stakeCompletions: '{count, plural, one {# finalización} other {{number} finalizaciones}}',
  stakeConversions: '{count, plural, one {# conversión} other {{number} conversiones}}',
  stakeOrders: '{count, plural, one {# pedido} other {{number} pedidos}}',
  stakeSubscribes: '{count, plural, one {# suscripción} other {{number} suscripciones}}',
  stakeVisitors: '{count, plural, one {# visitante} other {{number} visitantes}}',
  withoutGroup: 'Otros sitios web',
} satisfies TextsOf<'overview'>;
