import type { SentenceTexts } from '../sentence.ts';

export default {
  onlyOneVariant: 'Solo una variante recibe tráfico, así que no hay nada que comparar.',
  doNotAct: 'No te fíes de estas cifras.',
  testStarts: 'La prueba empieza el primer día en que todas las variantes tienen visitantes.',
  wins: '{variant} gana con {metric} de {rate} ({visitors, plural, one {# visitante} other {# visitantes}}) frente a {rivalRate} en {rival} ({rivalVisitors, plural, one {# visitante} other {# visitantes}}).',
  loses:
    '{variant} pierde con {metric} de {rate} ({visitors, plural, one {# visitante} other {# visitantes}}) frente a {rivalRate} en {rival} ({rivalVisitors, plural, one {# visitante} other {# visitantes}}).',
  hasRate:
    '{variant} tiene {metric} de {rate} ({visitors, plural, one {# visitante} other {# visitantes}}) frente a {rivalRate} en {rival} ({rivalVisitors, plural, one {# visitante} other {# visitantes}}).',
  harms:
    'Mostrar la campaña perjudica: {variant} tiene {metric} de {rate} ({visitors, plural, one {# visitante} other {# visitantes}}) frente a {rivalRate} en {rival} ({rivalVisitors, plural, one {# visitante} other {# visitantes}}).',
  aheadBetween:
    '{variant} va por delante con {metric} de {rate} ({visitors, plural, one {# visitante} other {# visitantes}}) frente a {rivalRate} en {rival} ({rivalVisitors, plural, one {# visitante} other {# visitantes}}), pero la mejora real puede estar en cualquier punto entre {low} y {high}.',
  aheadFrom:
    '{variant} va por delante con {metric} de {rate} ({visitors, plural, one {# visitante} other {# visitantes}}) frente a {rivalRate} en {rival} ({rivalVisitors, plural, one {# visitante} other {# visitantes}}), pero la mejora real puede estar en cualquier punto a partir de {low}.',
  controlAheadBetween:
    '{variant} va por delante con {metric} de {rate} ({visitors, plural, one {# visitante} other {# visitantes}}) frente a {rivalRate} en {rival} ({rivalVisitors, plural, one {# visitante} other {# visitantes}}), pero con {rival} la mejora real puede estar en cualquier punto entre {low} y {high}.',
  controlAheadFrom:
    '{variant} va por delante con {metric} de {rate} ({visitors, plural, one {# visitante} other {# visitantes}}) frente a {rivalRate} en {rival} ({rivalVisitors, plural, one {# visitante} other {# visitantes}}), pero con {rival} la mejora real puede estar en cualquier punto a partir de {low}.',
  liftBetween: 'La mejora real está entre {low} y {high}.',
  liftAtLeast: 'La mejora real es de al menos {low}.',
  liftOfNothingBetween: 'No mostrar nada aporta una mejora real de entre {low} y {high}.',
  liftOfNothingAtLeast: 'No mostrar nada aporta una mejora real de al menos {low}.',
  liftOverItBetween: 'Con {rival}, la mejora real está entre {low} y {high}.',
  liftOverItAtLeast: 'Con {rival}, la mejora real es de al menos {low}.',
  liftTooSmall: 'La mejora real está entre {low} y {high}, y menos de {smallest} no importa aquí.',
  showToSegment: 'Muéstrala a estos visitantes.',
  showToEverybody: 'Muéstrala a todo el mundo o conserva un pequeño grupo de exclusión para seguir midiendo.',
  giveAllTraffic: 'Dale todo el tráfico.',
  dontShowToSegment: 'No la muestres a estos visitantes.',
  dontShowVariantToSegment: 'No muestres {variant} a estos visitantes.',
  stopCampaign: 'Detén la campaña.',
  stopVariant: 'Detén {variant} y deja que las demás sigan.',
  noDifference: 'No hay una diferencia que merezca la pena.',
  campaignMakesNoDifference: 'Mostrar la campaña no supone una diferencia que merezca la pena.',
  keepFavourite: 'Quédate con la variante que más te guste.',
  tryBolderOrStop: 'Prueba algo más atrevido o detén la campaña.',
  tryBolder: 'Prueba algo más atrevido.',
  keepRunning: 'Deja que la prueba continúe.',
  campaignWorks: 'Mostrar la campaña funciona, pero aún no se sabe qué variante es la mejor.',
  outlook:
    'Con el tráfico actual, {days, plural, one {falta # día aproximadamente} other {faltan unos # días}} para decidirlo.',
  willNotBeDecided:
    'No se decidirá con el tráfico actual: {days, plural, one {# día más no bastaría} other {# días más no bastarían}}.',
  segmentNotJudged:
    'No se decide nada sobre este segmento: no tiene visualizaciones en las semanas ya terminadas de la prueba. De ellas depende cuánta evidencia necesita un segmento.',
  tooEarly:
    'Es pronto para saberlo: cada variante necesita {days} días, {visitors} visitantes y alrededor de {events} {eventNoun}.',
  toBeginWith:
    'Para empezar, cada variante necesita {days} días, {visitors} visitantes y alrededor de {events} {eventNoun}.',

  variantWithoutTraffic: '{variant} debería recibir el {share} del tráfico, pero no tiene visitantes.',
  checkShown: 'Comprueba que se muestra y que sus eventos la identifican.',
  checkHoldoutMarked: 'Comprueba que el lugar donde no se muestra nada está marcado y que sus eventos lo identifican.',
  othersCompared: 'El veredicto compara las demás variantes.',
  creditUneven:
    'Los pedidos se atribuyen por conversión, y nadie convierte donde no se muestra nada. Por eso faltan los pedidos del grupo de exclusión. Atribúyelos por visualización o indica la variante en cada pedido.',
  holdoutWithoutOrders:
    'El grupo de exclusión no tiene ningún pedido. Sus pedidos deben identificarlo o atribuirse por visualización; si no, no se puede decir qué habría llegado sin la campaña.',
  holdoutCannotClick:
    'Donde no se muestra nada, nadie puede hacer clic. Por eso esta métrica no dice qué cambia la campaña; los pedidos sí.',
  sharesMismatch:
    'Los visitantes no están repartidos según lo previsto: {shares} de {total}. El azar no lo explica. En alguna variante se pierden visitantes o se cuentan dos veces, así que las tasas no se pueden comparar. Revisa las redirecciones, los errores de carga y los bots.',
  shareInsteadOf: '{variant} {share} en lugar de {planned}',
  severalVariants:
    'Cerca de {visitors, plural, one {# visitante} other {# visitantes}} de {total} ({share}) vieron más de una variante. Eso difumina la diferencia. Comprueba que cada visitante conserva la misma variante.',
  sampled:
    'Solo se contó una muestra de los visitantes ({share}), porque la prueba tiene demasiados eventos. Una muestra cambia a medida que llegan eventos, así que no decide nada.',
  sharesChanged:
    'El reparto del tráfico cambió el {day}. La prueba cuenta desde el día siguiente, porque no se deben mezclar visitantes de antes y de después de un cambio.',

  broughtTooEarly:
    'Es pronto para saber qué habría llegado sin la campaña: el grupo de exclusión y los demás necesitan {days} días, {visitors} visitantes y alrededor de {events} {eventNoun} cada uno.',
  broughtAtLeast: 'Sin la campaña faltarían al menos {low} de {credited}.',
  broughtBetween: 'Sin la campaña faltarían entre {low} y {high} de {credited}.',
  costs:
    'La campaña hace perder {kind}: sin ella, los mismos visitantes habrían aportado entre {low} y {high} más que {credited}. Detén la campaña.',
  broughtUnknown:
    'Aún no se sabe si la campaña aporta {kind}. Sin ella faltarían hasta {most} de {credited}; también puede costar hasta {cost}.',
  creditedMoney: 'los {amount} atribuidos',
  creditedOrders: '{count, plural, one {# pedido atribuido} other {los # pedidos atribuidos}}',
  creditedConversions: '{count, plural, one {# conversión atribuida} other {las # conversiones atribuidas}}',

  againstHoldout: '{name} frente a su grupo de exclusión:',
  experimentIn: 'El experimento en {name}:',
  keepSeveralRunning: '{count} experimentos aún no están decididos. Deja que continúen: {experiments}.',
  severalWillNotBeDecided:
    '{count} experimentos no se decidirán con el tráfico actual: {experiments}. Prueba en ellos algo más atrevido.',
  severalWithoutDifference:
    '{count} experimentos no muestran una diferencia que merezca la pena: {experiments}. Quédate con las variantes que más te gusten.',
  experimentWithDays: '{name} ({days, plural, one {# día} other {# días}} más, aproximadamente)',
  rateFell:
    'La tasa de conversión de {name} bajó significativamente: el {rate} de {visitors} visitantes, frente al {before} en las {weeks} semanas anteriores.',
  rateRose:
    'La tasa de conversión de {name} subió significativamente: el {rate} de {visitors} visitantes, frente al {before} en las {weeks} semanas anteriores.',
  costsAWeek: 'Eso cuesta cerca de {count, plural, one {# conversión} other {# conversiones}} por semana.',
  costsMoneyAWeek:
    'Eso cuesta cerca de {count, plural, one {# conversión} other {# conversiones}} por semana, por un valor aproximado de {money}.',
  bringsAWeek: 'Eso aporta cerca de {count, plural, one {# conversión} other {# conversiones}} por semana.',
  bringsMoneyAWeek:
    'Eso aporta cerca de {count, plural, one {# conversión} other {# conversiones}} por semana, por un valor aproximado de {money}.',
  findCauseInCampaign: 'Averigua qué cambió en la campaña o en su página.',
  findCauseAndKeep: 'Averigua qué cambió y consérvalo.',
  stepLosesMore:
    'El paso {step} de {funnel} pierde significativamente más visitantes que antes: continuó el {rate} de {visitors}, frente al {before} en las {weeks} semanas anteriores.',
  stepLosesMoreThanOthers:
    'El paso {step} de {funnel} pierde significativamente más visitantes que el mismo paso de las demás variantes ({variants}): continuó el {rate} de {visitors}, frente al {before} en ellas, en {weeks} semanas.',
  lostAWeek: 'Son {visitors} visitantes por semana.',
  lostMoneyAWeek: 'Son {visitors} visitantes por semana, por un valor aproximado de {money}.',
  checkStep: 'Revisa qué hay en este paso y pruébalo.',
  revenueBelow:
    'Los ingresos fueron de {revenue}, un {change} por debajo de la media de las {weeks} semanas anteriores ({usual}).',
  revenueAbove:
    'Los ingresos fueron de {revenue}, un {change} por encima de la media de las {weeks} semanas anteriores ({usual}).',
  causeTraffic:
    'Una causa es el tráfico, que cambió más de lo que suele variar: {visitors} visitantes, frente a {usual} en una semana normal.',
  causeTrafficIn:
    'Una causa es el tráfico, que cambió más de lo que suele variar: {visitors} visitantes, frente a {usual} en una semana normal, sobre todo en {name}.',
  trafficFell:
    'El tráfico bajó más de lo que suele variar: {visitors} visitantes, frente a {usual} en una semana normal.',
  trafficFellIn:
    'El tráfico bajó más de lo que suele variar: {visitors} visitantes, frente a {usual} en una semana normal, sobre todo en {name}.',
  trafficRose:
    'El tráfico subió más de lo que suele variar: {visitors} visitantes, frente a {usual} en una semana normal.',
  trafficRoseIn:
    'El tráfico subió más de lo que suele variar: {visitors} visitantes, frente a {usual} en una semana normal, sobre todo en {name}.',
  causeOrdering:
    'Una causa es la proporción de visitantes convertidos que compran, que cambió significativamente: {orders} pedidos en lugar de los {expected} esperados, sobre todo en {name}.',
  tryToOrder: 'Intenta hacer un pedido.',
  causeOrderValue:
    'Una causa es el valor medio del pedido, que cambió significativamente: {average}, frente a {usual} en las {weeks} semanas anteriores.',
  causeOrderValueIn:
    'Una causa es el valor medio del pedido, que cambió significativamente: {average}, frente a {usual} en las {weeks} semanas anteriores, sobre todo en {name}.',
  elementsUnused:
    '{count} elementos se ven pero no se usan: {elements}. Pruébalos. Si funcionan, quítalos o hazlos más claros.',
  elementOn: 'el elemento {name} en el paso {step} de {funnel}',
  elementNoLongerUsed:
    'El elemento {name} en el paso {step} de {funnel} ya no funciona o ya no se nota: ninguno de los {visitors} visitantes lo usó esta semana, frente al {before} antes. Pruébalo.',
  elementNeverUsed:
    'Nadie usa el elemento {name} en el paso {step} de {funnel}: {visitors} visitantes en cinco semanas y ni un solo uso. Comprueba que funciona. Si es así, quítalo o hazlo más claro.',
  weakCampaign:
    '{name} recibe el {share} de los visitantes de tus campañas de tipo {type} y convierte al {rate} de ellos. Las demás son significativamente mejores: convierten al {othersRate} de {visitors}. Envía el tráfico a una campaña mejor o rehaz esta.',
  wouldBring:
    'Si fuera tan buena como las demás, aportaría cerca de {count, plural, one {# conversión} other {# conversiones}} más por semana.',
  wouldBringMoney:
    'Si fuera tan buena como las demás, aportaría cerca de {count, plural, one {# conversión} other {# conversiones}} más por semana, por un valor aproximado de {money}.',
  notEnoughData:
    'No hay datos suficientes para dar recomendaciones: {visitors, plural, one {# visitante} other {# visitantes}} en la semana del {day}. Se necesitan al menos {least}.',
  weekBrought: 'La semana aportó {totals}.',
  weekBroughtAfter: 'La semana aportó {totals}, tras {totalsBefore} la semana anterior.',
  totalsWithOrders:
    '{money} de {orders, plural, one {# pedido} other {# pedidos}} y {visitors, plural, one {# visitante} other {# visitantes}}',
  totalsWithConversions:
    '{conversions, plural, one {# conversión} other {# conversiones}} de {visitors, plural, one {# visitante} other {# visitantes}}',
  broughtMostRevenue:
    '{name} fue la que más aportó: {part} de {whole}, con {visitors, plural, one {# visitante} other {# visitantes}}.',
  broughtMostConversions:
    '{name} fue la que más aportó: {part} de {whole, plural, one {# conversión} other {# conversiones}}, con {visitors, plural, one {# visitante} other {# visitantes}}.',
  bestVariant:
    'De todas las variantes, la que más conversiones tuvo fue {variant} de {name}: {conversions} de {visitors, plural, one {# visitante} other {# visitantes}}.',
  weekFunnel:
    'De {visitors, plural, one {# visitante} other {# visitantes}}, {converted} convirtieron ({rate}) y {completed} llegaron hasta el final.',
  weekFunnelCompared:
    'De {visitors, plural, one {# visitante} other {# visitantes}}, {converted} convirtieron ({rate}, frente a {usual} en las {weeks} semanas anteriores) y {completed} llegaron hasta el final.',
  busiestDay:
    'El {weekday} fue el día con más actividad: {views, plural, one {# visualización} other {# visualizaciones}}.',
  goalOnCourse: 'Objetivo {name}: {reached} de {target} hasta ahora, camino de {forecast} (entre {low} y {high}).',
  goalSoFar: 'Objetivo {name}: {reached} de {target} hasta ahora. No hay pronóstico antes de cuatro semanas de datos.',
  goalAtRisk: 'El objetivo {name} difícilmente se alcanzará este mes.',
  checkGoal:
    'El pronóstico sigue los días, las horas y la tendencia de las últimas ocho semanas; incluso el extremo superior queda por debajo del objetivo.',

  fallComesFrom:
    'La bajada viene del segmento {dimension} {name}: {observed} {noun} en lugar de cerca de {expected}. Los demás se mantienen estables: {othersObserved} en lugar de cerca de {othersExpected}.',
  riseComesFrom:
    'La subida viene del segmento {dimension} {name}: {observed} {noun} en lugar de cerca de {expected}. Los demás se mantienen estables: {othersObserved} en lugar de cerca de {othersExpected}.',

  fewer: '{change} menos de {noun} el {day}: {count} en lugar de cerca de {expected}.',
  weekFewer: '{change} menos de {noun} en 7 días: {count} en lugar de {before} en los 7 días anteriores.',
  more: '{change} más de {noun} el {day}: {count} en lugar de cerca de {expected}.',
  expectedFrom: 'El número esperado se basa en las últimas semanas de este sitio web y en el día de la semana.',
  sameIsTrueOf: 'Lo mismo ocurre con {counts}.',
  countInsteadOf: '{noun} ({count} en lugar de {expected})',
  checkDrop:
    'Comprueba que las páginas cargan, que el rastreador está en todas y si algún anuncio ha terminado o algún enlace ya no existe.',
  checkSpike: 'Mira de dónde vienen: un anuncio o enlace nuevo, o bots.',
  eventsStopped:
    'No llega ningún evento desde hace {hours, plural, one {# hora} other {# horas}}: los últimos fueron el {day}.',
  checkEvents:
    'Este sitio web suele tener unos {visitors} visitantes en un día así. Comprueba que el sitio funciona, que sus páginas siguen cargando el rastreador y que su clave es válida; si tus servidores envían los eventos, comprueba que lo hacen.',
  experimentNotTrusted: 'Las cifras del experimento en {name} no son fiables.',
  decidedWinner: 'El experimento en {name} está decidido: hay una ganadora.',
  decidedLoser: 'El experimento en {name} está decidido: una variante pierde.',
  decidedHarmful: 'El experimento en {name} está decidido: mostrar la campaña perjudica.',
  decidedNoDifference: 'El experimento en {name} está decidido: no hay una diferencia que merezca la pena.',

  noEventHasValue: 'Ningún evento de este sitio web desde el {day} tiene {asked}, así que no se cuenta nada.',
  noCampaignHasValue: 'Ninguna campaña de este sitio web tiene {asked}, así que no hay ninguna.',
  nearestValues: 'Los valores más parecidos son {values}: pregunta por uno de ellos.',
  largestValues: 'Los valores más frecuentes son {values}: pregunta por uno de ellos.',
  noOtherValues: 'Tampoco hay otros valores.',
  windowBeforeFirstDay:
    'Todos estos días son anteriores al {day}, el primer día con eventos. Pregunta por días desde entonces.',
  windowInTheFuture:
    'Todos estos días son posteriores a hoy, {day}, así que aún no ha pasado nada. Pregunta por días hasta hoy.',
  nothingBeforeAllTime:
    'No se compara nada: no hay ningún período antes del comienzo. Para comparar, pregunta por otro período.',
  insightsWeekAlone:
    'No se compara nada: la semana de los hallazgos va sola. Para comparar, pregunta por sus días como período personalizado.',
  previousBeforeYear1:
    'No se compara nada: el período anterior empezaría antes del año 1. Para comparar, pregunta por menos días.',
  windowBeginsEarlier:
    'Estos días empiezan antes del {day}, el primer día con eventos: los números son los de desde entonces.',
  previousBeginsEarlier:
    'El período con el que se compara empieza antes del {day}, el primer día con eventos, así que las variaciones dicen poco. Compara días desde entonces.',
  mostHaveNoValue:
    'El {share} de las visualizaciones de estos días no tiene valor de la dimensión {dimension}, y ningún día la mayoría tiene uno. Así que falta una parte de cada segmento.',
  mostHaveNoValueUntil:
    'El {share} de las visualizaciones de estos días no tiene valor de la dimensión {dimension}: la mayoría solo tiene uno desde el {day}. Pregunta por días desde entonces.',
  comparedTooEarly:
    'Este período no termina hasta el final del {day}, y se compara con uno que ya terminó. Pregunta con compare=same_part para compararlo con la misma parte del período anterior, o pregunta por días que hayan terminado.',
  comparedYearTooEarly:
    'Este período no termina hasta el final del {day}, y se compara con uno que ya terminó. Donde exista este parámetro, pregunta con same_part=true para compararlo con la misma parte del año anterior, o pregunta por días que hayan terminado.',
  comparedWholeTooEarly:
    'Este período no termina hasta el final del {day}, y se compara con uno que ya terminó. Pregunta por días que hayan terminado.',
  withinNoise:
    'La variación aleatoria explica los cambios de {metrics}: este sitio varía lo mismo de todos modos. No los presentes como subidas o bajadas.',
  onlyNews:
    'La variación aleatoria explica todos los cambios menos estos: {changes}. No presentes los demás como subidas o bajadas.',
  allNoise:
    'La variación aleatoria explica todos los cambios de esta lista: no presentes ninguno como subida o bajada.',
  changeOf: '{metric} de {name}',
  includesHoldout:
    'Estos números incluyen visitantes a los que no se mostró nada: {holdouts}. Lo que hicieron no está en los números de la campaña. No lo sumes a lo que ganó la campaña.',
  holdoutWithVisitors: '{name} ({visitors, plural, one {# visitante} other {# visitantes}})',
  holdoutWithViews: '{name} ({views, plural, one {# visualización} other {# visualizaciones}})',
  mixedCurrencies:
    'Estas sumas juntan {currencies} sin conversión, así que no son importes. Usa los ingresos en cada moneda.',
  comparedEstimated:
    'Los visitantes únicos de los días de comparación son estimaciones, normalmente con un margen del 1 %: no se conservan todos sus eventos, o son demasiados. Los del propio periodo están contados.',
  unknownAsDirect:
    'Hasta el día anterior al {day}, los eventos que no decían nada de su visita contaban como directos. Entre los directos de estos días hay {views, plural, one {# vista} other {# vistas}} y {orders, plural, one {# pedido} other {# pedidos}} sin página, dispositivo ni origen.',
  ordersWithoutVisit:
    'Los pedidos sin canal llegaron de un servidor que no dijo nada de la visita. La atribución sabe qué habían tocado antes sus visitantes.',
  noContactsEver:
    'Nunca se ha guardado ningún contacto de este sitio web, así que no hay nada que contar. Los contactos llegan por formularios (data-form), por POST /contacts y desde el panel.',
  notWatched: 'Todavía no se vigila nada: este sitio web no tiene eventos.',
  watchedSince:
    'Las caídas y los picos de este sitio web se detectan desde el {day}, en días en los que se esperan al menos {least} visitantes, visitantes que convierten o pedidos. Que no haya alertas no dice nada de cifras menores.',
  watchedFrom:
    'Las caídas y los picos de este sitio web se detectarán a partir del {day}, tras seis semanas de eventos, en días en los que se esperan al menos {least} visitantes, visitantes que convierten o pedidos. Antes, que no haya alertas no dice nada.',
  elementsGetNoViews:
    'No se enviaron vistas de {elements}, así que 0 vistas y tasas de 0 no dicen nada de ellos. Lee las otras cifras y las vistas de su paso.',
  ordersWithoutCampaign:
    '{orders, plural, one {# pedido} other {# pedidos}} por {revenue} en estos días no {orders, plural, one {pertenece} other {pertenecen}} a ninguna campaña.',
  ordersOfHoldouts:
    '{orders, plural, one {# pedido} other {# pedidos}} por {revenue} {orders, plural, one {es} other {son}} de grupos de control, a cuyos visitantes no se mostró nada: ninguna campaña {orders, plural, one {lo} other {los}} generó.',
  ordersOfThePart: 'Aquí solo cuenta lo que coincide con los filtros y las horas de la lista.',
  visitorsEstimated:
    'Estos visitantes únicos son estimaciones, normalmente con un margen del 1 %, porque hay más de {events} eventos. Para tener cifras exactas, elige menos días.',
  visitorsAddedPerDay:
    'Los visitantes son únicos dentro de cada día y se suman entre días: quien vino varios días cuenta varias veces. Compáralos solo con visitantes sumados de la misma manera.',
  hasHistory:
    '{tools} contó {days, plural, one {# día} other {# días}} de este período o del anterior. Ese historial importado no está en estas cifras: está en el informe de tráfico.',
  hasHistoryWithVisitors:
    '{tools} contó {visitors, plural, one {# visitante} other {# visitantes}}, sumados por día, en {days, plural, one {# día} other {# días}} de este período o del anterior. Ese historial importado no está en estas cifras: está en el informe de tráfico.',

  quoted: '«{name}»',
  unnamedVariant: 'la variante {name}',
  unnamedVariantInList: 'variante {name}',
  variantOfCampaign: '{name} ({variant})',
  holdout: 'el grupo de exclusión',
  holdoutFirst: 'el grupo de exclusión',
  rivalHoldout: 'el grupo de exclusión',
  aConversionRate: 'una tasa de conversión',
  aCompletionRate: 'una tasa de finalización',
  aSubscribeRate: 'una tasa de suscripción',
  anOrderRate: 'una tasa de pedidos',
  aRevenuePerVisitor: 'unos ingresos por visitante',
  conversions: 'conversiones',
  completions: 'finalizaciones',
  subscribers: 'suscripciones',
  orders: 'pedidos',
  kindMoney: 'dinero',
  kindOrders: 'pedidos',
  kindConversions: 'conversiones',
  visitors: 'visitantes',
  visitorsWhoConverted: 'visitantes que convirtieron',
  visitorsWhoContinued: 'visitantes que continuaron',
  channel: 'canal',
  source: 'fuente',
  medium: 'medio',
  utmCampaign: 'campaña UTM',
  referrer: 'sitio de referencia',
  device: 'dispositivo',
  browser: 'navegador',
  operatingSystem: 'sistema operativo',
  country: 'país',
  language: 'idioma',
  page: 'página',
  kindOfVisitor: 'tipo de visitante',
  device_desktop: 'Ordenador',
  device_mobile: 'Móvil',
  device_tablet: 'Tableta',
  visitor_type_new: 'Nuevos',
  visitor_type_returning: 'Recurrentes',
  channel_direct: 'Directo',
  channel_organic_search: 'Búsqueda orgánica',
  channel_paid_search: 'Búsqueda de pago',
  channel_organic_social: 'Redes sociales (orgánico)',
  channel_paid_social: 'Redes sociales (de pago)',
  channel_email: 'Correo electrónico',
  channel_display: 'Display',
  channel_affiliates: 'Afiliados',
  channel_referral: 'Referencias',
  channel_other: 'Otro',

  // The story of a contact: what is not known.
  storyEventsNotKept:
    'El sitio web no conserva sus eventos, así que solo se conocen el contacto y sus pedidos. Active «Conservar eventos para los segmentos» en los ajustes del sitio web para ver más a partir de ese momento.',
  storyVisitorUnknown:
    'Nada de lo que se ha contado pertenece al visitante de este contacto, así que solo se muestra lo que dice el propio contacto. Un visitante que no ha dado su consentimiento recibe cada día otro identificador, y nada indica que sea la misma persona.',
  storyKeptFrom: 'Los eventos anteriores al {day} no se conservan.',
  storyNotAllRead: 'Hay demasiado que leer: solo se muestra lo ocurrido desde el {day}.',
  storyDaysWithout:
    '{days, plural, one {# día tuvo tantos eventos que los de este visitante no se conservaron.} many {# días tuvieron tantos eventos que los de este visitante no se conservaron.} other {# días tuvieron tantos eventos que los de este visitante no se conservaron.}}',

  // What became of a message.
  deliveryReceiverStatus: 'El destinatario respondió con el estado {status}.',
  deliveryReceiverRedirects:
    'El destinatario respondió con el estado {status}. No se siguen redirecciones: indica la URL a la que redirige.',
  deliveryReceiverTooSlow: 'El destinatario no respondió a tiempo.',
  deliveryReceiverNotReached: 'No se pudo contactar con el destinatario: {reason}',
  deliveryUrlNotPublic: '{host} no es una dirección pública de internet.',
  deliveryUrlNotHttps: 'Solo se llama a URL con https.',
  deliveryUrlWithCredentials: 'No se llama a URL con credenciales.',
  deliveryAttemptInterrupted: 'El último intento se interrumpió.',
  deliveryAttemptTooLong: 'El intento tardó demasiado.',
  deliveryServiceCouldNotSend: 'El servicio no pudo enviarlo.',
  deliveryStoredMessageUnreadable: 'El mensaje guardado no se puede leer.',
  deliveryNoMailServer: 'Esta instalación no envía correos. El operador tiene que configurar SMTP_URL y MAIL_FROM.',
  deliveryMailRefused: 'El servidor de correo no aceptó el mensaje.',
  deliveryMailRefusedWith: 'El servidor de correo no aceptó el mensaje (estado {status}).',
  deliveryMailServerTookTest: 'El servidor de correo aceptó la notificación de prueba.',
  deliveryMailServerTookReport: 'El servidor de correo aceptó el informe.',
  deliverySlackTookTest: 'Slack aceptó la notificación de prueba.',
  deliverySlackTookReport: 'Slack aceptó el informe.',
  deliveryReceiverTookTest: 'El destinatario aceptó la notificación de prueba.',
  deliveryReceiverTookReport: 'El destinatario aceptó el informe.',
  deliveryMailsOfDaySent: 'La cuenta puede enviar {count} correos al día. Este se enviará mañana.',
} satisfies SentenceTexts;
