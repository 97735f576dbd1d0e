import type { TextsOf } from '../translate.ts';

export default {
  acceptInvitation: 'Einladung annehmen',
  alertSubject: '{website}: {title}',
  archivedType: '{type}, archiviert',
  askedToReset: 'Jemand möchte das Passwort für {email} zurücksetzen.',
  changeSubscription: 'Auswahl ändern',
  chooseNewPassword: 'Neues Passwort wählen',
  days: '{first} bis {last}',
  digestHeading: 'Wöchentliche Erkenntnisse für {website}',
  digestSubject: '{website}: Wöchentliche Erkenntnisse, {days}',
  fileOfReport: 'Bericht',
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
  reportChart: 'Liniendiagramm der Besucher pro Tag: {values}.',
  reportCompared: '{days}, verglichen mit {before}.',
  reportCut:
    'Die CSV-Datei enthält von längeren Namen und Typen die ersten {max} Zeichen. Das Dashboard zeigt sie ganz.',
  reportDashed: '{days} (gestrichelt)',
  reportHeading: '{unit, select, month {Monatsbericht} other {Wochenbericht}} für {website}',
  reportNotCompared: '{days}. Es wird nichts verglichen, weil es vor dem {firstDay} keine Daten gibt.',
  reportNotDrawn:
    '{mark} steht für ein Zeichen, das diese Datei nicht darstellen kann. Im Dashboard und in der CSV-Datei steht es.',
  reportPage: '{title} · Seite {number} von {pages}',
  reportRows:
    'Die {format}-Datei enthält die {shown} von {all} Kampagnen mit dem höchsten Umsatz. Das Dashboard zeigt alle.',
  reportSubject: '{website}: {unit, select, month {Monatsbericht} other {Wochenbericht}}, {days}',
  reportTimezone: 'Tage in der Zeitzone {timezone}.',
  reportTitle: '{unit, select, month {Monatsbericht} other {Wochenbericht}}',
  reportWithoutData: '{days}. Für die Website gibt es noch keine Daten.',
  sinceBefore: '{change} gegenüber {period, select, month {dem Vormonat} other {der Vorwoche}}',
  subscribedTo: 'Sie haben Benachrichtigungen zu {website} abonniert.',
  testHeading: 'Eine Testbenachrichtigung für {website}',
  testSubject: '{website}: eine Testbenachrichtigung',
  testText:
    'Hier kommen Benachrichtigungen an. Auf der Website ist nichts passiert: Diese Nachricht wurde mit der Schaltfläche „Testen“ gesendet.',
  withUnsubscribe: '<settings>Auswahl ändern</settings> oder <unsubscribe>abbestellen</unsubscribe>.',
} satisfies TextsOf<'mails'>;
