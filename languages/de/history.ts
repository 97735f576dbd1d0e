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
  notImported: 'Nicht importiert. {reason}',
  sending: 'Wird gesendet …',
  waiting: 'Wartet',
  visits: '{count} Besuche',
  title: 'Verlauf aus anderen Werkzeugen',
  titleHint:
    'Besucher und Seitenaufrufe, die früher ein anderes Werkzeug gezählt hat. Sie erscheinen als Zugriffe, getrennt von allen anderen Zahlen.',
  tool: 'Werkzeug',
  traffic: 'Zugriffe',
  trafficHint:
    'Tage bis {day} können aus {tools} sein; spätere sind Seitenaufrufe, die hier gezählt wurden. Besucher sind je Tag eindeutig und werden addiert.',
  // Each line is a step.
  stepsGa4:
    'Stellen Sie die Sprache Ihres Google-Kontos auf Englisch: Gelesen werden die Namen der Spalten.\nLegen Sie unter „Explore“ eine Tabelle „Free form“ mit der Dimension „Date“ und „Active users“, „Sessions“ und „Views“ an, die so viele Zeilen zeigt, wie es Tage sind.\nExportieren Sie sie als CSV. Für Kanäle, Seiten, Länder oder Geräte exportieren Sie je eine weitere Tabelle aus „Date“ und dieser Dimension.\nImportieren Sie die Datei oder alle in einem Zip-Archiv.',
  stepsPlausible:
    'Öffnen Sie in Plausible die Einstellungen der Website, dann „Imports & exports“.\nBereiten Sie unter „Export data“ den Download vor. Eine E-Mail sagt, wann er bereitsteht.\nImportieren Sie das Zip-Archiv, wie es ist.',
  stepsUmami:
    'Exportieren Sie in Umami Cloud die Daten der Website und laden Sie das Archiv herunter.\nAuf einem eigenen Server kopieren Sie die Tabellen website_event und session mit COPY … TO STDOUT CSV HEADER, nur für diese Website, und packen website_event.csv und session.csv in ein Zip-Archiv.\nImportieren Sie das Archiv, wie es ist.',
} satisfies TextsOf<'history'>;
