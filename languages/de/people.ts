import type { TextsOf } from '../translate.ts';

export default {
  noAccount: 'Sie gehören zu keinem Konto',
  lead: 'Wer in {account} was sehen und ändern darf.',
  invitePerson: 'Person einladen',
  roleHint: 'Rollenänderungen gelten sofort, auch für Token und Anwendungen.',
  you: 'Sie',
  whatTheyCanDo: 'Was sie dürfen',
  onlyOwner: 'Alleiniger Inhaber. Machen Sie jemand anderen zum Inhaber, bevor Sie das Konto verlassen.',
  changeRole: 'Rolle ändern',
  changeRoleOf: 'Rolle ändern: {email}',
  leave: 'Verlassen',
  resetPassword: 'Passwort zurücksetzen',
  resetPasswordOf: 'Passwort zurücksetzen: {email}',
  removeNamed: '{email} entfernen',
  openInvitations: 'Offene Einladungen',
  invitationsHint:
    'Jeder Link funktioniert einmal, und nur solange die Person, die ihn gesendet hat, noch Inhaber ist. Für einen neuen Link laden Sie die Person noch einmal ein.',
  noInvitations: 'Keine offenen Einladungen',
  invited: 'Eingeladen',
  roleUntil: '{role}, bis zum {date}',
  invitedBy: 'Eingeladen von',
  withdraw: 'Zurückziehen',
  withdrawOf: 'Einladung für {email} zurückziehen',
  youAreViewer: 'Sie sind Betrachter',
  youAreEditor: 'Sie sind Bearbeiter',
  youAreOwner: 'Sie sind Inhaber',
  leaveAccount: 'Konto verlassen',
  askAnOwner:
    'Inhaber laden Personen ein und ändern Rollen. Fragen Sie einen von ihnen, wenn Sie eine andere Rolle brauchen.',
  viewerCan: 'Sieht Berichte, den Katalog und Live-Ereignisse',
  editorCan:
    'Darf alles, was Betrachter dürfen, ändert den Katalog, gespeicherte Funnels, Notizen, Ziele, gespeicherte Ansichten, Kosten, Kontakte und Einstellungen von Websites, fügt Websites hinzu und erstellt Token, Schlüssel, Webhooks und Links zum Teilen',
  ownerCan:
    'Darf alles, was Bearbeiter dürfen, verwaltet Personen, liest das Audit-Protokoll, legt fest, wie E-Mails aussehen, importiert den Verlauf, sendet Kontakte und Bestellungen an Webhooks und löscht Daten',
  allWebsites: 'Alle Websites',
  allWebsitesDetail: 'Auch die, die später hinzukommen',
  chosenWebsites: 'Ausgewählte Websites',
  chosenWebsitesDetail: 'Sieht keine andere Website und fügt keine hinzu',
  onlyOn: 'Nur auf diesen Websites: {websites}.',
  andOthers: '{count, plural, one {# weitere} other {# weitere}}',
  inviteTo: 'Person zu {account} einladen',
  invite: 'Einladen',
  isInvited: '{email} ist eingeladen',
  linkMailed: 'Ein Link wurde an {email} gesendet.',
  mailFailed: 'Die E-Mail konnte nicht gesendet werden. Geben Sie den Link selbst weiter:',
  copyLink: 'Kopieren Sie den Link jetzt und senden Sie ihn an {email}. Er wird nicht noch einmal angezeigt.',
  theLink: 'Link',
  canJoin:
    'Er funktioniert einmal, bis zum {date}. Wer ihn hat, kann dem Konto beitreten; senden Sie ihn daher niemand anderem.',
  withdrawQuestion: 'Diese Einladung zurückziehen?',
  linkStops: 'Der Link für <strong>{email}</strong> funktioniert sofort nicht mehr.',
  roleOf: 'Rolle von {email}',
  removeQuestion: '{email} entfernen?',
  theyLoseAccess:
    'Die Person verliert sofort den Zugriff auf {account}. Ihre Token dafür werden widerrufen, und die von ihr verbundenen Anwendungen funktionieren nicht mehr.',
  resetQuestion: 'Passwort von {email} zurücksetzen?',
  createLink: 'Link erstellen',
  resetExplained:
    'Sie erhalten einen Link zum Weitergeben. Damit wählt die Person ein neues Passwort. Bis dahin gilt das alte.',
  resetLink: 'Link zum Zurücksetzen des Passworts',
  canLogIn:
    'Er funktioniert einmal und gilt 24 Stunden. Wer ihn hat, kann sich als {email} anmelden; senden Sie ihn daher niemand anderem.',
  leaveQuestion: '{account} verlassen?',
  youLoseAccess:
    'Sie verlieren sofort den Zugriff. Ihre Token für das Konto werden widerrufen, und von Ihnen verbundene Anwendungen funktionieren nicht mehr. Um zurückzukehren, brauchen Sie eine Einladung.',
  showThese: 'Diese anzeigen',
  chooseHint:
    'Das Dashboard zeigt die Websites, die Sie auswählen. Andere Browser und Anwendungen bleiben, wie sie sind.',
  join: '{account} beitreten',
  invitationUntil: 'Der Link funktioniert einmal, bis zum {date}.',
  loggedIn: 'Sie sind angemeldet',
  noLongerOpen:
    'Diese Einladung ist nicht mehr offen. Wenn Sie sie gerade angenommen haben, finden Sie das Konto im Dashboard.',
  invitedAsViewer:
    '{inviter} hat <strong>{email}</strong> zu {account} eingeladen, als <strong>Betrachter</strong>. Betrachter sehen Berichte, den Katalog und Live-Ereignisse.',
  invitedAsEditor:
    '{inviter} hat <strong>{email}</strong> zu {account} eingeladen, als <strong>Bearbeiter</strong>. Bearbeiter dürfen alles, was Betrachter dürfen, ändern den Katalog, gespeicherte Funnels, Notizen, Ziele, gespeicherte Ansichten, Kosten, Kontakte und Einstellungen von Websites, fügen Websites hinzu und erstellen Token, Schlüssel, Webhooks und Links zum Teilen.',
  invitedAsOwner:
    '{inviter} hat <strong>{email}</strong> zu {account} eingeladen, als <strong>Inhaber</strong>. Inhaber dürfen alles, was Bearbeiter dürfen, verwalten Personen, lesen das Audit-Protokoll, legen fest, wie E-Mails aussehen, importieren den Verlauf, senden Kontakte und Bestellungen an Webhooks und löschen Daten.',
  accept: 'Annehmen',
  loggedInAsOther: 'Sie sind als {email} angemeldet. Melden Sie sich ab und öffnen Sie diesen Link dann noch einmal.',
  logInToAccept: 'Mit {issuer} anmelden und annehmen',
  yourLogin: 'Ihre Zugangsdaten',
  newHere: 'Ich bin neu hier',
  haveLogin: 'Ich habe schon einen Zugang mit dieser E-Mail-Adresse',
  welcome: 'Willkommen bei {account}',
  accepted: 'Sie haben die Einladung angenommen.',
  goToDashboard: 'Zum Dashboard',
  passwordsOff: 'Passwörter sind ausgeschaltet',
  everybodyUses:
    'Hier melden sich alle mit {issuer} an. Wenn Sie Ihr Passwort dort vergessen haben, setzen Sie es dort zurück.',
  logInWith: 'Mit {issuer} anmelden',
  chooseNewPassword: 'Neues Passwort wählen',
  newPasswordFor:
    'Für <strong>{email}</strong>. Sie werden hier angemeldet und überall sonst abgemeldet. Ihre Token und verbundenen Anwendungen funktionieren dann nicht mehr.',
  changePassword: 'Passwort ändern',
} satisfies TextsOf<'people'>;
