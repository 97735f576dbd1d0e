import type { TextsOf } from '../translate.ts';

export default {
  notLoggedIn: 'Sie sind nicht angemeldet',
  notFoundHint: 'Unter dieser URL gibt es keine Seite. Prüfen Sie, ob sie vollständig ist.',
  ended: 'Ihre Sitzung ist abgelaufen',
  endedHint: 'Melden Sie sich wieder an, um fortzufahren. Sie kommen auf diese Seite zurück.',
  logInAgain: 'Wieder anmelden',
  yourAccount: 'Ihr Konto',
  loggedInAs: 'Angemeldet als',
  tookTooLong: 'Die Anmeldung hat zu lange gedauert oder wurde in einem anderen Tab geöffnet.',
  maybeStillLoggedIn: 'Vielleicht sind Sie noch angemeldet: Der Dienst ist nicht erreichbar.',
  unreachable: 'Der Dienst ist nicht erreichbar. Prüfen Sie Ihre Verbindung.',
  failed: 'Anmeldung fehlgeschlagen: {reason}',
  serverUnreachable: 'Der Anmeldeserver ist nicht erreichbar.',
  refused: 'Der Anmeldeserver hat abgelehnt.',
  otherTab: 'Diese Anmeldung wurde in einem anderen Tab oder Fenster begonnen.',
  check: 'Prüfung der Anmeldung',
  checkTookTooLong: 'Die Prüfung der Anmeldung hat zu lange gedauert.',
} satisfies TextsOf<'session'>;
