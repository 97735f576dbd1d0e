import type { TextsOf } from '../translate.ts';

export default {
  anyEvent: 'cualquier cosa menos un pedido',
  asInSettings: 'como en los ajustes del sitio web',
  atMostBefore: 'Antes del pedido, como máximo',
  conversion: 'una conversión',
  conversionOrView: 'una conversión o una visualización',
  columnsAddUp: 'La suma de cada modelo es igual a los ingresos del sitio web, salvo la del último.',
  creditGoesTo: 'Atribuir por',
  days: '{count, plural, one {# día} other {# días}}',
  howModelsCredit: 'Cómo atribuye un pedido cada modelo',
  lead: 'A qué campañas o canales se atribuyen tus pedidos: tal como se contaron y según otros modelos.',
  noCampaign: 'Sin campaña',
  noOrders: 'No hay pedidos ni conversiones en este período',
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
  addCost: 'Añadir coste',
  amount: 'Importe',
  amountIn: 'Importe en {currency}',
  change: 'Cambiar',
  conversions: '{count, plural, one {# conversión en total} other {# conversiones en total}}',
  conversionsByModel: '{model}: conversiones',
  costOf: 'Para',
  costs: 'Costes',
  costsBy: 'Coste por pedido según',
  costsHint:
    'Lo que gastaste en un mes en un canal o una campaña UTM. La tabla de arriba lo compara con los ingresos si se atribuye a canales o campañas UTM.',
  csvAmount: 'Línea {line}, amount: debe ser un número, por ejemplo 1250,50.',
  csvChannel: 'Línea {line}, channel: debe ser uno de estos: {channels}.',
  csvColumns:
    'La primera línea debe tener los nombres de las columnas: month, amount y channel o utm_campaign. No se permiten otras columnas.',
  csvMonth: 'Línea {line}, month: debe ser un mes, por ejemplo 2026-10.',
  csvOneOfBoth: 'Línea {line}: debe tener channel o utm_campaign, pero no ambos.',
  csvTwice: 'Línea {line}: ya hay un coste del mismo mes en la línea {first}.',
  csvUtmCampaign:
    'Línea {line}, utm_campaign: debe tener como máximo {count, plural, one {# carácter} other {# caracteres}}.',
  deleteCostHint: 'Los informes de ese mes dejarán de incluirlo.',
  deleteCostOf: 'Eliminar el coste de {name}, {month}',
  deleteCostQuestion: '¿Eliminar el coste de {name}, {month}?',
  editCost: 'Editar coste',
  editCostOf: 'Editar el coste de {name}, {month}',
  importCosts: 'Importar costes',
  importHint:
    'Los importes están en {currency}. Un coste del mismo mes se sustituye, y un importe de 0 lo elimina. Si una línea es incorrecta, no se importa nada.',
  month: 'Mes',
  noCosts: 'Aún no hay costes',
  noCostsHint:
    'En cuanto introduzcas lo que cuesta un canal o una campaña UTM, verás aquí lo que cuesta un pedido y lo que se recupera.',
  showAllCosts: '{count, plural, one {Mostrar el coste} other {Mostrar los # costes}}',
  spentOn: 'Gastado en',
  theCosts: 'los costes',
  wholeMonth:
    'Introduce lo que cuesta el mes entero. Un informe de una parte del mes cuenta el mismo importe por cada día.',
  setting:
    'Ajuste: se atribuye por «{by}», como máximo {days, plural, one {# día} other {# días}} antes del pedido ({source, select, own {como en los ajustes del sitio} default {por defecto, porque el sitio no atribuye pedidos por sí mismo} other {elegido en esta página}}). Todos los modelos están lado a lado; las demás páginas muestran «{stored}».',
  byDefaultOf: 'por defecto ({value})',
  asInSettingsOf: 'como en los ajustes del sitio ({value})',
  noTouches: 'Ningún pedido de este período tiene una interacción',
  noTouchesHint:
    'No se sabe qué hicieron los visitantes antes de pedir: elige más días antes del pedido o envía los pedidos con el identificador de visitante que usa el rastreador.',
  conversionsAreTotals: 'Las conversiones son aquí totales: quien convierte dos veces cuenta dos veces.',
  storedOfValues: 'El valor con el que se envió el propio pedido recibe el pedido entero. Los desgloses cuentan así.',
  lastOfValues: 'El valor de la última interacción del visitante antes del pedido recibe el pedido entero.',
  firstOfValues: 'El valor de la primera interacción del visitante antes del pedido recibe el pedido entero.',
  linearOfValues: 'Todos los valores con los que el visitante interactuó reciben partes iguales del pedido.',
  anyOfValues:
    'Cada valor con el que el visitante interactuó recibe el pedido entero, así que las filas suman más que el total del sitio web.',
  withoutValue:
    '«{name}»: según lo contado, los pedidos que no dicen nada de la visita de la que vienen, como los que envía un servidor o una tienda; según los modelos, los pedidos sin interacción.',
} satisfies TextsOf<'attribution'>;
