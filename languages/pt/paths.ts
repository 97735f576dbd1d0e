import type { TextsOf } from '../translate.ts';

export default {
  cannotBeCounted: 'Estes caminhos não podem ser calculados',
  chooseLongerOrOther: 'Escolha um período mais longo ou outra etapa.',
  chosenStep: 'Etapa escolhida',
  depth: 'Seguir no máximo',
  direction: 'Sentido',
  direction_from: 'Depois de uma etapa',
  direction_to: 'Antes de uma etapa',
  ended: 'Nada mais',
  lead: 'O que os visitantes fazem logo depois de uma etapa, ou o que fizeram antes.',
  nobodyStarts: 'Nenhum visitante passou por esta etapa neste período',
  nothingBefore: 'Nada antes',
  onceKept:
    'Quando isso acontecer, você verá aqui o que os visitantes fazem depois de uma etapa e o que fizeram antes.',
  openAsFunnel: 'Abrir como funil: {step}',
  otherSteps: 'Outras etapas',
  readHint:
    'As proporções são de todos os visitantes com a etapa escolhida. Um clique em uma etapa abre o funil das etapas até ela.',
  smallBranches:
    'Ramos com menos de {share} dos visitantes ficam entre as outras etapas. Em um funil pode haver outros eventos no meio, por isso ele pode ter mais visitantes.',
  stepHint: 'Conta o primeiro evento desse tipo de um visitante neste período.',
  stepNumber: 'Etapa {number}',
  steps: '{count, plural, one {# etapa} other {# etapas}}',
  thePaths: 'os caminhos',
  title: 'Caminhos',
  whatBefore: 'O que os visitantes fizeram antes',
  whatNext: 'O que os visitantes fazem em seguida',
  whereToBegin: 'Onde os caminhos começam ou terminam',
  nothingElse:
    '{direction, select, from {Ninguém fez nada depois desta etapa} other {Ninguém fez nada antes desta etapa}}',
  nothingElseHint:
    '{count, plural, one {# visitante deu} other {# visitantes deram}} o passo. Escolha um prazo mais longo ou outra etapa.',
} satisfies TextsOf<'paths'>;
