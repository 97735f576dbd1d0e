import type { TextsOf } from '../translate.ts';

export default {
  visitors_name: 'Visitantes',
  visitors_sentence:
    'Personas que vieron algo; cada una cuenta una vez en todo el período. Si el sitio web guarda sus eventos, se cuentan con exactitud, igual en todas las páginas, hasta un millón de eventos; si no, a partir de 1280 visitantes, el número es una estimación, normalmente con un margen de error del 1 %.',
  visitors_example: 'Quien ve tu popup el lunes y el viernes cuenta como un visitante en esa semana.',
  visitors_alsoCalled: 'visitantes únicos, usuarios, alcance',
  views_name: 'Visualizaciones',
  views_sentence: 'Cuántas veces se vio algo. Cada vez cuenta.',
  views_example: 'Quien ve tu popup el lunes y el viernes cuenta como dos visualizaciones.',
  views_alsoCalled: 'impresiones',
  conversions_name: 'Conversiones',
  conversions_sentence:
    'Visitantes que hicieron lo que pide la campaña, como hacer clic en su botón o enviar un formulario.',
  conversions_example: 'De 1000 visitantes que ven un popup, 50 hacen clic en su botón: 50 conversiones.',
  conversions_alsoCalled: 'clics, objetivos, eventos clave',
  completions_name: 'Finalizaciones',
  completions_sentence:
    'Visitantes que llegaron al final de una campaña. Solo hay finalizaciones si tus páginas las envían.',
  completions_example: 'De 50 visitantes que empiezan un cuestionario, 20 ven el resultado: 20 finalizaciones.',
  submissions_name: 'Envíos',
  submissions_sentence: 'Visitantes que enviaron un formulario. Un formulario enviado cuenta también como conversión.',
  submissions_example: 'Quien rellena el formulario de un popup cuenta como un envío y una conversión.',
  submissions_alsoCalled: 'envíos de formulario, leads',
  subscribes_name: 'Suscripciones',
  subscribes_sentence: 'Visitantes que se suscribieron a algo que envías, como un boletín. Tus páginas lo comunican.',
  subscribes_example: 'De 50 visitantes que envían un formulario, 30 marcan la casilla del boletín: 30 suscripciones.',
  subscribes_alsoCalled: 'altas, opt-ins',
  orders_name: 'Pedidos',
  orders_sentence: 'Compras. Cada pedido cuenta una vez. Un pedido reembolsado por completo deja de contar.',
  orders_example: 'Un visitante que compra el lunes y el viernes hace dos pedidos.',
  orders_alsoCalled: 'compras, transacciones, ventas',
  revenue_name: 'Ingresos',
  revenue_sentence: 'El valor de todos los pedidos, en la moneda del sitio web, menos los reembolsos.',
  revenue_example: 'Dos pedidos de 60 € y 40 €, de los que se reembolsaron 10 €: 90 €.',
  revenue_alsoCalled: 'ventas, facturación',
  selections_name: 'Veces elegido',
  selections_sentence: 'Cuántas veces se eligió un producto o una respuesta. Cada vez cuenta.',
  selections_example: 'Quien prueba dos tallas en un selector de productos ha elegido dos veces.',
  conversion_rate_name: 'Tasa de conversión',
  conversion_rate_sentence:
    'La proporción de visitantes que convirtieron. Con «Totales», conversiones divididas entre visualizaciones.',
  conversion_rate_example: '50 conversiones de 1000 visitantes: 5 %.',
  conversion_rate_alsoCalled: 'CTR, tasa de clics',
  completion_rate_name: 'Tasa de finalización',
  completion_rate_sentence:
    'La proporción de visitantes que llegaron al final. Con «Totales», finalizaciones divididas entre visualizaciones.',
  completion_rate_example: '20 finalizaciones de 1000 visitantes: 2 %.',
  subscribe_rate_name: 'Tasa de suscripción',
  subscribe_rate_sentence:
    'La proporción de visitantes que se suscribieron. Con «Totales», suscripciones divididas entre visualizaciones.',
  subscribe_rate_example: '30 suscripciones de 1000 visitantes: 3 %.',
  subscribe_rate_alsoCalled: 'tasa de opt-in',
  order_rate_name: 'Tasa de pedidos',
  order_rate_sentence: 'Pedidos por cada 100 visitantes o, con «Totales», por cada 100 visualizaciones.',
  order_rate_example: '10 pedidos de 1000 visitantes: 1 %.',
  order_rate_alsoCalled: 'tasa de compra',
  average_order_name: 'Valor medio del pedido',
  average_order_sentence: 'Los ingresos divididos entre el número de pedidos.',
  average_order_example: '90 € de dos pedidos: 45 €.',
  average_order_alsoCalled: 'ticket medio, AOV',
  revenue_per_visitor_name: 'Ingresos por visitante',
  revenue_per_visitor_sentence: 'Los ingresos divididos entre el número de visitantes, hayan comprado o no.',
  revenue_per_visitor_example: '90 € de 1000 visitantes: 0,09 €.',
  revenue_per_visitor_alsoCalled: 'RPV',
  share_of_choices_name: 'Proporción de elecciones',
  share_of_choices_sentence:
    'Qué parte de todas las elecciones corresponde a este producto. Todos los productos juntos suman el 100 %.',
  share_of_choices_example: 'Elegido 30 veces de un total de 120: 25 %.',
  unique_name: 'Únicos',
  unique_sentence:
    'Cada visitante cuenta una vez en el período, por mucho que vuelva. Por eso los días pueden sumar más que el total del período, y las tasas crecen con su duración: compara períodos de igual duración.',
  unique_example: 'Quien viene tres días de una semana cuenta una vez en cada uno de esos días y una vez en la semana.',
  total_name: 'Totales',
  total_sentence: 'Todo cuenta cada vez que ocurre. Por eso los días suman el total del período.',
  total_example: 'Quien viene tres días de una semana cuenta tres veces.',
  change_name: 'Variación',
  change_sentence: 'La diferencia con el período con el que se compara, en porcentaje.',
  change_example: '120 visitantes después de 100: +20 %.',
  noise_name: 'Ruido',
  noise_sentence:
    'Un cambio que la variación aleatoria explica: el azar, y cuánto varían de todos modos los días y las semanas del sitio. Es gris, con ~ en lugar de una flecha. Todos los cambios de una tabla comparten un mismo margen de error, así que casi ninguno se colorea por azar.',
  noise_example:
    '12 pedidos después de 9 son +33 %, y ruido. 1.200 después de 900 son +33 %, y una noticia, salvo que el sitio varíe tanto a menudo.',
  estimate_name: '≈',
  estimate_sentence:
    'Una estimación: el número procede de una muestra de los visitantes, o cuenta personas en varios sitios web, donde quien visita dos cuenta una vez.',
  estimate_example:
    'Dos sitios web con 3000 y 2000 visitantes tienen juntos ≈ 4600 visitantes, porque unos 400 visitaron los dos.',
  segment_name: 'Segmento',
  segment_sentence:
    'Visitantes que tienen algo en común, como el canal, el dispositivo o el país. Elige uno para ver solo lo que hicieron allí: quien vino con el móvil y con el portátil está en ambos.',
  segment_example: 'Los visitantes que llegaron desde una búsqueda en el móvil son un segmento.',
  segment_alsoCalled: 'audiencia, filtro, desglose',
  campaign_name: 'Campaña',
  campaign_sentence:
    'Algo en tu sitio web que invita a los visitantes a actuar: un popup, una barra, un formulario, un cuestionario o una página de destino.',
  campaign_example: 'Un popup que ofrece un 10 % de descuento en el primer pedido.',
  campaign_alsoCalled: 'llamada a la acción, CTA',
  variant_name: 'Variante',
  variant_sentence: 'Una de varias versiones de una campaña. A cada visitante se le muestra una.',
  variant_example: 'La variante A dice «10 % de descuento»; la variante B, «Envío gratis».',
  variant_alsoCalled: 'versión, tratamiento',
  step_name: 'Paso',
  step_sentence: 'Una de las partes de una campaña, que los visitantes ven una tras otra.',
  step_example: 'Un cuestionario con tres preguntas y un resultado tiene cuatro pasos.',
  step_alsoCalled: 'pantalla, página',
  element_name: 'Elemento',
  element_sentence: 'Algo dentro de un paso que los visitantes pueden usar.',
  element_example: 'Un botón, un formulario, una pregunta de un cuestionario o un selector de productos.',
  product_name: 'Producto',
  product_sentence: 'Lo que se eligió o se compró, con el nombre que envían tus páginas o tu tienda.',
  product_example: 'Un selector de productos con tres tallas tiene tres productos.',
  website_name: 'Sitio web',
  website_sentence: 'Uno de los sitios web de tu cuenta, con sus propias campañas, moneda y zona horaria.',
  website_example: 'Tu tienda de España y tu tienda de Estados Unidos son dos sitios web.',
  funnel_name: 'Embudo',
  funnel_sentence: 'Pasos que los visitantes dan uno tras otro, y cuántos de ellos llegan a cada paso.',
  funnel_example: '1000 ven una oferta, 200 la abren y 20 compran.',
  funnel_visitors_name: 'Visitantes de un paso',
  funnel_visitors_sentence: 'Visitantes que dieron todos los pasos hasta este, en orden. Cada uno cuenta una vez.',
  funnel_visitors_example: 'Quien compra sin haber visto la oferta no está en el embudo.',
  share_of_first_step_name: 'Del primer paso',
  share_of_first_step_sentence: 'La proporción de los visitantes del primer paso que llegaron a este.',
  share_of_first_step_example: '1000 visitantes en el primer paso y 200 aquí: 20 %.',
  drop_off_name: 'Abandono',
  drop_off_sentence: 'La proporción de los visitantes del paso anterior que no llegaron a este.',
  drop_off_example: '200 visitantes en el paso anterior y 150 aquí: 25 %.',
  drop_off_alsoCalled: 'tasa de abandono',
  median_time_name: 'Tiempo mediano',
  median_time_sentence:
    'El tiempo típico desde el paso anterior: la mitad de los visitantes tardó menos y la otra mitad, más.',
  median_time_example: 'Tres visitantes que tardaron 10, 20 y 90 segundos: 20 segundos.',
  experiment_name: 'Experimento',
  experiment_sentence:
    'Una campaña activa que reparte a sus visitantes entre dos o más variantes activas para saber cuál es mejor.',
  experiment_example: 'La mitad de los visitantes ve la variante A y la otra mitad, la variante B.',
  experiment_alsoCalled: 'prueba A/B, test A/B',
  control_name: 'Control',
  control_sentence:
    'La variante con la que se comparan las demás: el grupo de exclusión o, si no hay, la primera variante.',
  control_example: 'La variante A es el control de un experimento con las variantes A, B y C.',
  control_alsoCalled: 'referencia',
  holdout_name: 'Grupo de exclusión',
  holdout_sentence:
    'Visitantes a los que no se les muestra nada, para saber qué habrían comprado de todos modos. Cuentan para el sitio web, no para la campaña.',
  holdout_example: 'De 100 visitantes, 10 no ven el popup.',
  holdout_alsoCalled: 'holdout',
  lift_name: 'Mejora',
  lift_sentence:
    'Cuánto mejor es una variante que el control, en porcentaje del control. La mejora real está dentro del intervalo con una probabilidad del 95 %, mires las veces que mires.',
  lift_example: 'El control convierte el 5 % de sus visitantes y la variante, el 6 %: una mejora de +20 %.',
  lift_alsoCalled: 'uplift, incremento',
  at_stake_name: 'En juego por semana',
  at_stake_sentence: 'Cuánto más aportaría una semana si todos los visitantes vieran la variante que va ganando.',
  at_stake_example:
    'En juego: 250 €. Cada semana en la que la mitad de los visitantes ve la variante más débil cuesta más o menos eso.',
  days_left_name: 'Días restantes',
  days_left_sentence:
    'Cuánto falta aproximadamente para que el experimento se decida, si el tráfico sigue como en los últimos 7 días.',
  days_left_example: 'Unos 9 días: vuelve a mirar la próxima semana.',
  running_for_name: 'En marcha desde hace',
  running_for_sentence:
    'Cuántos días lleva la prueba en marcha. Empieza cuando todas las variantes tienen visitantes, y vuelve a empezar cuando cambia el reparto del tráfico.',
  running_for_example: '14 días, del 1 al 14 de noviembre.',
  incremental_name: 'No habría llegado sin ella',
  incremental_sentence:
    'Lo que la campaña aportó además de lo que sus visitantes habrían comprado de todos modos, según muestra el grupo de exclusión.',
  incremental_example: 'De 4800 € atribuidos a un popup, unos 780 € no habrían llegado sin él.',
  incremental_alsoCalled: 'ingresos incrementales, incrementalidad',
  verdict_name: 'Veredicto',
  verdict_sentence: 'Qué dicen los números de un experimento y si bastan para decidir.',
  verdict_example: '«Continuar»: la diferencia aún puede ser casualidad.',
  attribution_name: 'Atribución',
  attribution_sentence: 'A qué campañas se atribuye un pedido. Hay varios modelos, y ninguno es el único correcto.',
  attribution_example:
    'Un visitante hace clic en un popup y más tarde en una barra, y luego compra: por última interacción, el pedido es de la barra.',
  attribution_alsoCalled: 'crédito de conversión',
  touch_name: 'Interacción',
  touch_sentence:
    'Algo que un visitante hizo en una campaña antes del pedido: una conversión o también una visualización, si así lo eliges. Si el pedido se atribuye a canales u otros valores, cuenta cada visita con ese valor; lo demás es igual.',
  touch_example: 'Un clic en un popup tres días antes del pedido.',
  touch_alsoCalled: 'punto de contacto',
  as_counted_name: 'Según se contó',
  as_counted_sentence:
    'El pedido entero se atribuye a la campaña que se indica en él. Si no se indica ninguna, se queda con aquella a la que se atribuyó al llegar. Todas las demás páginas cuentan así.',
  as_counted_example: 'Un pedido que indica el popup cuenta para el popup, sin importar lo que el visitante vio antes.',
  last_touch_name: 'Última interacción',
  last_touch_sentence: 'La última campaña con la que el visitante interactuó antes del pedido recibe el pedido entero.',
  last_touch_example: 'Popup, luego barra, luego un pedido de 100 €: la barra recibe 100 €.',
  first_touch_name: 'Primera interacción',
  first_touch_sentence:
    'La primera campaña con la que el visitante interactuó antes del pedido recibe el pedido entero.',
  first_touch_example: 'Popup, luego barra, luego un pedido de 100 €: el popup recibe 100 €.',
  equal_parts_name: 'Partes iguales',
  equal_parts_sentence: 'Todas las campañas con las que el visitante interactuó reciben partes iguales del pedido.',
  equal_parts_example: 'Popup, luego barra, luego un pedido de 100 €: cada uno recibe 50 €.',
  equal_parts_alsoCalled: 'atribución lineal',
  any_touch_name: 'Cualquier interacción',
  any_touch_sentence:
    'Cada campaña con la que el visitante interactuó recibe el pedido entero, así que las filas suman más que el total del sitio web.',
  any_touch_example: 'Popup, luego barra, luego un pedido de 100 €: cada uno recibe 100 €.',
  cost_name: 'Coste',
  cost_sentence:
    'Lo que gastaste en un canal o una campaña UTM, tal como lo introdujiste para cada mes. Una parte de un mes cuesta tanto como sus días representan del mes.',
  cost_example: '3000 € en noviembre: los diez primeros días cuestan 1000 €.',
  cost_alsoCalled: 'gasto, gasto publicitario, presupuesto',
  cost_per_order_name: 'Coste por pedido',
  cost_per_order_sentence:
    'El coste dividido entre los pedidos que el modelo elegido atribuye al canal o a la campaña UTM.',
  cost_per_order_example: '500 € en búsqueda de pago, que recibe 20 pedidos: 25 € por pedido.',
  cost_per_order_alsoCalled: 'coste por adquisición, CPA, coste por venta',
  return_on_spend_name: 'Retorno del gasto',
  return_on_spend_sentence:
    'Los ingresos que el modelo elegido atribuye al canal o a la campaña UTM, divididos entre su coste.',
  return_on_spend_example: '500 € en búsqueda de pago, que recibe 2000 €: 4,00×.',
  return_on_spend_alsoCalled: 'retorno de la inversión publicitaria, ROAS',

  retention_name: 'Retención',
  retention_sentence:
    'Cuántos visitantes vuelven, según la semana o el mes de su primera visualización, conversión o pedido.',
  retention_example: 'De 400 visitantes con un primer pedido en una semana, 48 vuelven a pedir en la siguiente: 12 %.',
  retention_alsoCalled: 'visitantes que vuelven, análisis de cohortes',

  cohort_name: 'Cohorte',
  cohort_sentence: 'Los visitantes cuyo primer evento es de la misma semana o del mismo mes.',
  cohort_example: '400 visitantes tienen su primer pedido en la semana del 5 de enero.',

  path_name: 'Recorrido',
  path_sentence:
    'Lo que los visitantes hacen justo después de un paso, o lo que hicieron antes, en el orden del tiempo.',
  path_example:
    'De 1200 visitantes que vieron un popup, 150 convirtieron después, y 20 de ellos pidieron a continuación.',
  path_alsoCalled: 'flujo de visitantes',

  followable_share_name: 'Visitantes que se pueden seguir',
  followable_share_sentence:
    'La proporción de los visitantes cuyo identificador no cambia de un día a otro. Sin consentimiento cambia cada día, por eso la retención y los recorridos los dejan fuera.',
  followable_share_example: 'De 1000 visitantes, 625 dieron su consentimiento: 62,5 %.',

  buyers_name: 'Compradores',
  buyers_sentence:
    'Los visitantes cuyo primer pedido está en el período y cuyos 30, 60 o 90 días posteriores han pasado.',
  buyers_example: 'En marzo, 780 visitantes pidieron por primera vez; el 1 de junio han pasado los 60 días de todos.',

  repeat_buyers_name: 'Compradores recurrentes',
  repeat_buyers_sentence:
    'Los compradores que vuelven a pedir en ese número de días después de su primer pedido. Un reembolso no cambia quién ha pedido.',
  repeat_buyers_example: 'De 780 compradores, 117 vuelven a pedir en 30 días: 15 %.',
  repeat_buyers_alsoCalled: 'clientes recurrentes, tasa de recompra',

  revenue_per_buyer_name: 'Ingresos por comprador',
  revenue_per_buyer_sentence:
    'Lo que los compradores gastan en ese número de días después de su primer pedido, este incluido y con los reembolsos restados, dividido entre los compradores.',
  revenue_per_buyer_example: '780 compradores gastan 46 800 $ en 30 días: 60,00 $ por comprador.',
  revenue_per_buyer_alsoCalled: 'valor del cliente, LTV',

  page_views_name: 'Páginas vistas',
  page_views_sentence:
    'Cuántas veces se abrió una página, con o sin campaña. Las páginas vistas son pasos de embudos y recorridos, y tráfico; ningún otro número las cuenta.',
  page_views_example: 'Quien abre la página de inicio y luego los precios tiene dos páginas vistas.',

  visitors_per_day_name: 'Visitantes por día',
  visitors_per_day_sentence:
    'Personas que abrieron una página, únicas cada día y sumadas entre días. Los días de otras herramientas no tienen otra cosa: quien vino dos días cuenta dos veces.',
  visitors_per_day_example: 'Quien viene el lunes y el viernes cuenta como dos.',

  reach_name: 'Vieron una campaña',
  reach_sentence: 'La proporción de los visitantes con páginas vistas que vieron alguna campaña.',
  reach_example: 'De 12 000 visitantes que abrieron una página, 4500 vieron una campaña: 37,5 %.',
  reach_alsoCalled: 'alcance de las campañas',
} satisfies TextsOf<'definitions'>;
