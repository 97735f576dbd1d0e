import type { TextsOf } from '../translate.ts';

export default {
  allOrNothing:
    'Die ganze Datei wird importiert oder nichts. Tage, die hier Ereignisse haben oder in einem anderen Import sind, bleiben, wie sie sind: Wählen Sie dann einen früheren letzten Tag.',
  conversionEvent: 'Ereignis, das als Conversion zählt (optional)',
  countedHere: 'Hier gezählt',
  dayCount: '{count, plural, one {# Tag mit Zugriffen} other {# Tage mit Zugriffen}}',
  days: 'Tage',
  event: 'Ereignis',
  file: 'Datei',
  importFile: 'Datei importieren',
  imported: 'Importiert',
  lastDay: 'Letzter Tag (optional)',
  remove: 'Entfernen',
  removeNamed: 'Import von {file} entfernen',
  removeQuestion: 'Import von {file} entfernen?',
  importedConversions: '{count} importierte Conversions',
  importing: 'Wird importiert …',
  visits: '{count} Besuche',
  title: 'Verlauf aus anderen Werkzeugen',
  titleHint:
    'Besucher und Seitenaufrufe, die früher ein anderes Werkzeug gezählt hat. Sie erscheinen als Zugriffe, getrennt von allen anderen Zahlen.',
  tool: 'Werkzeug',
  traffic: 'Zugriffe',
  trafficHint:
    'Tage bis {day} können aus {tools} sein; spätere sind Seitenaufrufe, die hier gezählt wurden. Besucher sind je Tag eindeutig und werden addiert.',
  whichFile:
    '{tool, select, plausible {Das Zip-Archiv aus den Einstellungen der Website, „Imports & exports“.} umami {Das Zip-Archiv des Datenexports oder die Tabelle website_event als CSV.} other {Ein Bericht als CSV auf Englisch, dessen Diagramm nach Tagen ist; oder ein Zip-Archiv aus mehreren.}}',
} satisfies TextsOf<'history'>;
