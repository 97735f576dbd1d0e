import type { TextsOf } from '../translate.ts';

export default {
  anyPeriod: 'Qualquer período e filtro',
  copiedAll: 'Verifique se você copiou o link inteiro.',
  copyNow: 'Copie o link agora. Ele não será mostrado novamente.',
  createLink: 'Criar link',
  embed: 'Incorporar',
  embedHint:
    'Endereços das páginas que podem mostrar esta em um quadro, um por linha. Sem nenhum, ela não pode ser incorporada.',
  embedOn: 'Incorporar em (opcional)',
  embedOnlyOn: 'A página pode ser incorporada em {origins}, e em nenhum outro lugar.',
  hasPassword: 'Esta página tem uma senha',
  howToShare: 'Para compartilhar uma página, abra-a e escolha “Compartilhar”.',
  linkCreated: 'Link criado',
  linkEnded: 'Este link não é mais válido',
  locked: 'Visão fixa',
  noneYet: 'Nenhuma página deste site está compartilhada',
  onlyThisPeriod: 'Somente este período e estes filtros',
  passwordIfAny: 'Senha (opcional)',
  readersSee: 'Os leitores veem',
  readsOnlyThis:
    'Quem tem o link pode ler esta página sem fazer login, e nada mais. Ela nunca mostra contatos nem custos.',
  revokeQuestion: 'Revogar este link?',
  seesNothing:
    'Quem tem o link <strong>{name}</strong> não vê mais nada a partir de agora, onde quer que esteja incorporado.',
  share: 'Compartilhar',
  sharePage: 'Compartilhar esta página',
  sharedLinks: 'Links compartilhados',
  sharedLinksHint:
    'Páginas deste site que podem ser lidas sem login. Um link termina quando quem o criou não pode mais alterar o site.',
  showPage: 'Mostrar a página',
  theEmbedCode: 'o código de incorporação',
  theLink: 'o link',
} satisfies TextsOf<'share'>;
