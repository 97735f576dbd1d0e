import type { TextsOf } from '../translate.ts';

export default {
  cannotBeCounted: 'Diese Pfade lassen sich nicht auswerten',
  chooseLongerOrOther: 'Wählen Sie einen längeren Zeitraum oder einen anderen Schritt.',
  chosenStep: 'Gewählter Schritt',
  depth: 'Höchstens verfolgen',
  direction: 'Richtung',
  direction_from: 'Nach einem Schritt',
  direction_to: 'Vor einem Schritt',
  ended: 'Nichts weiter',
  lead: 'Was Besucher nach einem Schritt als Nächstes tun oder was sie davor getan haben.',
  nobodyStarts: 'In diesem Zeitraum ist kein Besucher diesen Schritt gegangen',
  nothingBefore: 'Nichts davor',
  onceKept: 'Sobald sie das tut, sehen Sie hier, was Besucher nach einem Schritt tun und was sie davor getan haben.',
  openAsFunnel: 'Als Funnel öffnen: {step}',
  otherSteps: 'Andere Schritte',
  readHint:
    'Anteile beziehen sich auf alle Besucher mit dem gewählten Schritt. Ein Klick auf einen Schritt öffnet den Funnel der Schritte bis dorthin.',
  smallBranches:
    'Zweige mit weniger als {share} der Besucher gehören zu den anderen Schritten. In einem Funnel dürfen andere Ereignisse dazwischenliegen, daher kann er mehr Besucher haben.',
  stepHint: 'Es zählt das erste solche Ereignis eines Besuchers in diesem Zeitraum.',
  stepNumber: 'Schritt {number}',
  steps: '{count, plural, one {# Schritt} other {# Schritte}}',
  thePaths: 'die Pfade',
  title: 'Pfade',
  whatBefore: 'Was Besucher davor getan haben',
  whatNext: 'Was Besucher als Nächstes tun',
  whereToBegin: 'Wo Pfade beginnen oder enden',
  nothingElse:
    '{direction, select, from {Nach diesem Schritt hat niemand mehr etwas getan} other {Vor diesem Schritt hat niemand etwas getan}}',
  nothingElseHint:
    '{count, plural, one {# Besucher hat} other {# Besucher haben}} den Schritt gemacht. Wählen Sie eine längere Zeit oder einen anderen Schritt.',
} satisfies TextsOf<'paths'>;
