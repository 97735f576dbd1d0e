import type { TextsOf } from '../translate.ts';

export default {
  accounts: 'Konten',
  accountsHint: 'Was Sie dürfen, hängt von Ihrer Rolle ab. Ein Inhaber des Kontos kann sie ändern.',
  application: 'Anwendung',
  applications: 'Verbundene Anwendungen',
  applicationsHint:
    'Programme und KI-Assistenten, denen Sie Zugriff gegeben haben. Beenden Sie den Zugriff, gilt das sofort.',
  browserOn: '{browser} unter {system}',
  browsersLanguage: 'Wie der Browser',
  cannotUse:
    '<strong>{name}</strong> kann Ihre Daten ab sofort nicht mehr nutzen. Um die Anwendung wieder zu verbinden, beginnen Sie dort.',
  changePassword: 'Passwort ändern',
  connected: 'Verbunden',
  currentPassword: 'Aktuelles Passwort',
  end: 'Beenden',
  endAccess: 'Zugriff beenden',
  endAccessOf: 'Zugriff beenden: {name}',
  endAccessQuestion: 'Den Zugriff dieser Anwendung beenden?',
  endSession: 'Sitzung beenden',
  endSessionIn: 'Sitzung in {browser} beenden',
  endSessionQuestion: 'Diese Sitzung beenden?',
  language: 'Sprache',
  languageHint: 'Für das Dashboard und E-Mails an Sie. Die API bleibt englisch.',
  lastActive: 'Zuletzt aktiv',
  lastActiveAt: 'Zuletzt aktiv: {time}',
  loggedInAs: 'Sie sind als {email} angemeldet.',
  loggedInAt: 'Angemeldet',
  loggedOutIn:
    'Sie werden in <strong>{browser}</strong> sofort abgemeldet. Anwendungen, die Sie dort verbunden haben, behalten ihren Zugriff.',
  mayDo: 'Darf',
  mayDoOn: 'Was sie auf {websites} darf',
  noApplications: 'Noch keine Anwendungen',
  noApplicationsHint: 'Eine Anwendung, die Zugriff auf Ihre Websites möchte, steht hier, sobald Sie ihn erlauben.',
  noPassword: 'Sie melden sich über Single Sign-on an, deshalb gibt es hier kein Passwort zu ändern.',
  passwordChanged:
    'Ihr Passwort wurde geändert. Beendet: {sessions, plural, one {# andere Sitzung} other {# andere Sitzungen}}, {applications, plural, one {# Anwendung} other {# Anwendungen}}, {tokens, plural, one {# Token} other {# Token}}, {links, plural, one {# geteilter Link} other {# geteilte Links}}.',
  passwordHint:
    'Ein neues Passwort meldet Sie in allen anderen Browsern ab und beendet den Zugriff Ihrer Anwendungen, Token und geteilten Links.',
  sessions: 'Sitzungen',
  sessionsHint: 'Browser, in denen Sie angemeldet sind. Beenden Sie Sitzungen, die Sie nicht kennen.',
  thisBrowser: 'Dieser Browser',
  unknownBrowser: 'Unbekannter Browser',
  wrongPassword: 'Das aktuelle Passwort ist nicht richtig.',
} satisfies TextsOf<'profile'>;
