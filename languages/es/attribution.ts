import type { TextsOf } from '../translate.ts';

export default {
  anyEvent: 'cualquier cosa menos un pedido',
  asInSettings: 'como en los ajustes del sitio web',
  atMostBefore: 'Antes del pedido, como máximo',
  conversion: 'una conversión',
  conversionOrView: 'una conversión o una visualización',
  columnsAddUp: 'Todas las columnas menos la última suman los ingresos del sitio web.',
  creditGoesTo: 'Atribuir por',
  days: '{count, plural, one {# día} other {# días}}',
  fileAttribution: 'atribución',
  howModelsCredit: 'Cómo atribuye un pedido cada modelo',
  lead: 'A qué campañas o canales se atribuyen tus pedidos: tal como se contaron y según otros modelos.',
  noCampaign: 'Sin campaña',
  noOrders: 'No hay pedidos en este período',
  onceKept: 'Cuando lo haga, verás aquí con qué campañas interactuaron tus clientes antes de comprar.',
  orders: '{count, plural, one {# pedido} other {# pedidos}}',
  ordersByModel: '{model}: pedidos',
  theCredits: 'las atribuciones',
  touchHint:
    'Una interacción es algo que el mismo visitante hizo en una campaña antes del pedido. Este ajuste solo afecta a esta página.',
  touchHintVisits:
    'Una interacción es algo que el mismo visitante hizo en una visita antes del pedido, sea lo que sea. Este ajuste solo afecta a esta página.',
  touchIs: 'Una interacción es',
  touchesConversions:
    'Las conversiones del día del pedido y {days, plural, one {del día anterior} other {de los # días anteriores}} son interacciones.',
  touchesEvents:
    'Todo lo que los visitantes hicieron el día del pedido y {days, plural, one {el día anterior} other {los # días anteriores}} es una interacción.',
  touchesKnownSince: 'Las interacciones se conocen para pedidos desde el {day}: los días anteriores quedan fuera.',
  touchesViews:
    'Las conversiones y visualizaciones del día del pedido y {days, plural, one {del día anterior} other {de los # días anteriores}} son interacciones.',
  whatEarnedIt: 'Qué generó los ingresos',
  whatGetsCredit: 'Qué se tiene en cuenta',
  withoutTouch:
    'Un pedido sin interacciones no se atribuye a nada. Ningún modelo dice qué se habría vendido de todos modos: un experimento sí puede.',
} satisfies TextsOf<'attribution'>;
