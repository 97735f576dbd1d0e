import type { TextsOf } from '../translate.ts';

export default {
  addAnnotation: 'Notiz hinzufügen',
  addGoal: 'Ziel hinzufügen',
  annotations: 'Notizen',
  campaignById: 'Kampagne {id}',
  dayIsMarked: 'Der Tag wird in den Diagrammen dieser Website markiert, für alle, die sie sehen können.',
  deleteQuestion: '„{name}“ löschen?',
  deleteView: '{name} löschen',
  deletedForEverybody: 'Wird für alle gelöscht, die diese Website sehen können. Ereignisse sind nicht betroffen.',
  editAnnotation: 'Notiz bearbeiten',
  editGoal: 'Ziel bearbeiten',
  for: 'Für',
  forecastFrom:
    'Prognosen kommen aus Wochentagen, Stunden und Trend der letzten acht Wochen; 9 von 10 Monaten enden in der Spanne.',
  goalCounts:
    'Jeder Besucher zählt einmal im Monat; der Umsatz ist eine Summe. Alle, die diese Website sehen können, sehen ihre Ziele.',
  goalsForMonth: 'Ziele für diesen Monat',
  metric: 'Kennzahl',
  metricInCurrency: '{metric} ({currency})',
  monthOver: '{share} des Monats sind vorbei. Das zeigt die Markierung auf jedem Balken.',
  noForecast: 'Noch keine Prognose: Sie braucht Zahlen aus vier Wochen.',
  noViewsYet: 'Eine gespeicherte Ansicht ist eine Seite mit ihrem Zeitraum und ihren Filtern. Noch gibt es keine.',
  onCourse: 'Prognose: {value} von {target} ({low} bis {high})',
  reached: '{value} von {target}, {share}',
  saveView: 'Diese Ansicht speichern',
  saveViewHint:
    'Speichert diese Seite mit ihrem Zeitraum und ihren Filtern. Alle, die diese Website sehen können, sehen ihre gespeicherten Ansichten.',
  savedViews: 'Gespeicherte Ansichten',
  setTarget: 'Setzen Sie sich ein Ziel für jeden Monat, zum Beispiel 1.000 Anmeldungen.',
  targetPerMonth: 'Zielwert pro Monat',
  viewDeleted: 'Wird für alle gelöscht, die diese Website sehen können. Die Seite selbst bleibt.',
  views: 'Ansichten',
  whatHappened: 'Was ist passiert?',
  wholeWebsite: 'Die ganze Website',
} satisfies TextsOf<'saved'>;
