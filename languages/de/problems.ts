import type { TextsOf } from '../translate.ts';

export default {
  busy: 'Zurzeit laufen zu viele Anfragen. Versuchen Sie es gleich noch einmal.',
  commit_unknown:
    'Die Datenbank ist beim Speichern ausgefallen: Die Änderung wurde vielleicht gespeichert, vielleicht nicht. Laden Sie die Seite neu, um nachzusehen.',
  damaged_data:
    'Ein Teil der gespeicherten Daten dieser Tage ist beschädigt und wird deshalb nicht angezeigt. Der Betreiber des Dienstes muss sie reparieren.',
  database_unavailable: 'Die Datenbank ist nicht erreichbar. Versuchen Sie es gleich noch einmal.',
  email_in_use: 'Ein anderer Kontakt der Website hat diese E-Mail-Adresse. Löschen Sie zuerst einen von beiden.',
  email_not_configured: 'Dieser Dienst hat keinen Mailserver. Wählen Sie einen anderen Kanal.',
  email_or_phone_required: 'Ein Kontakt braucht eine E-Mail-Adresse oder eine Telefonnummer.',
  holdout_taken:
    'Diese Kampagne hat schon eine Holdout-Gruppe, und es kann nur eine geben. Archivieren Sie zuerst diese.',
  invalid_current_password: 'Das ist nicht Ihr Passwort.',
  invalid_email: 'Das ist keine E-Mail-Adresse.',
  invalid_new_password: 'Wählen Sie ein anderes Passwort: Dieses ist zu kurz, zu lang oder zu verbreitet.',
  invalid_origins: 'Jede Adresse muss aussehen wie https://www.example.com, ohne Pfad.',
  invalid_phone: 'Das ist keine Telefonnummer. Schreiben Sie sie mit Ländervorwahl, zum Beispiel +49 30 123456.',
  invalid_range: 'Der erste Tag darf nicht nach dem letzten liegen.',
  invalid_sum: 'Die Anteile aller Varianten müssen zusammen 100 ergeben.',
  key_taken: 'Ein anderer Eintrag an derselben Stelle hat diesen Schlüssel.',
  last_owner: 'Das Konto braucht einen Inhaber. Machen Sie zuerst jemand anderen zum Inhaber.',
  link_ended: 'Dieser Link ist nicht mehr gültig.',
  link_not_valid: 'Dieser Link ist abgelaufen, wurde schon benutzt oder zurückgezogen.',
  login_exists: 'Zu dieser E-Mail-Adresse gibt es schon einen Zugang. Bestätigen Sie mit dessen Passwort.',
  name_taken: 'Dieser Name ist schon vergeben. Wählen Sie einen anderen.',
  no_password: 'Hier gibt es kein Passwort: Die Anmeldung läuft über Single Sign-on.',
  other_email: 'Diese Einladung gilt für eine andere E-Mail-Adresse. Melden Sie sich zuerst ab.',
  own_password: 'Für sich selbst können Sie keinen Link erstellen. Ändern Sie Ihr Passwort in Ihrem Profil.',
  passwords_off: 'Passwörter sind ausgeschaltet: Melden Sie sich über Single Sign-on an.',
  range_too_wide: 'Der Zeitraum ist zu lang: Wählen Sie einen kürzeren.',
  rate_limited: 'Zu viele Anfragen. Warten Sie eine Minute und versuchen Sie es erneut.',
  reset_by_operator:
    'Das Passwort dieser Person können Sie nicht zurücksetzen. Bitten Sie den Betreiber des Dienstes darum.',
  status403: 'Dazu sind Sie nicht berechtigt.',
  status413: 'Das ist zu groß.',
  status500: 'Im Dienst ist etwas schiefgegangen. Versuchen Sie es erneut oder melden Sie es dem Betreiber.',
  too_many_confirmations:
    'An einem Tag wurden zu viele Personen gefragt, ob sie einen Bericht möchten, oder diese Adresse wurde in einer Woche zu oft gefragt. Versuchen Sie es später noch einmal.',
  too_many_invitations: 'Das Konto hat zu viele offene Einladungen. Ziehen Sie die zurück, die niemand mehr braucht.',
  too_many_keys: 'Die Website hat zu viele Schlüssel. Widerrufen Sie die, die nicht mehr benutzt werden.',
  too_many_records: 'Hier gibt es schon zu viele Einträge.',
  too_many_subscriptions: 'Sie haben zu viele Abonnements für diese Website. Entfernen Sie zuerst eines.',
  too_many_webhooks: 'Die Website hat zu viele Webhooks dieses Anbieters. Widerrufen Sie zuerst einen.',
  unknownStatus: 'Der Dienst hat mit Status {status} geantwortet.',
  variant_has_events:
    'Diese Variante hat schon Ereignisse, also kann sie weder zur Holdout-Gruppe werden noch aufhören, eine zu sein. Archivieren Sie sie, und legen Sie eine andere Variante an.',
  wrong_password: 'Falsches Passwort.',
} satisfies TextsOf<'problems'>;
