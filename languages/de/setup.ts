import type { TextsOf } from '../translate.ts';

export default {
  stepLogin: 'Ihre Zugangsdaten',
  stepWebsite: 'Ihre Website',
  stepCampaigns: 'Ihre Kampagnen',
  stepFirstEvent: 'Erstes Ereignis',
  pageTitle: 'Einrichten · Funnel',
  setUp: 'Funnel einrichten',
  nobodyYet:
    'Hier kann sich noch niemand anmelden. Öffnen Sie den Einrichtungslink, den der Dienst beim Start ausgegeben hat.',
  worksOnce:
    'Er funktioniert einmal und gilt eine Stunde. Für einen neuen starten Sie den Dienst neu, oder führen Sie <command></command> auf seinem Rechner aus.',
  unreachable: 'Der Dienst ist nicht erreichbar.',
  linkDead: 'Dieser Link funktioniert nicht mehr',
  linkDeadWhy: 'Er ist abgelaufen, wurde schon benutzt oder durch einen neueren ersetzt.',
  newLink:
    'Für einen neuen Link starten Sie den Dienst neu, oder führen Sie <command></command> auf seinem Rechner aus. Wenn der Dienst schon eingerichtet ist, <login>melden Sie sich an</login>.',
  accountName: 'Name des Kontos',
  websiteName: 'Name der Website',
  campaignName: 'Name der Kampagne',
  accountAndLogin: 'Ihr Konto und Ihre Zugangsdaten',
  youWillBeOwner: 'Sie werden Inhaber des Kontos. Weitere Personen können Sie später hinzufügen.',
  accountPlaceholder: 'Ihre Firma oder Ihr Team',
  addressAt: 'Die Adresse, die Sie bei {issuer} haben. Sie melden sich dort an und brauchen hier kein Passwort.',
  passwordHint: 'Mindestens {length} Zeichen, zum Beispiel vier zufällige Wörter.',
  showPassword: 'Passwort anzeigen',
  firstWebsite: 'Ihre erste Website',
  addOthersLater: 'Weitere können Sie später hinzufügen.',
  originsHint:
    'Eine pro Zeile, zum Beispiel <one></one>, <all></all> für alle Subdomains oder <local></local> zum Ausprobieren.',
  campaignsLead:
    'Eine Kampagne ist das, was Sie messen: ein Pop-up, eine Leiste, ein Formular, ein Quiz, eine Landingpage.',
  howAdded: 'Wie werden Kampagnen hinzugefügt?',
  automatically: 'Automatisch: Ein neuer Name in meinen Seiten fügt eine Kampagne hinzu',
  byHand: 'Von Hand, im Dashboard',
  campaignPlaceholder: 'Frühlings-Pop-up',
  changeAnytime: 'Das können Sie jederzeit auf der Seite <em>Ereignisse senden</em> ändern.',
} satisfies TextsOf<'setup'>;
