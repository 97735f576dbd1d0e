export default {
  allOrNothing: 'All of it is imported, or nothing.',
  conversionEvent: 'Conversion event (optional)',
  countedHere: 'Counted here',
  dayCount: '{count, plural, one {# day} other {# days}}',
  days: 'Days',
  event: 'Event',
  file: 'File',
  importFile: 'Import a file',
  imported: 'Imported',
  lastDay: 'Last day (optional)',
  remove: 'Remove',
  removeNamed: 'Remove {file}',
  removeQuestion: 'Remove {file}?',
  importedConversions: '{count} imported conversions',
  importing: 'Importing …',
  notImported: 'Not imported. {reason}',
  sending: 'Sending …',
  waiting: 'Waiting',
  visits: '{count} visits',
  title: 'History',
  titleHint: 'What Plausible, Umami or Google Analytics counted before.',
  tool: 'Tool',
  traffic: 'Traffic',
  trafficHint: 'From {tools} up to {day}, then page views. Visitors are added up per day.',
  // Each line is a step.
  stepsGa4:
    'Set the language of your Google account to English: the names of columns are read.\nUnder Explore, make a Free form table of the dimension Date with Active users, Sessions and Views, and let it show as many rows as there are days.\nExport it as CSV. For channels, pages, countries or devices, export one more table of Date and this dimension each.\nImport the file, or all of them in one zip archive.',
  stepsPlausible:
    'Open the settings of the site in Plausible, then Imports & exports.\nPrepare the download under Export data. An email says when it is ready.\nImport the zip archive as it is.',
  stepsUmami:
    'In Umami Cloud, export the data of the website, and download the archive.\nOn your own server, copy the tables website_event and session with COPY … TO STDOUT CSV HEADER, for this website alone, and put website_event.csv and session.csv into one zip archive.\nImport the archive as it is.',
} as const;
