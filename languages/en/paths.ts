export default {
  cannotBeCounted: 'These paths cannot be counted',
  chooseLongerOrOther: 'Choose a longer timeframe, or another step.',
  chosenStep: 'Chosen step',
  depth: 'Follow at most',
  direction: 'Direction',
  direction_from: 'After a step',
  direction_to: 'Before a step',
  ended: 'Nothing more',
  lead: 'What visitors do next after a step, or what they did before it.',
  nobodyStarts: 'No visitor took this step in this period',
  nothingBefore: 'Nothing before',
  onceKept: 'Once it does, you can see here what visitors do after a step, and what they did before it.',
  openAsFunnel: 'Open as a funnel: {step}',
  otherSteps: 'Other steps',
  readHint:
    'Shares are of all visitors with the chosen step. A click on a step opens the funnel of the steps up to it.',
  smallBranches:
    'Branches with less than {share} of the visitors are among the other steps. In a funnel, other events may come in between, so it may have more visitors.',
  stepHint: 'The first such event of a visitor in this timeframe counts.',
  stepNumber: 'Step {number}',
  steps: '{count, plural, one {# step} other {# steps}}',
  thePaths: 'the paths',
  title: 'Paths',
  whatBefore: 'What visitors did before',
  whatNext: 'What visitors do next',
  whereToBegin: 'Where paths begin or end',
  nothingElse:
    '{direction, select, from {Nobody did anything after this step} other {Nobody did anything before this step}}',
  nothingElseHint:
    '{count, plural, one {# visitor} other {# visitors}} took the step. Choose a longer time, or another step.',
} as const;
