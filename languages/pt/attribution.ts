import type { TextsOf } from '../translate.ts';

export default {
  asInSettings: 'como nas configurações do site',
  atMostBefore: 'Antes do pedido, no máximo',
  conversion: 'uma conversão',
  conversionOrView: 'uma conversão ou uma visualização',
  columnsAddUp: 'Todas as colunas, menos a última, somam a receita do site.',
  days: '{count, plural, one {# dia} other {# dias}}',
  fileAttribution: 'atribuição',
  howModelsCredit: 'Como cada modelo atribui um pedido',
  lead: 'A quais campanhas os seus pedidos são atribuídos: como foram contados e segundo outros modelos.',
  noCampaign: 'Sem campanha',
  noOrders: 'Nenhum pedido neste período',
  onceKept: 'Quando isso acontecer, você verá aqui com quais campanhas seus clientes interagiram antes de comprar.',
  orders: '{count, plural, one {# pedido} other {# pedidos}}',
  ordersByModel: '{model}: pedidos',
  revenueByCampaign: 'Receita por campanha',
  theCredits: 'as atribuições',
  touchHint:
    'Uma interação é algo que o mesmo visitante fez em uma campanha antes do pedido. Este ajuste afeta apenas esta página.',
  touchIs: 'Uma interação é',
  touchesConversions:
    'As conversões do dia do pedido e {days, plural, one {do dia anterior} other {dos # dias anteriores}} são interações.',
  touchesKnownSince: 'As interações são conhecidas para pedidos desde {day}: os dias anteriores ficam de fora.',
  touchesViews:
    'As conversões e visualizações do dia do pedido e {days, plural, one {do dia anterior} other {dos # dias anteriores}} são interações.',
  whatGetsCredit: 'O que é levado em conta',
  withoutTouch:
    'Um pedido sem interação não tem campanha. Nenhum dos modelos diz o que teria sido vendido de qualquer forma: um experimento pode dizer.',
} satisfies TextsOf<'attribution'>;
