export default {
  allOrNothing:
    'The whole file is imported, or nothing. Days that have events here, or that are in another import, stay as they are: then choose an earlier last day.',
  conversionEvent: 'Event that counts as a conversion (optional)',
  countedHere: 'Counted here',
  dayCount: '{count, plural, one {# day with traffic} other {# days with traffic}}',
  days: 'Days',
  event: 'Event',
  file: 'File',
  fromTo: '{first} to {last}',
  importFile: 'Import a file',
  imported: 'Imported',
  lastDay: 'Last day (optional)',
  noImports: 'Nothing was imported yet',
  noImportsHint: 'Bring the visitors and page views that Plausible, Umami or Google Analytics counted before.',
  reading: 'Reading the file …',
  remove: 'Remove',
  removeHint: 'Its days are no longer shown. The file can be imported again.',
  removeNamed: 'Remove the import of {file}',
  removeQuestion: 'Remove the import of {file}?',
  sending: 'Sending the file …',
  source: 'Source',
  title: 'History from other tools',
  titleHint:
    'Visitors and page views that another tool counted before. They are shown as traffic, apart from all other numbers.',
  tool: 'Tool',
  traffic: 'Traffic',
  trafficHint:
    'Days up to {day} can be from {tools}; later ones are page views that were counted here. Visitors are unique on each day and added up.',
  whichFile:
    '{tool, select, plausible {The zip archive of Site settings, Imports & exports.} umami {The zip archive of the data export, or the table website_event as CSV.} other {A report as CSV, in English, whose chart is by day; or a zip archive of several.}}',
} as const;
