export default {
  allInsights: 'All insights<hidden> for {name}</hidden>',
  allWebsites: 'All websites',
  changesOfTheSum: 'The changes compare the sums of the websites.',
  fileWebsites: 'websites',
  fromWeek: 'From the week of {day}',
  noWebsitesYet: 'No websites yet',
  notTheSum:
    'Not the sum of the websites: somebody who visits several of them counts once. Large numbers of visitors are estimates, usually within 1%.',
  numbersAppear: 'Numbers appear here once a website is set up and its first events have arrived.',
  onWebsites: '{count, plural, one {on one website} other {on # websites}}',
  openWebsite: 'Open a website to see what to put into its pages, and its first event as it arrives.',
  partOfVisitors: '{part} of {whole} visitors',
  theWebsites: 'the websites',
  visitorTrend: 'Visitor trend',
  websitesHint: 'Visitors of each website. Open a website to see its campaigns.',
  whatToDoOn: 'What to do next on {name}',
} as const;
