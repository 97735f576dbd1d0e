import type { TextsOf } from '../translate.ts';

export default {
  allInsights: 'Alle Erkenntnisse<hidden> zu {name}</hidden>',
  allWebsites: 'Alle Websites',
  changesOfTheSum: 'Die Veränderungen vergleichen die Summen der Websites.',
  fileWebsites: 'Websites',
  fromWeek: 'Aus der Woche ab dem {day}',
  noWebsitesYet: 'Noch keine Websites',
  notTheSum:
    'Nicht die Summe der Websites: Wer mehrere besucht, zählt einmal. Große Besucherzahlen sind Schätzungen, meist auf 1 % genau.',
  numbersAppear:
    'Zahlen erscheinen hier, sobald eine Website eingerichtet ist und ihre ersten Ereignisse eingegangen sind.',
  onWebsites: '{count, plural, one {auf einer Website} other {auf # Websites}}',
  openWebsite:
    'Öffnen Sie eine Website, um zu sehen, was Sie in ihre Seiten einbauen, und ihr erstes Ereignis, sobald es eingeht.',
  partOfVisitors: '{part} von {whole} Besuchern',
  theWebsites: 'Websites',
  visitorTrend: 'Besucherverlauf',
  websitesHint: 'Besucher jeder Website. Öffnen Sie eine Website, um ihre Kampagnen zu sehen.',
  whatToDoOn: 'Nächste Schritte auf {name}',
} satisfies TextsOf<'overview'>;
