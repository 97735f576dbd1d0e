export default {
  createdMondays: 'Insights are created every Monday for the week before, from the events of that week.',
  noInsightsYet: 'No insights yet',
  notCompared: 'Not compared: {reason}.',
  nothingStoodOut: 'Nothing stood out that week',
  seeThatWeek: "See that week's numbers",
  weekInNumbers: 'The week in numbers',
  whatToDoNext: 'What to do next',
} as const;
