import type { TextsOf } from '../translate.ts';

export default {
  anyEvent: 'alles außer einer Bestellung',
  asInSettings: 'wie in den Einstellungen der Website',
  atMostBefore: 'Vor der Bestellung, höchstens',
  conversion: 'eine Conversion',
  conversionOrView: 'eine Conversion oder ein Aufruf',
  columnsAddUp: 'Alle Spalten außer der letzten ergeben in der Summe den Umsatz der Website.',
  creditGoesTo: 'Zugeordnet wird nach',
  days: '{count, plural, one {# Tag} other {# Tage}}',
  fileAttribution: 'Attribution',
  howModelsCredit: 'Wie jedes Modell eine Bestellung zuordnet',
  lead: 'Welchen Kampagnen oder Kanälen Ihre Bestellungen zugeordnet werden: so, wie sie gezählt wurden, und so, wie andere Modelle es sehen.',
  noCampaign: 'Keine Kampagne',
  noOrders: 'Keine Bestellungen in diesem Zeitraum',
  onceKept:
    'Sobald sie das tut, sehen Sie hier, mit welchen Kampagnen Ihre Kunden vor der Bestellung interagiert haben.',
  orders: '{count, plural, one {# Bestellung} other {# Bestellungen}}',
  ordersByModel: '{model}: Bestellungen',
  theCredits: 'Zuordnungen',
  touchHint:
    'Eine Interaktion ist etwas, das derselbe Besucher vor der Bestellung an einer Kampagne getan hat. Die Auswahl ändert nur diese Seite.',
  touchHintVisits:
    'Eine Interaktion ist etwas, das derselbe Besucher vor der Bestellung bei einem Besuch getan hat, egal woran. Die Auswahl ändert nur diese Seite.',
  touchIs: 'Eine Interaktion ist',
  touchesConversions:
    'Conversions vom Tag einer Bestellung und {days, plural, one {vom Tag davor} other {von den # Tagen davor}} sind Interaktionen.',
  touchesEvents:
    'Alles, was Besucher am Tag einer Bestellung und {days, plural, one {am Tag davor} other {an den # Tagen davor}} getan haben, ist eine Interaktion.',
  touchesKnownSince: 'Interaktionen sind für Bestellungen seit dem {day} bekannt: Frühere Tage fehlen.',
  touchesViews:
    'Conversions und Aufrufe vom Tag einer Bestellung und {days, plural, one {vom Tag davor} other {von den # Tagen davor}} sind Interaktionen.',
  whatEarnedIt: 'Was es eingebracht hat',
  whatGetsCredit: 'Was angerechnet wird',
  withoutTouch:
    'Eine Bestellung ohne Interaktion wird nichts zugeordnet. Keines der Modelle sagt, was ohnehin verkauft worden wäre: Das kann ein Experiment.',
} satisfies TextsOf<'attribution'>;
