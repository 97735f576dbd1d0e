import type { TextsOf } from '../translate.ts';

export default {
  loggedInAs: 'Sie sind als {email} angemeldet.',
  accounts: 'Konten',
  accountsHint: 'Was Sie dürfen, hängt von Ihrer Rolle ab. Ein Inhaber des Kontos kann sie ändern.',
  sessions: 'Sitzungen',
  sessionsHint: 'Browser, in denen Sie angemeldet sind. Beenden Sie Sitzungen, die Sie nicht kennen.',
  thisBrowser: 'Dieser Browser',
  lastActiveAt: 'Zuletzt aktiv: {time}',
  loggedInAt: 'Angemeldet',
  endSessionIn: 'Sitzung in {browser} beenden',
  end: 'Beenden',
  unknownBrowser: 'Unbekannter Browser',
  applications: 'Verbundene Anwendungen',
  applicationsHint:
    'Programme und KI-Assistenten, denen Sie Zugriff gegeben haben. Beenden Sie den Zugriff, gilt das sofort.',
  noApplications: 'Noch keine Anwendungen',
  noApplicationsHint: 'Eine Anwendung, die Zugriff auf Ihre Websites möchte, steht hier, sobald Sie ihn erlauben.',
  application: 'Anwendung',
  mayDo: 'Darf',
  connected: 'Verbunden',
  lastActive: 'Zuletzt aktiv',
  endAccessOf: 'Zugriff von {name} beenden',
  endAccess: 'Zugriff beenden',
  endSessionQuestion: 'Diese Sitzung beenden?',
  endSession: 'Sitzung beenden',
  loggedOutIn:
    'Sie werden in <strong>{browser}</strong> sofort abgemeldet. Anwendungen, die Sie dort verbunden haben, behalten ihren Zugriff.',
  endAccessQuestion: 'Den Zugriff dieser Anwendung beenden?',
  cannotUse:
    '<strong>{name}</strong> kann Ihre Daten ab sofort nicht mehr nutzen. Um die Anwendung wieder zu verbinden, beginnen Sie dort.',
  mayDoOn: 'Was sie darf auf {websites}',
  noPassword: 'Sie melden sich über Single Sign-on an, deshalb gibt es hier kein Passwort zu ändern.',
  passwordHint:
    'Ein neues Passwort meldet Sie in allen anderen Browsern ab und beendet den Zugriff Ihrer Anwendungen und Token.',
  currentPassword: 'Aktuelles Passwort',
  changePassword: 'Passwort ändern',
  wrongPassword: 'Das aktuelle Passwort ist nicht richtig.',
  passwordChanged:
    'Ihr Passwort wurde geändert. Beendet: {sessions, plural, one {# andere Sitzung} other {# andere Sitzungen}}, {applications, plural, one {# Anwendung} other {# Anwendungen}}, {tokens, plural, one {# Token} other {# Token}}.',
  language: 'Sprache',
  languageHint: 'Für das Dashboard und E-Mails an Sie. Die API bleibt englisch.',
  browsersLanguage: 'Wie der Browser',
} satisfies TextsOf<'profile'>;
