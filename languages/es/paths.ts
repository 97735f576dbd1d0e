import type { TextsOf } from '../translate.ts';

export default {
  cannotBeCounted: 'Estos recorridos no se pueden calcular',
  chooseLongerOrOther: 'Elige un período más largo u otro paso.',
  chosenStep: 'Paso elegido',
  depth: 'Seguir como máximo',
  direction: 'Sentido',
  direction_from: 'Después de un paso',
  direction_to: 'Antes de un paso',
  ended: 'Nada más',
  lead: 'Lo que los visitantes hacen justo después de un paso, o lo que hicieron antes.',
  nobodyStarts: 'Ningún visitante dio este paso en este período',
  nothingBefore: 'Nada antes',
  onceKept: 'Cuando lo haga, verás aquí qué hacen los visitantes después de un paso y qué hicieron antes.',
  openAsFunnel: 'Abrir como embudo: {step}',
  otherSteps: 'Otros pasos',
  readHint:
    'Las proporciones son de todos los visitantes con el paso elegido. Un clic en un paso abre el embudo de los pasos hasta él.',
  smallBranches:
    'Las ramas con menos del {share} de los visitantes están entre los otros pasos. En un embudo puede haber otros eventos en medio, así que puede tener más visitantes.',
  stepHint: 'Cuenta el primer evento de este tipo de un visitante en este período.',
  stepNumber: 'Paso {number}',
  steps: '{count, plural, one {# paso} other {# pasos}}',
  thePaths: 'los recorridos',
  title: 'Recorridos',
  whatBefore: 'Qué hicieron antes los visitantes',
  whatNext: 'Qué hacen después los visitantes',
  whereToBegin: 'Dónde empiezan o terminan los recorridos',
  nothingElse:
    '{direction, select, from {Nadie hizo nada después de este paso} other {Nadie hizo nada antes de este paso}}',
  nothingElseHint:
    '{count, plural, one {# visitante dio} other {# visitantes dieron}} el paso. Elige un plazo más largo u otro paso.',
} satisfies TextsOf<'paths'>;
