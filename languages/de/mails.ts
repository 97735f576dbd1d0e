import type { TextsOf } from '../translate.ts';

export default {
  acceptInvitation: 'Einladung annehmen',
  alertSubject: '{website}: {title}',
  askedToReset: 'Jemand möchte das Passwort für {email} zurücksetzen.',
  changeSubscription: 'Auswahl ändern',
  chooseNewPassword: 'Neues Passwort wählen',
  days: '{first} bis {last}',
  digestHeading: 'Wöchentliche Erkenntnisse für {website}',
  digestSubject: '{website}: Wöchentliche Erkenntnisse, {days}',
  ignoreIfUnexpected: 'Wenn Sie diese E-Mail nicht erwartet haben, können Sie sie ignorieren.',
  invitationTo: 'Einladung zu {account}',
  invitesYou:
    '{inviter} lädt Sie zu {account} ein, als {role, select, viewer {Betrachter} editor {Bearbeiter} other {Inhaber}}: {roleCan}.',
  linkWorksUntil: 'Der Link funktioniert einmal, bis zum {date}.',
  noEarlierPeriod: '{period, select, month {kein früherer Monat} other {keine frühere Woche}} zum Vergleichen',
  notYou: 'Wenn Sie das nicht waren, ignorieren Sie diese E-Mail. Ihr Passwort hat sich nicht geändert.',
  openFiltered: '{name} öffnen, gefiltert nach {dimension} {value}',
  openInDashboard: 'Im Dashboard öffnen',
  openInsights: 'Erkenntnisse öffnen',
  openNamed: '{name} öffnen',
  openNotifications: 'Ihre Benachrichtigungen öffnen',
  sinceBefore: '{change} gegenüber {period, select, month {dem Vormonat} other {der Vorwoche}}',
  subscribedTo: 'Sie haben Benachrichtigungen zu {website} abonniert.',
  testHeading: 'Eine Testbenachrichtigung für {website}',
  testSubject: '{website}: eine Testbenachrichtigung',
  testText:
    'Hier kommen Benachrichtigungen an. Auf der Website ist nichts passiert: Diese Nachricht wurde mit der Schaltfläche „Test“ gesendet.',
  withUnsubscribe: '<settings>Auswahl ändern</settings> oder <unsubscribe>abbestellen</unsubscribe>.',
} satisfies TextsOf<'mails'>;
