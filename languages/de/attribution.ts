import type { TextsOf } from '../translate.ts';

export default {
  anyEvent: 'alles außer einer Bestellung',
  asInSettings: 'wie bei der Website eingestellt',
  atMostBefore: 'Vor der Bestellung, höchstens',
  conversion: 'eine Conversion',
  conversionOrView: 'eine Conversion oder ein Aufruf',
  columnsAddUp: 'Jedes Modell außer dem letzten ergibt in der Summe den Umsatz der Website.',
  creditGoesTo: 'Zugeordnet wird nach',
  days: '{count, plural, one {# Tag} other {# Tage}}',
  howModelsCredit: 'Wie jedes Modell eine Bestellung zuordnet',
  lead: 'Welchen Kampagnen oder Kanälen Ihre Bestellungen zugeordnet werden: so, wie sie gezählt wurden, und so, wie andere Modelle es sehen.',
  noCampaign: 'Keine Kampagne',
  noOrders: 'Keine Bestellungen und keine Conversions in diesem Zeitraum',
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
  whatEarnedIt: 'Was die Bestellungen gebracht hat',
  whatGetsCredit: 'Wem Bestellungen zugeordnet werden',
  withoutTouch:
    'Eine Bestellung ohne Interaktion wird nicht zugeordnet. Keines der Modelle sagt, was ohnehin verkauft worden wäre: Das kann ein Experiment.',
  addCost: 'Kosten hinzufügen',
  amount: 'Betrag',
  amountIn: 'Betrag in {currency}',
  change: 'Ändern',
  conversions: '{count, plural, one {# Conversion insgesamt} other {# Conversions insgesamt}}',
  conversionsByModel: '{model}: Conversions',
  costOf: 'Für',
  costs: 'Kosten',
  costsBy: 'Kosten pro Bestellung nach',
  costsHint:
    'Was Sie in einem Monat für einen Kanal oder eine UTM-Kampagne ausgegeben haben. Die Tabelle oben vergleicht es mit dem Umsatz, wenn nach Kanal oder UTM-Kampagne zugeordnet wird.',
  csvAmount: 'Zeile {line}, amount: muss eine Zahl sein, zum Beispiel 1250,50.',
  csvChannel: 'Zeile {line}, channel: muss einer von diesen sein: {channels}.',
  csvColumns:
    'Die erste Zeile muss die Namen der Spalten enthalten: month, amount und channel oder utm_campaign. Andere Spalten sind nicht erlaubt.',
  csvMonth: 'Zeile {line}, month: muss ein Monat sein, zum Beispiel 2026-10.',
  csvOneOfBoth: 'Zeile {line}: muss entweder channel oder utm_campaign enthalten.',
  csvTwice: 'Zeile {line}: Für denselben Monat stehen schon Kosten in Zeile {first}.',
  csvUtmCampaign:
    'Zeile {line}, utm_campaign: darf höchstens {count, plural, one {# Zeichen} other {# Zeichen}} haben.',
  deleteCostHint: 'In Berichten über diesen Monat fehlen sie dann.',
  deleteCostOf: 'Kosten von {name}, {month} löschen',
  deleteCostQuestion: 'Kosten von {name}, {month} löschen?',
  editCost: 'Kosten bearbeiten',
  editCostOf: 'Kosten von {name}, {month} bearbeiten',
  importCosts: 'Kosten importieren',
  importHint:
    'Die Beträge sind in {currency}. Kosten desselben Monats werden ersetzt, und ein Betrag von 0 löscht sie. Ist eine Zeile falsch, wird nichts importiert.',
  month: 'Monat',
  noCosts: 'Noch keine Kosten',
  noCostsHint:
    'Sobald Sie eintragen, was ein Kanal oder eine UTM-Kampagne kostet, sehen Sie hier, was eine Bestellung kostet und was zurückkommt.',
  showAllCosts: '{count, plural, one {Die Kosten anzeigen} other {Alle # Kosten anzeigen}}',
  spentOn: 'Ausgegeben für',
  theCosts: 'Kosten',
  wholeMonth:
    'Tragen Sie ein, was der ganze Monat kostet. Ein Bericht über einen Teil des Monats rechnet für jeden Tag den gleichen Betrag.',
  setting:
    'Einstellung: Zugeordnet wird nach „{by}“, höchstens {days, plural, one {# Tag} other {# Tage}} vor der Bestellung ({source, select, own {wie bei der Website eingestellt} default {Standard, denn die Website selbst ordnet keine Bestellungen zu} other {auf dieser Seite gewählt}}). Alle Modelle stehen nebeneinander; die anderen Seiten zeigen „{stored}“.',
  byDefaultOf: 'Standard ({value})',
  asInSettingsOf: 'wie bei der Website eingestellt ({value})',
  noTouches: 'Zu keiner Bestellung in diesem Zeitraum gibt es eine Interaktion',
  noTouchesHint:
    'Es ist nicht bekannt, was die Besucher vor der Bestellung getan haben: Wählen Sie mehr Tage vor der Bestellung, oder senden Sie Bestellungen mit der Besucher-ID, die der Tracker verwendet.',
  conversionsAreTotals: 'Conversions sind hier Gesamtzahlen: Wer zweimal konvertiert, zählt zweimal.',
  storedOfValues:
    'Der Wert, mit dem die Bestellung selbst gesendet wurde, bekommt die ganze Bestellung. Aufschlüsselungen zählen so.',
  lastOfValues: 'Der Wert der letzten Interaktion des Besuchers vor der Bestellung bekommt die ganze Bestellung.',
  firstOfValues: 'Der Wert der ersten Interaktion des Besuchers vor der Bestellung bekommt die ganze Bestellung.',
  linearOfValues: 'Alle Werte, mit denen der Besucher interagiert hat, bekommen gleiche Teile der Bestellung.',
  anyOfValues:
    'Jeder Wert, mit dem der Besucher interagiert hat, bekommt die ganze Bestellung. Die Zeilen ergeben zusammen also mehr als die Summe der Website.',
  withoutValue:
    '„{name}“: wie gezählt Bestellungen, die nichts über den Besuch sagen, aus dem sie kamen, etwa solche, die ein Server oder ein Shop sendet; nach den Modellen Bestellungen ohne Interaktion.',
} satisfies TextsOf<'attribution'>;
