import type { TextsOf } from '../translate.ts';

export default {
  allInsights: 'Todos os insights<hidden> de {name}</hidden>',
  allWebsites: 'Todos os sites',
  changesOfTheSum: 'As variações comparam as somas dos sites.',
  fileWebsites: 'sites',
  fromWeek: 'Da semana de {day}',
  noWebsitesYet: 'Nenhum site ainda',
  notTheSum:
    'Não é a soma dos sites: quem visita vários conta uma vez. Números grandes de visitantes são estimativas, normalmente com margem de erro de 1%.',
  numbersAppear: 'Os números aparecem aqui assim que um site é configurado e os primeiros eventos chegam.',
  onWebsites: '{count, plural, one {em um site} other {em # sites}}',
  openWebsite: 'Abra um site para ver o que colocar nas páginas e acompanhar a chegada do primeiro evento.',
  partOfVisitors: '{part} de {whole} visitantes',
  theWebsites: 'os sites',
  visitorTrend: 'Tendência de visitantes',
  websitesHint: 'Visitantes de cada site. Abra um site para ver as campanhas.',
  whatToDoOn: 'O que fazer agora em {name}',
} satisfies TextsOf<'overview'>;
