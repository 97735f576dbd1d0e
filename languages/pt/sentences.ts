import type { SentenceTexts } from '../sentence.ts';

export default {
  onlyOneVariant: 'Só uma variante recebe tráfego, então não há o que comparar.',
  doNotAct: 'Não confie nestes números.',
  testStarts: 'O teste começa no primeiro dia em que todas as variantes têm visitantes.',
  wins: '{variant} vence com {metric} de {rate} ({visitors, plural, one {# visitante} other {# visitantes}}), contra {rivalRate} para {rival} ({rivalVisitors, plural, one {# visitante} other {# visitantes}}).',
  loses:
    '{variant} perde com {metric} de {rate} ({visitors, plural, one {# visitante} other {# visitantes}}), contra {rivalRate} para {rival} ({rivalVisitors, plural, one {# visitante} other {# visitantes}}).',
  hasRate:
    '{variant} tem {metric} de {rate} ({visitors, plural, one {# visitante} other {# visitantes}}), contra {rivalRate} para {rival} ({rivalVisitors, plural, one {# visitante} other {# visitantes}}).',
  harms:
    'Exibir a campanha prejudica: {variant} tem {metric} de {rate} ({visitors, plural, one {# visitante} other {# visitantes}}), contra {rivalRate} para {rival} ({rivalVisitors, plural, one {# visitante} other {# visitantes}}).',
  aheadBetween:
    '{variant} está na frente com {metric} de {rate} ({visitors, plural, one {# visitante} other {# visitantes}}), contra {rivalRate} para {rival} ({rivalVisitors, plural, one {# visitante} other {# visitantes}}), mas o ganho real pode estar em qualquer ponto entre {low} e {high}.',
  aheadFrom:
    '{variant} está na frente com {metric} de {rate} ({visitors, plural, one {# visitante} other {# visitantes}}), contra {rivalRate} para {rival} ({rivalVisitors, plural, one {# visitante} other {# visitantes}}), mas o ganho real pode estar em qualquer ponto a partir de {low}.',
  controlAheadBetween:
    '{variant} está na frente com {metric} de {rate} ({visitors, plural, one {# visitante} other {# visitantes}}), contra {rivalRate} para {rival} ({rivalVisitors, plural, one {# visitante} other {# visitantes}}), mas com {rival} o ganho real pode estar em qualquer ponto entre {low} e {high}.',
  controlAheadFrom:
    '{variant} está na frente com {metric} de {rate} ({visitors, plural, one {# visitante} other {# visitantes}}), contra {rivalRate} para {rival} ({rivalVisitors, plural, one {# visitante} other {# visitantes}}), mas com {rival} o ganho real pode estar em qualquer ponto a partir de {low}.',
  liftBetween: 'O ganho real está entre {low} e {high}.',
  liftAtLeast: 'O ganho real é de pelo menos {low}.',
  liftOfNothingBetween: 'Não exibir nada traz um ganho real entre {low} e {high}.',
  liftOfNothingAtLeast: 'Não exibir nada traz um ganho real de pelo menos {low}.',
  liftOverItBetween: 'Com {rival}, o ganho real está entre {low} e {high}.',
  liftOverItAtLeast: 'Com {rival}, o ganho real é de pelo menos {low}.',
  liftTooSmall: 'O ganho real está entre {low} e {high}, e menos de {smallest} não faz diferença aqui.',
  showToSegment: 'Exiba-a a esses visitantes.',
  showToEverybody: 'Exiba-a a todos ou mantenha um pequeno grupo de exclusão para continuar medindo.',
  giveAllTraffic: 'Dê a ela todo o tráfego.',
  dontShowToSegment: 'Não a exiba a esses visitantes.',
  dontShowVariantToSegment: 'Não exiba {variant} a esses visitantes.',
  stopCampaign: 'Encerre a campanha.',
  stopVariant: 'Encerre {variant} e deixe as outras continuarem.',
  noDifference: 'Não há diferença relevante.',
  campaignMakesNoDifference: 'Exibir a campanha não faz diferença relevante.',
  keepFavourite: 'Fique com a variante de que você mais gosta.',
  tryBolderOrStop: 'Tente algo mais ousado ou encerre a campanha.',
  tryBolder: 'Tente algo mais ousado.',
  keepRunning: 'Deixe o teste continuar.',
  campaignWorks: 'Exibir a campanha funciona, mas ainda não se sabe qual variante é a melhor.',
  outlook:
    'Com o tráfego atual, {days, plural, one {falta cerca de # dia} other {faltam cerca de # dias}} para a decisão.',
  willNotBeDecided:
    'Isto não será decidido com o tráfego atual: {days, plural, one {mais # dia não bastaria} other {mais # dias não bastariam}}.',
  segmentNotJudged:
    'Nada é decidido sobre este segmento: ele não tem visualizações nas semanas já encerradas do teste. São elas que definem quanta evidência um segmento precisa ter.',
  tooEarly:
    'É cedo para dizer: cada variante precisa de {days} dias, {visitors} visitantes e cerca de {events} {eventNoun}.',
  toBeginWith:
    'Para começar, cada variante precisa de {days} dias, {visitors} visitantes e cerca de {events} {eventNoun}.',

  variantWithoutTraffic: '{variant} deveria receber {share} do tráfego, mas não tem visitantes.',
  checkShown: 'Verifique se ela é exibida e se os eventos dela a identificam.',
  checkHoldoutMarked: 'Verifique se o lugar onde nada é exibido está marcado e se os eventos dele o identificam.',
  othersCompared: 'O veredito compara as outras variantes.',
  creditUneven:
    'Os pedidos são atribuídos por conversão, e ninguém converte onde nada é exibido. Por isso faltam os pedidos do grupo de exclusão. Atribua-os por visualização ou informe a variante em cada pedido.',
  holdoutWithoutOrders:
    'O grupo de exclusão não tem nenhum pedido. Os pedidos dele precisam identificá-lo ou ser atribuídos por visualização; do contrário, não dá para dizer o que teria vindo sem a campanha.',
  holdoutCannotClick:
    'Onde nada é exibido, ninguém pode clicar. Por isso esta métrica não mostra o que a campanha muda; os pedidos mostram.',
  sharesMismatch:
    'Os visitantes não estão divididos como planejado: {shares} de {total}. O acaso não explica isso. Em alguma variante, visitantes se perdem ou são contados duas vezes, então as taxas não podem ser comparadas. Verifique redirecionamentos, erros de carregamento e robôs.',
  shareInsteadOf: '{variant} {share} em vez de {planned}',
  severalVariants:
    'Cerca de {visitors, plural, one {# visitante} other {# visitantes}} de {total} ({share}) viram mais de uma variante. Isso mascara a diferença. Verifique se cada visitante mantém a mesma variante.',
  sampled:
    'Só uma amostra dos visitantes ({share}) foi contada, porque o teste tem eventos demais. Uma amostra muda à medida que os eventos chegam, então nada é decidido por ela.',
  sharesChanged:
    'A divisão do tráfego mudou em {day}. O teste conta a partir do dia seguinte, porque visitantes de antes e de depois de uma mudança não podem ser misturados.',

  broughtTooEarly:
    'É cedo para dizer o que teria vindo sem a campanha: o grupo de exclusão e os demais precisam de {days} dias, {visitors} visitantes e cerca de {events} {eventNoun} cada um.',
  broughtAtLeast: 'Sem a campanha, faltariam pelo menos {low} de {credited}.',
  broughtBetween: 'Sem a campanha, faltariam entre {low} e {high} de {credited}.',
  costs:
    'A campanha faz perder {kind}: sem ela, os mesmos visitantes teriam trazido entre {low} e {high} a mais do que {credited}. Encerre a campanha.',
  broughtUnknown:
    'Ainda não se sabe se a campanha traz {kind}. Sem ela, faltariam até {most} de {credited}; ela também pode custar até {cost}.',
  creditedMoney: '{amount} atribuídos a ela',
  creditedOrders: '{count, plural, one {# pedido atribuído a ela} other {# pedidos atribuídos a ela}}',
  creditedConversions: '{count, plural, one {# conversão atribuída a ela} other {# conversões atribuídas a ela}}',

  againstHoldout: '{name} em comparação com o grupo de exclusão:',
  experimentIn: 'O experimento em {name}:',
  keepSeveralRunning: '{count} experimentos ainda não foram decididos. Deixe-os continuar: {experiments}.',
  severalWillNotBeDecided:
    '{count} experimentos não serão decididos com o tráfego atual: {experiments}. Tente algo mais ousado neles.',
  severalWithoutDifference:
    '{count} experimentos não mostram diferença relevante: {experiments}. Fique com as variantes de que você mais gosta.',
  experimentWithDays: '{name} (mais {days, plural, one {# dia} other {# dias}}, aproximadamente)',
  rateFell:
    'A taxa de conversão de {name} caiu significativamente: {rate} de {visitors} visitantes, contra {before} nas {weeks} semanas anteriores.',
  rateRose:
    'A taxa de conversão de {name} subiu significativamente: {rate} de {visitors} visitantes, contra {before} nas {weeks} semanas anteriores.',
  costsAWeek: 'Isso custa cerca de {count, plural, one {# conversão} other {# conversões}} por semana.',
  costsMoneyAWeek:
    'Isso custa cerca de {count, plural, one {# conversão} other {# conversões}} por semana, no valor aproximado de {money}.',
  bringsAWeek: 'Isso traz cerca de {count, plural, one {# conversão} other {# conversões}} por semana.',
  bringsMoneyAWeek:
    'Isso traz cerca de {count, plural, one {# conversão} other {# conversões}} por semana, no valor aproximado de {money}.',
  findCauseInCampaign: 'Descubra o que mudou na campanha ou na página dela.',
  findCauseAndKeep: 'Descubra o que mudou e mantenha.',
  stepLosesMore:
    'A etapa {step} de {funnel} perde significativamente mais visitantes do que antes: {rate} de {visitors} continuaram, contra {before} nas {weeks} semanas anteriores.',
  stepLosesMoreThanOthers:
    'A etapa {step} de {funnel} perde significativamente mais visitantes do que a mesma etapa das outras variantes ({variants}): {rate} de {visitors} continuaram, contra {before} nelas, ao longo de {weeks} semanas.',
  lostAWeek: 'São {visitors} visitantes por semana.',
  lostMoneyAWeek: 'São {visitors} visitantes por semana, no valor aproximado de {money}.',
  checkStep: 'Verifique o que há nesta etapa e faça um teste.',
  revenueBelow: 'A receita foi de {revenue}, {change} abaixo da média das {weeks} semanas anteriores ({usual}).',
  revenueAbove: 'A receita foi de {revenue}, {change} acima da média das {weeks} semanas anteriores ({usual}).',
  causeTraffic:
    'Uma das causas é o tráfego, que mudou mais do que costuma variar: {visitors} visitantes, contra {usual} em uma semana comum.',
  causeTrafficIn:
    'Uma das causas é o tráfego, que mudou mais do que costuma variar: {visitors} visitantes, contra {usual} em uma semana comum, principalmente em {name}.',
  trafficFell: 'O tráfego caiu mais do que costuma variar: {visitors} visitantes, contra {usual} em uma semana comum.',
  trafficFellIn:
    'O tráfego caiu mais do que costuma variar: {visitors} visitantes, contra {usual} em uma semana comum, principalmente em {name}.',
  trafficRose: 'O tráfego subiu mais do que costuma variar: {visitors} visitantes, contra {usual} em uma semana comum.',
  trafficRoseIn:
    'O tráfego subiu mais do que costuma variar: {visitors} visitantes, contra {usual} em uma semana comum, principalmente em {name}.',
  causeOrdering:
    'Uma das causas é a proporção de visitantes convertidos que compram, que mudou significativamente: {orders} pedidos em vez dos {expected} esperados, principalmente em {name}.',
  tryToOrder: 'Tente fazer um pedido.',
  causeOrderValue:
    'Uma das causas é o ticket médio, que mudou significativamente: {average}, contra {usual} nas {weeks} semanas anteriores.',
  causeOrderValueIn:
    'Uma das causas é o ticket médio, que mudou significativamente: {average}, contra {usual} nas {weeks} semanas anteriores, principalmente em {name}.',
  elementsUnused:
    '{count} elementos são vistos, mas não usados: {elements}. Teste-os. Se funcionarem, remova-os ou deixe-os mais claros.',
  elementOn: 'o elemento {name} na etapa {step} de {funnel}',
  elementNoLongerUsed:
    'O elemento {name} na etapa {step} de {funnel} não funciona mais ou não é mais notado: nenhum dos {visitors} visitantes o usou nesta semana, contra {before} antes. Faça um teste.',
  elementNeverUsed:
    'Ninguém usa o elemento {name} na etapa {step} de {funnel}: {visitors} visitantes em cinco semanas e nenhum uso. Verifique se ele funciona. Se funcionar, remova-o ou deixe-o mais claro.',
  weakCampaign:
    '{name} recebe {share} dos visitantes das suas campanhas do tipo {type} e converte {rate} deles. As outras são significativamente melhores: convertem {othersRate} de {visitors}. Direcione o tráfego para uma campanha melhor ou reformule esta.',
  wouldBring:
    'Se ela fosse tão boa quanto as outras, traria cerca de {count, plural, one {# conversão} other {# conversões}} a mais por semana.',
  wouldBringMoney:
    'Se ela fosse tão boa quanto as outras, traria cerca de {count, plural, one {# conversão} other {# conversões}} a mais por semana, no valor aproximado de {money}.',
  notEnoughData:
    'Não há dados suficientes para recomendações: {visitors, plural, one {# visitante} other {# visitantes}} na semana de {day}. São necessários pelo menos {least}.',
  weekBrought: 'A semana trouxe {totals}.',
  weekBroughtAfter: 'A semana trouxe {totals}, depois de {totalsBefore} na semana anterior.',
  totalsWithOrders:
    '{money} de {orders, plural, one {# pedido} other {# pedidos}} e {visitors, plural, one {# visitante} other {# visitantes}}',
  totalsWithConversions:
    '{conversions, plural, one {# conversão} other {# conversões}} de {visitors, plural, one {# visitante} other {# visitantes}}',
  broughtMostRevenue:
    '{name} foi a que mais trouxe: {part} de {whole}, com {visitors, plural, one {# visitante} other {# visitantes}}.',
  broughtMostConversions:
    '{name} foi a que mais trouxe: {part} de {whole, plural, one {# conversão} other {# conversões}}, com {visitors, plural, one {# visitante} other {# visitantes}}.',
  bestVariant:
    'De todas as variantes, a que teve mais conversões foi {variant} de {name}: {conversions} de {visitors, plural, one {# visitante} other {# visitantes}}.',
  weekFunnel:
    'De {visitors, plural, one {# visitante} other {# visitantes}}, {converted} converteram ({rate}) e {completed} chegaram até o fim.',
  weekFunnelCompared:
    'De {visitors, plural, one {# visitante} other {# visitantes}}, {converted} converteram ({rate}, contra {usual} nas {weeks} semanas anteriores) e {completed} chegaram até o fim.',
  busiestDay:
    'O dia mais movimentado foi {weekday}, com {views, plural, one {# visualização} other {# visualizações}}.',
  goalOnCourse: 'Meta {name}: {reached} de {target} até agora, a caminho de {forecast} ({low} a {high}).',
  goalSoFar: 'Meta {name}: {reached} de {target} até agora. Não há previsão antes de quatro semanas de números.',
  goalAtRisk: 'A meta {name} dificilmente será alcançada neste mês.',
  checkGoal:
    'A previsão segue os dias da semana, as horas e a tendência das últimas oito semanas; até o limite superior da faixa fica abaixo da meta.',

  fallComesFrom:
    'A queda vem do segmento {dimension} {name}: {observed} {noun} em vez de cerca de {expected}. Todos os outros estão estáveis: {othersObserved} em vez de cerca de {othersExpected}.',
  riseComesFrom:
    'A alta vem do segmento {dimension} {name}: {observed} {noun} em vez de cerca de {expected}. Todos os outros estão estáveis: {othersObserved} em vez de cerca de {othersExpected}.',

  fewer: '{change} menos {noun} em {day}: {count} em vez de cerca de {expected}.',
  weekFewer: '{change} menos {noun} em 7 dias: {count} em vez de {before} nos 7 dias anteriores.',
  more: '{change} mais {noun} em {day}: {count} em vez de cerca de {expected}.',
  expectedFrom: 'O número esperado se baseia nas últimas semanas deste site e no dia da semana.',
  sameIsTrueOf: 'O mesmo vale para {counts}.',
  countInsteadOf: '{noun} ({count} em vez de {expected})',
  checkDrop:
    'Verifique se as páginas carregam, se o rastreador está em todas elas e se algum anúncio terminou ou algum link deixou de existir.',
  checkSpike: 'Veja de onde eles vêm: um anúncio ou link novo, ou robôs.',
  eventsStopped: 'Nenhum evento chega há {hours, plural, one {# hora} other {# horas}}: os últimos foram em {day}.',
  checkEvents:
    'Este site costuma ter cerca de {visitors} visitantes em um dia assim. Verifique se o site está no ar, se as páginas ainda carregam o rastreador e se a chave é válida; se os seus servidores enviam os eventos, verifique se eles estão enviando.',
  experimentNotTrusted: 'Os números do experimento em {name} não são confiáveis.',
  decidedWinner: 'O experimento em {name} está decidido: há uma vencedora.',
  decidedLoser: 'O experimento em {name} está decidido: uma variante perde.',
  decidedHarmful: 'O experimento em {name} está decidido: exibir a campanha prejudica.',
  decidedNoDifference: 'O experimento em {name} está decidido: não há diferença relevante.',

  noEventHasValue: 'Nenhum evento deste site desde {day} tem {asked}, então nada é contado.',
  noCampaignHasValue: 'Nenhuma campanha deste site tem {asked}, então não há nenhuma.',
  nearestValues: 'Os valores mais parecidos são {values}: pergunte por um deles.',
  largestValues: 'Os valores mais frequentes são {values}: pergunte por um deles.',
  noOtherValues: 'Também não há outros valores.',
  windowBeforeFirstDay:
    'Todos estes dias são anteriores a {day}, o primeiro dia com eventos. Pergunte por dias a partir daí.',
  windowInTheFuture:
    'Todos estes dias são depois de hoje, {day}, então nada aconteceu ainda. Pergunte por dias até hoje.',
  nothingBeforeAllTime: 'Nada é comparado: não há período antes do começo. Para comparar, pergunte por outro período.',
  insightsWeekAlone:
    'Nada é comparado: a semana dos insights fica sozinha. Para comparar, pergunte pelos dias dela como período personalizado.',
  previousBeforeYear1:
    'Nada é comparado: o período anterior começaria antes do ano 1. Para comparar, pergunte por menos dias.',
  windowBeginsEarlier: 'Estes dias começam antes de {day}, o primeiro dia com eventos: os números são os desde então.',
  previousBeginsEarlier:
    'O período comparado começa antes de {day}, o primeiro dia com eventos, então as variações dizem pouco. Compare dias desde então.',
  mostHaveNoValue:
    '{share} das visualizações destes dias não têm valor da dimensão {dimension}, e em nenhum dia a maioria tem um. Então falta uma parte de cada segmento.',
  mostHaveNoValueUntil:
    '{share} das visualizações destes dias não têm valor da dimensão {dimension}: a maioria só tem um desde {day}. Pergunte por dias desde então.',
  comparedTooEarly:
    'Este período só termina no fim de {day} e é comparado com um que já terminou. Pergunte com compare=same_part para compará-lo com a mesma parte do período anterior, ou pergunte por dias que já terminaram.',
  comparedYearTooEarly:
    'Este período só termina no fim de {day} e é comparado com um que já terminou. Onde existir este parâmetro, pergunte com same_part=true para compará-lo com a mesma parte do ano anterior, ou pergunte por dias que já terminaram.',
  comparedWholeTooEarly:
    'Este período só termina no fim de {day} e é comparado com um que já terminou. Pergunte por dias que já terminaram.',
  withinNoise:
    'A variação aleatória explica as mudanças de {metrics}: este site varia tanto de qualquer forma. Não as apresente como altas ou quedas.',
  onlyNews:
    'A variação aleatória explica todas as mudanças menos estas: {changes}. Não apresente as outras como altas ou quedas.',
  allNoise: 'A variação aleatória explica todas as mudanças desta lista: não apresente nenhuma como alta ou queda.',
  changeOf: '{metric} de {name}',
  includesHoldout:
    'Estes números incluem visitantes a quem nada foi mostrado: {holdouts}. O que eles fizeram não está nos números da campanha. Não some isso ao que a campanha ganhou.',
  holdoutWithVisitors: '{name} ({visitors, plural, one {# visitante} other {# visitantes}})',
  holdoutWithViews: '{name} ({views, plural, one {# visualização} other {# visualizações}})',
  mixedCurrencies:
    'Estas somas juntam {currencies} sem conversão, então não são valores em dinheiro. Use a receita em cada moeda.',
  comparedEstimated:
    'Os visitantes únicos dos dias de comparação são estimativas, em geral com margem de 1%: nem todos os seus eventos são guardados, ou são muitos. Os do próprio período são contados.',
  unknownAsDirect:
    'Até a véspera de {day}, os eventos que não diziam nada sobre a visita contavam como diretos. Entre os diretos destes dias há {views, plural, one {# visualização} other {# visualizações}} e {orders, plural, one {# pedido} other {# pedidos}} sem página, dispositivo nem origem.',
  ordersWithoutVisit:
    'Os pedidos sem canal vieram de um servidor que não disse nada sobre a visita. A atribuição sabe o que seus visitantes haviam tocado antes.',
  noContactsEver:
    'Nenhum contato deste site foi armazenado até hoje, então não há nada para contar. Os contatos vêm de formulários (data-form), de POST /contacts e do painel.',
  notWatched: 'Nada é monitorado ainda: este site não tem eventos.',
  watchedSince:
    'Quedas e picos deste site são encontrados desde {day}, em dias em que se esperam pelo menos {least} visitantes, visitantes que convertem ou pedidos. A ausência de alertas nada diz sobre números menores.',
  watchedFrom:
    'Quedas e picos deste site serão encontrados a partir de {day}, após seis semanas de eventos, em dias em que se esperam pelo menos {least} visitantes, visitantes que convertem ou pedidos. Antes disso, a ausência de alertas nada diz.',
  elementsGetNoViews:
    'Nenhuma visualização foi enviada para {elements}, então 0 visualizações e taxas de 0 nada dizem sobre eles. Leia os outros números e as visualizações da etapa.',
  ordersWithoutCampaign:
    '{orders, plural, one {# pedido} other {# pedidos}} no valor de {revenue} nesses dias não {orders, plural, one {pertence} other {pertencem}} a nenhuma campanha.',
  ordersOfHoldouts:
    '{orders, plural, one {# pedido} other {# pedidos}} no valor de {revenue} {orders, plural, one {é} other {são}} de grupos de controle, cujos visitantes não viram nada: nenhuma campanha {orders, plural, one {o} other {os}} gerou.',
  ordersOfThePart: 'Aqui só conta o que corresponde aos filtros e aos horários da lista.',
  visitorsEstimated:
    'Estes visitantes únicos são estimativas, em geral com margem de 1%, porque há mais de {events} eventos. Para números exatos, escolha menos dias.',
  visitorsAddedPerDay:
    'Os visitantes são únicos em cada dia e somados entre os dias: quem veio em vários dias conta várias vezes. Compare-os apenas com visitantes somados da mesma forma.',
  hasHistory:
    '{tools} contou {days, plural, one {# dia} other {# dias}} deste período ou do anterior. Esse histórico importado não está nestes números: está no relatório de tráfego.',
  hasHistoryWithVisitors:
    '{tools} contou {visitors, plural, one {# visitante} other {# visitantes}}, somados por dia, em {days, plural, one {# dia} other {# dias}} deste período ou do anterior. Esse histórico importado não está nestes números: está no relatório de tráfego.',

  quoted: '“{name}”',
  unnamedVariant: 'a variante {name}',
  unnamedVariantInList: 'variante {name}',
  variantOfCampaign: '{name} ({variant})',
  holdout: 'o grupo de exclusão',
  holdoutFirst: 'o grupo de exclusão',
  rivalHoldout: 'o grupo de exclusão',
  aConversionRate: 'uma taxa de conversão',
  aCompletionRate: 'uma taxa de conclusão',
  aSubscribeRate: 'uma taxa de inscrição',
  anOrderRate: 'uma taxa de pedidos',
  aRevenuePerVisitor: 'uma receita por visitante',
  conversions: 'conversões',
  completions: 'conclusões',
  subscribers: 'inscrições',
  orders: 'pedidos',
  kindMoney: 'dinheiro',
  kindOrders: 'pedidos',
  kindConversions: 'conversões',
  visitors: 'visitantes',
  visitorsWhoConverted: 'visitantes que converteram',
  visitorsWhoContinued: 'visitantes que continuaram',
  channel: 'canal',
  source: 'origem',
  medium: 'mídia',
  utmCampaign: 'campanha UTM',
  referrer: 'site de referência',
  device: 'dispositivo',
  browser: 'navegador',
  operatingSystem: 'sistema operacional',
  country: 'país',
  language: 'idioma',
  page: 'página',
  kindOfVisitor: 'tipo de visitante',
  device_desktop: 'Computador',
  device_mobile: 'Celular',
  device_tablet: 'Tablet',
  visitor_type_new: 'Novos',
  visitor_type_returning: 'Recorrentes',
  channel_direct: 'Direto',
  channel_organic_search: 'Busca orgânica',
  channel_paid_search: 'Busca paga',
  channel_organic_social: 'Redes sociais (orgânico)',
  channel_paid_social: 'Redes sociais (pago)',
  channel_email: 'E-mail',
  channel_display: 'Display',
  channel_affiliates: 'Afiliados',
  channel_referral: 'Referência',
  channel_other: 'Outro',

  // The story of a contact: what is not known.
  storyEventsNotKept:
    'O site não guarda os seus eventos, por isso só se conhecem o contato e os seus pedidos. Ative “Guardar eventos para os segmentos” nas configurações do site para ver mais a partir desse momento.',
  storyVisitorUnknown:
    'Nada do que foi contado pertence ao visitante deste contato, por isso só é mostrado o que o próprio contato diz. Um visitante que não deu consentimento recebe outro identificador a cada dia, e nada indica que seja a mesma pessoa.',
  storyKeptFrom: 'Os eventos anteriores a {day} não são guardados.',
  storyNotAllRead: 'Há coisas demais para ler: só é mostrado o que aconteceu desde {day}.',
  storyDaysWithout:
    '{days, plural, one {# dia teve tantos eventos que os deste visitante não foram guardados.} many {# dias tiveram tantos eventos que os deste visitante não foram guardados.} other {# dias tiveram tantos eventos que os deste visitante não foram guardados.}}',

  // What became of a message.
  deliveryReceiverStatus: 'O destinatário respondeu com o status {status}.',
  deliveryReceiverRedirects:
    'O destinatário respondeu com o status {status}. Redirecionamentos não são seguidos: informe a URL para a qual ele redireciona.',
  deliveryReceiverTooSlow: 'O destinatário não respondeu a tempo.',
  deliveryReceiverNotReached: 'Não foi possível contatar o destinatário: {reason}',
  deliveryUrlNotPublic: '{host} não é um endereço público da internet.',
  deliveryUrlNotHttps: 'Somente URLs com https são acessadas.',
  deliveryUrlWithCredentials: 'URLs com credenciais não são acessadas.',
  deliveryAttemptInterrupted: 'A última tentativa foi interrompida.',
  deliveryAttemptTooLong: 'A tentativa demorou demais.',
  deliveryServiceCouldNotSend: 'O serviço não conseguiu enviar a mensagem.',
  deliveryStoredMessageUnreadable: 'A mensagem armazenada não pode ser lida.',
  deliveryNoMailServer: 'Esta instalação não envia e-mails. O operador precisa definir SMTP_URL e MAIL_FROM.',
  deliveryMailRefused: 'O servidor de e-mail não aceitou a mensagem.',
  deliveryMailRefusedWith: 'O servidor de e-mail não aceitou a mensagem (status {status}).',
  deliveryMailServerTookTest: 'O servidor de e-mail aceitou a notificação de teste.',
  deliveryMailServerTookReport: 'O servidor de e-mail aceitou o relatório.',
  deliverySlackTookTest: 'O Slack aceitou a notificação de teste.',
  deliverySlackTookReport: 'O Slack aceitou o relatório.',
  deliveryReceiverTookTest: 'O destinatário aceitou a notificação de teste.',
  deliveryReceiverTookReport: 'O destinatário aceitou o relatório.',
  deliveryMailsOfDaySent: 'A conta pode enviar {count} e-mails por dia. Este será enviado amanhã.',
} satisfies SentenceTexts;
