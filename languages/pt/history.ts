import type { TextsOf } from '../translate.ts';

export default {
  allOrNothing:
    'O arquivo é importado inteiro ou não é importado. Dias que já têm eventos aqui, ou que estão em outra importação, ficam como estão: nesse caso, escolha um último dia anterior.',
  conversionEvent: 'Evento que conta como conversão (opcional)',
  countedHere: 'Contado aqui',
  dayCount: '{count, plural, one {# dia com tráfego} other {# dias com tráfego}}',
  days: 'Dias',
  event: 'Evento',
  file: 'Arquivo',
  importFile: 'Importar um arquivo',
  imported: 'Importado',
  lastDay: 'Último dia (opcional)',
  remove: 'Remover',
  removeNamed: 'Remover a importação de {file}',
  removeQuestion: 'Remover a importação de {file}?',
  importedConversions: '{count} conversões importadas',
  importing: 'Importando…',
  visits: '{count} visitas',
  title: 'Histórico de outras ferramentas',
  titleHint:
    'Visitantes e páginas vistas que outra ferramenta contou antes. Aparecem como tráfego, à parte de todos os outros números.',
  tool: 'Ferramenta',
  traffic: 'Tráfego',
  trafficHint:
    'Os dias até {day} podem ser de {tools}; os seguintes são páginas vistas contadas aqui. Os visitantes são únicos em cada dia e somados.',
  whichFile:
    '{tool, select, plausible {O arquivo zip das configurações do site, “Imports & exports”.} umami {O arquivo zip da exportação de dados, ou a tabela website_event em CSV.} other {Um relatório em CSV, em inglês, com o gráfico por dia; ou um arquivo zip com vários.}}',
} satisfies TextsOf<'history'>;
