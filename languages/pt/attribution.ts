import type { TextsOf } from '../translate.ts';

export default {
  anyEvent: 'qualquer coisa, menos um pedido',
  asInSettings: 'como nas configurações do site',
  atMostBefore: 'Antes do pedido, no máximo',
  conversion: 'uma conversão',
  conversionOrView: 'uma conversão ou uma visualização',
  columnsAddUp: 'Todas as colunas, menos a última, somam a receita do site.',
  creditGoesTo: 'Atribuir por',
  days: '{count, plural, one {# dia} other {# dias}}',
  fileAttribution: 'atribuição',
  howModelsCredit: 'Como cada modelo atribui um pedido',
  lead: 'A quais campanhas ou canais os seus pedidos são atribuídos: como foram contados e segundo outros modelos.',
  noCampaign: 'Sem campanha',
  noOrders: 'Nenhum pedido neste período',
  onceKept: 'Quando isso acontecer, você verá aqui com quais campanhas seus clientes interagiram antes de comprar.',
  orders: '{count, plural, one {# pedido} other {# pedidos}}',
  ordersByModel: '{model}: pedidos',
  theCredits: 'as atribuições',
  touchHint:
    'Uma interação é algo que o mesmo visitante fez em uma campanha antes do pedido. Este ajuste afeta apenas esta página.',
  touchHintVisits:
    'Uma interação é algo que o mesmo visitante fez em uma visita antes do pedido, seja o que for. Este ajuste afeta apenas esta página.',
  touchIs: 'Uma interação é',
  touchesConversions:
    'As conversões do dia do pedido e {days, plural, one {do dia anterior} other {dos # dias anteriores}} são interações.',
  touchesEvents:
    'Tudo o que os visitantes fizeram no dia do pedido e {days, plural, one {no dia anterior} other {nos # dias anteriores}} é uma interação.',
  touchesKnownSince: 'As interações são conhecidas para pedidos desde {day}: os dias anteriores ficam de fora.',
  touchesViews:
    'As conversões e visualizações do dia do pedido e {days, plural, one {do dia anterior} other {dos # dias anteriores}} são interações.',
  whatEarnedIt: 'O que gerou a receita',
  whatGetsCredit: 'O que é levado em conta',
  withoutTouch:
    'Um pedido sem interação não é atribuído a nada. Nenhum dos modelos diz o que teria sido vendido de qualquer forma: um experimento pode dizer.',
} satisfies TextsOf<'attribution'>;
