import type { TextsOf } from '../translate.ts';

export default {
  allInsights: 'Alle Erkenntnisse<hidden> zu {name}</hidden>',
  allWebsites: 'Alle Websites',
  changesOfTheSum: 'Die Veränderungen vergleichen die Summen der Websites.',
  fromWeek: 'Aus der Woche ab dem {day}',
  largeAreEstimates: 'Große Besucherzahlen sind Schätzungen, meist auf 1 % genau.',
  noWebsitesYet: 'Noch keine Websites',
  notTheSum: 'Nicht die Summe der Websites: Wer mehrere besucht, zählt einmal.',
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
  attention: 'Handlungsbedarf',
  attentionHint:
    'Warnungen der letzten 7 Tage und Websites, die weniger hatten als in der Woche davor. Zuerst das, wo am meisten auf dem Spiel steht.',
  converted: '{amounts}, umgerechnet zu den Kursen des Kontos',
  noneFound: 'Keine Website heißt so',
  noReporting: 'Keine',
  ratesInto: 'Was eine Einheit anderer Währungen in {currency} wert ist',
  reportingCurrency: 'Berichtswährung',
  reportingHint:
    'Die Übersicht zählt Beträge in dieser Währung zusammen, zum neuesten Kurs. Berichte und Dateien der Websites bleiben in deren eigenen Währungen.',
  revenueIn: 'Umsatz in {currency}, umgerechnet',
  searchWebsites: 'Websites suchen',
  stakeAmount: 'etwa {amount} auf dem Spiel',
  stakeCompletions: '{count, plural, one {# Abschluss} other {{number} Abschlüsse}}',
  stakeConversions: '{count, plural, one {# Conversion} other {{number} Conversions}}',
  stakeOrders: '{count, plural, one {# Bestellung} other {{number} Bestellungen}}',
  stakeSubscribes: '{count, plural, one {# Anmeldung} other {{number} Anmeldungen}}',
  stakeVisitors: '{count, plural, one {# Besucher} other {{number} Besucher}}',
  withoutGroup: 'Weitere Websites',
} satisfies TextsOf<'overview'>;
