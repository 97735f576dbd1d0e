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
  notImported: 'Não importado. {reason}',
  sending: 'Enviando…',
  waiting: 'Aguardando',
  visits: '{count} visitas',
  title: 'Histórico de outras ferramentas',
  titleHint:
    'Visitantes e páginas vistas que outra ferramenta contou antes. Aparecem como tráfego, à parte de todos os outros números.',
  tool: 'Ferramenta',
  traffic: 'Tráfego',
  trafficHint:
    'Os dias até {day} podem ser de {tools}; os seguintes são páginas vistas contadas aqui. Os visitantes são únicos em cada dia e somados.',
  // Each line is a step.
  stepsGa4:
    'Mude o idioma da sua conta do Google para inglês: os nomes das colunas são lidos.\nEm “Explore”, crie uma tabela “Free form” com a dimensão “Date” e “Active users”, “Sessions” e “Views”, que mostre tantas linhas quantos dias houver.\nExporte-a em CSV. Para canais, páginas, países ou dispositivos, exporte a cada vez outra tabela com “Date” e essa dimensão.\nImporte o arquivo, ou todos em um arquivo zip.',
  stepsPlausible:
    'No Plausible, abra as configurações do site e depois “Imports & exports”.\nPrepare o download em “Export data”. Um e-mail avisa quando estiver pronto.\nImporte o arquivo zip como está.',
  stepsUmami:
    'No Umami Cloud, exporte os dados do site e baixe o arquivo.\nNo seu próprio servidor, copie as tabelas website_event e session com COPY … TO STDOUT CSV HEADER, só deste site, e coloque website_event.csv e session.csv em um arquivo zip.\nImporte o arquivo como está.',
} satisfies TextsOf<'history'>;
