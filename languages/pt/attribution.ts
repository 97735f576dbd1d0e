import type { TextsOf } from '../translate.ts';

export default {
  anyEvent: 'qualquer coisa, menos um pedido',
  asInSettings: 'como nas configurações do site',
  atMostBefore: 'Antes do pedido, no máximo',
  conversion: 'uma conversão',
  conversionOrView: 'uma conversão ou uma visualização',
  columnsAddUp: 'A soma de cada modelo é igual à receita do site, exceto a do último.',
  creditGoesTo: 'Atribuir por',
  days: '{count, plural, one {# dia} other {# dias}}',
  howModelsCredit: 'Como cada modelo atribui um pedido',
  lead: 'A quais campanhas ou canais os seus pedidos são atribuídos: como foram contados e segundo outros modelos.',
  noCampaign: 'Sem campanha',
  noOrders: 'Nenhum pedido e nenhuma conversão neste período',
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
  addCost: 'Adicionar custo',
  amount: 'Valor',
  amountIn: 'Valor em {currency}',
  change: 'Alterar',
  conversions: '{count, plural, one {# conversão no total} other {# conversões no total}}',
  conversionsByModel: '{model}: conversões',
  costOf: 'Para',
  costs: 'Custos',
  costsBy: 'Custo por pedido segundo',
  costsHint:
    'O que você gastou em um mês com um canal ou uma campanha UTM. A tabela acima compara isso com a receita quando a atribuição é por canal ou campanha UTM.',
  csvAmount: 'Linha {line}, amount: deve ser um número, por exemplo 1250,50.',
  csvChannel: 'Linha {line}, channel: deve ser um destes: {channels}.',
  csvColumns:
    'A primeira linha deve ter os nomes das colunas: month, amount e channel ou utm_campaign. Outras colunas não são permitidas.',
  csvMonth: 'Linha {line}, month: deve ser um mês, por exemplo 2026-10.',
  csvOneOfBoth: 'Linha {line}: deve ter channel ou utm_campaign, mas não ambos.',
  csvTwice: 'Linha {line}: já existe um custo do mesmo mês na linha {first}.',
  csvUtmCampaign:
    'Linha {line}, utm_campaign: deve ter no máximo {count, plural, one {# caractere} other {# caracteres}}.',
  deleteCostHint: 'Os relatórios desse mês não o incluirão mais.',
  deleteCostOf: 'Excluir o custo de {name}, {month}',
  deleteCostQuestion: 'Excluir o custo de {name}, {month}?',
  editCost: 'Editar custo',
  editCostOf: 'Editar o custo de {name}, {month}',
  importCosts: 'Importar custos',
  importHint:
    'Os valores estão em {currency}. Um custo do mesmo mês é substituído, e um valor de 0 o exclui. Se uma linha estiver errada, nada é importado.',
  month: 'Mês',
  noCosts: 'Ainda não há custos',
  noCostsHint:
    'Assim que você informar quanto custa um canal ou uma campanha UTM, verá aqui quanto custa um pedido e quanto retorna.',
  showAllCosts: '{count, plural, one {Mostrar o custo} other {Mostrar todos os # custos}}',
  spentOn: 'Gasto com',
  theCosts: 'os custos',
  wholeMonth: 'Informe quanto custa o mês inteiro. Um relatório de parte do mês conta o mesmo valor para cada dia.',
  setting:
    'Configuração: a atribuição é por “{by}”, no máximo {days, plural, one {# dia} other {# dias}} antes do pedido ({source, select, own {como nas configurações do site} default {o padrão, porque o próprio site não atribui pedidos} other {escolhido nesta página}}). Todos os modelos ficam lado a lado; as outras páginas mostram “{stored}”.',
  byDefaultOf: 'padrão ({value})',
  asInSettingsOf: 'como nas configurações do site ({value})',
  noTouches: 'Nenhum pedido deste período tem uma interação',
  noTouchesHint:
    'Não se sabe o que os visitantes fizeram antes de pedir: escolha mais dias antes do pedido ou envie os pedidos com o identificador de visitante que o rastreador usa.',
  conversionsAreTotals: 'As conversões são aqui totais: quem converte duas vezes conta duas vezes.',
  storedOfValues:
    'O valor com que o próprio pedido foi enviado recebe o pedido inteiro. Os detalhamentos contam assim.',
  lastOfValues: 'O valor da última interação do visitante antes do pedido recebe o pedido inteiro.',
  firstOfValues: 'O valor da primeira interação do visitante antes do pedido recebe o pedido inteiro.',
  linearOfValues: 'Todos os valores com que o visitante interagiu recebem partes iguais do pedido.',
  anyOfValues:
    'Cada valor com que o visitante interagiu recebe o pedido inteiro, então as linhas somam mais que o total do site.',
  withoutValue:
    '“{name}”: como contado, pedidos que não dizem nada sobre a visita de que vieram, como os que um servidor ou uma loja envia; pelos modelos, pedidos sem interação.',
} satisfies TextsOf<'attribution'>;
