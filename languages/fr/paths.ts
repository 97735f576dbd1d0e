import type { TextsOf } from '../translate.ts';

export default {
  cannotBeCounted: 'Ces parcours ne peuvent pas être calculés',
  chooseLongerOrOther: 'Choisissez une période plus longue ou une autre étape.',
  chosenStep: 'Étape choisie',
  depth: 'Suivre au plus',
  direction: 'Sens',
  direction_from: 'Après une étape',
  direction_to: 'Avant une étape',
  ended: 'Plus rien',
  lead: 'Ce que les visiteurs font juste après une étape, ou ce qu’ils ont fait avant.',
  nobodyStarts: 'Aucun visiteur n’a franchi cette étape sur cette période',
  nothingBefore: 'Rien avant',
  onceKept: 'Ensuite, vous verrez ici ce que les visiteurs font après une étape et ce qu’ils ont fait avant.',
  openAsFunnel: 'Ouvrir comme tunnel : {step}',
  otherSteps: 'Autres étapes',
  readHint:
    'Les parts se rapportent à tous les visiteurs qui ont franchi l’étape choisie. Un clic sur une étape ouvre le tunnel des étapes jusqu’à elle.',
  smallBranches:
    'Les branches de moins de {share} des visiteurs font partie des autres étapes. Dans un tunnel, d’autres événements peuvent s’intercaler : il peut donc compter plus de visiteurs.',
  stepHint: 'Le premier événement de ce type d’un visiteur sur cette période compte.',
  stepNumber: 'Étape {number}',
  steps: '{count, plural, one {# étape} other {# étapes}}',
  thePaths: 'les parcours',
  title: 'Parcours',
  whatBefore: 'Ce que les visiteurs ont fait avant',
  whatNext: 'Ce que les visiteurs font ensuite',
  whereToBegin: 'Où les parcours commencent ou finissent',
  nothingElse:
    '{direction, select, from {Personne n’a rien fait après cette étape} other {Personne n’a rien fait avant cette étape}}',
  nothingElseHint:
    '{count, plural, one {# visiteur a} other {# visiteurs ont}} franchi l’étape. Choisissez un délai plus long ou une autre étape.',
} satisfies TextsOf<'paths'>;
