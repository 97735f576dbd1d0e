import type { TextsOf } from '../translate.ts';

export default {
  accessEnds: 'Der Zugriff endet, wenn Sie ihn widerrufen, spätestens nach einem Jahr.',
  addAndContinue: 'Hinzufügen und weiter',
  addFirstWebsite: 'Fügen Sie Ihre erste Website hinzu',
  addInDashboard: '<link>Fügen Sie im Dashboard eine hinzu</link>, und beginnen Sie dann von vorn.',
  allow: 'Erlauben',
  allowClient: 'Zugriff für <strong>{client}</strong> erlauben?',
  applicationAtHost: 'Die Anwendung auf <strong>{host}</strong> hat eine ungültige Anfrage gesendet.',
  applicationsKeepWorking: 'Anwendungen, denen Sie Zugriff gegeben haben, funktionieren weiterhin.',
  askForInvitation:
    'Bitten Sie einen Inhaber um eine Einladung. Wenn Sie sie angenommen haben, melden Sie sich noch einmal an.',
  askOperator: 'oder der Betreiber dieses Dienstes, mit <code>funnel user reset-link</code>.',
  askOwner: 'ein Inhaber Ihres Kontos, im Dashboard auf der Seite <strong>Personen</strong>,',
  askToAddWebsite:
    'Bitten Sie einen Inhaber oder Bearbeiter des Kontos, eine hinzuzufügen, und melden Sie sich dann noch einmal an.',
  backToLogin: 'Zurück zur Anmeldung',
  canClosePage: 'Sie können diese Seite schließen.',
  cannotAddHere: 'Sie können diesem Konto keine Websites hinzufügen.',
  checkEmail: 'Sehen Sie in Ihrem Postfach nach',
  chooseCurrency: 'Wählen Sie eine Währung.',
  chooseWebsite: 'Wählen Sie mindestens eine Website.',
  choseItsName:
    'Die Anwendung hat sich ihren Namen selbst gegeben: Erlauben Sie den Zugriff nur, wenn Sie ihn selbst angestoßen haben.',
  commonCurrencies: 'Häufige Währungen',
  confirmButton: 'Ja, senden Sie ihn mir',
  confirmed: 'Bestätigt',
  confirmedText:
    'Sie erhalten den Bericht ab dem nächsten Mal. In jeder E-Mail ist ein Link zum Abbestellen. Sie können diese Seite schließen.',
  confirmIgnore: 'Wenn Sie ihn nicht möchten, schließen Sie diese Seite: Dann wird nichts gesendet.',
  confirmText:
    '{person} möchte den {unit, select, month {Monatsbericht} other {Wochenbericht}} von <strong>{website}</strong> an {email} senden.',
  confirmTitle: 'Diesen Bericht regelmäßig erhalten?',
  continueTo: 'um mit <strong>{client}</strong> fortzufahren',
  currencyHint: 'Für den Umsatz. Sie lässt sich nur vor dem ersten Ereignis ändern.',
  describedAt: 'Ihre Beschreibung ist auf <strong>{host}</strong> veröffentlicht.',
  doNotAllow: 'Nicht erlauben',
  enterCampaignName:
    'Geben Sie den Namen der Kampagne ein, ohne Zeilenumbrüche, Steuerzeichen und Zeichen, die die Schreibrichtung ändern.',
  enterName:
    'Geben Sie den Namen der Website ein, ohne Zeilenumbrüche, Steuerzeichen und Zeichen, die die Schreibrichtung ändern.',
  enterValidEmail: 'Geben Sie eine gültige E-Mail-Adresse ein.',
  fewerAddresses: 'Geben Sie höchstens {count} Adressen ein.',
  fillInForm: 'Füllen Sie das Formular aus.',
  forTheseWebsites: 'Für diese Websites',
  foreignWebsite: 'Das Formular enthält eine Website, auf die Sie keinen Zugriff haben.',
  forgotPassword: 'Passwort vergessen?',
  forgotYourPassword: 'Passwort vergessen?',
  forgottenPasswordLead:
    'Geben Sie die E-Mail-Adresse ein, mit der Sie sich anmelden. Sie erhalten eine E-Mail mit einem Link, über den Sie ein neues Passwort wählen.',
  formFromElsewhere: 'Das Formular wurde nicht von seiner eigenen Seite abgeschickt.',
  goBackTo: '<link>Zurück zu {host}</link>, falls Sie von dort gekommen sind.',
  goToDashboard: 'Zum Dashboard',
  interactionEnded:
    'Diese Anmeldung ist abgelaufen oder bereits abgeschlossen. Gehen Sie zur Anwendung zurück, und beginnen Sie von vorn.',
  internalError: 'Interner Serverfehler. Nennen Sie die Kopfzeile X-Request-Id, wenn Sie ihn melden.',
  invalidOrigin:
    'Geben Sie jede Adresse wie https://www.example.com oder https://*.example.com an, ohne Pfad. Einen Port geben Sie mit an.',
  invalidRequest:
    'Die Anwendung, von der Sie kommen, hat eine ungültige Anfrage gesendet. Gehen Sie zu ihr zurück, und beginnen Sie von vorn.',
  itWillBeAbleTo: 'Sie darf dann',
  languageOfReport: 'Sprache des Berichts',
  linkNotValid: 'Dieser Link funktioniert nicht',
  linkNotValidText:
    'Er wurde schon verwendet, ist abgelaufen oder wurde zurückgezogen. Wenn Sie schon zugestimmt haben, ist nichts weiter zu tun.',
  logInWith: 'Mit {name} anmelden',
  logOutQuestion: 'Abmelden?',
  loggedInAs: 'Angemeldet als {email}. <link>Nicht Sie? Abmelden</link>',
  loggedOut: 'Sie sind abgemeldet',
  loginRefused: 'E-Mail-Adresse oder Passwort ist falsch.',
  loginWorks:
    'Die Anmeldung mit <strong>{email}</strong> funktioniert, aber es gibt nichts zu sehen: Sie haben Ihr Konto verlassen, oder ein Inhaber hat Sie daraus entfernt.',
  noAccount: 'Sie gehören zu keinem Konto',
  noEmail:
    'Keine E-Mail erhalten? Sehen Sie im Spam-Ordner nach, oder bitten Sie einen Inhaber Ihres Kontos um einen Link zum Zurücksetzen des Passworts.',
  noSingleSignOn: 'Single Sign-on ist hier nicht eingerichtet.',
  noWebsites: 'Noch keine Websites',
  noWebsitesInAccount: 'In Ihrem Konto gibt es noch keine Websites. Weitere können Sie später hinzufügen.',
  nothingAllowed: 'Ihre Rolle auf diesen Websites erlaubt nichts von dem, was die Anwendung anfordert.',
  nothingToShow: 'In Ihrem Konto gibt es noch keine Websites, {client} könnte also nichts zeigen.',
  originsHint:
    'Eine Adresse pro Zeile. Die Website erhält einen öffentlichen Schlüssel, der dort gilt. Schlüssel können Sie auch später erstellen.',
  otherCurrencies: 'Weitere Währungen',
  passwordsOff: 'Die Anmeldung mit Passwort ist hier ausgeschaltet.',
  privacyPolicy: 'Datenschutzerklärung',
  resetLinkSent:
    'Wenn es hier eine Anmeldung mit Passwort für <strong>{email}</strong> gibt, ist eine E-Mail mit einem Link unterwegs. Der Link funktioniert einmal, innerhalb von 24 Stunden.',
  sendTheLink: 'Link senden',
  sendsNoEmail:
    'Dieser Dienst verschickt keine E-Mails. Einen Link, um ein neues Passwort zu wählen, muss Ihnen deshalb jemand geben:',
  sentTo: 'Sie werden zu <strong>{host}</strong> weitergeleitet.',
  ssoCancelled: 'Die Anmeldung mit {name} wurde abgebrochen.',
  ssoDomainNotAllowed: 'E-Mail-Adressen von {domain} sind hier nicht zugelassen.',
  ssoEmailNotVerified: 'Die E-Mail-Adresse {email} ist nicht bestätigt.',
  ssoExpired: 'Diese Anmeldung mit {name} ist abgelaufen oder wurde schon verwendet. Beginnen Sie von vorn.',
  ssoNoAccess: '{email} hat hier keinen Zugriff. Bitten Sie einen Inhaber des Kontos um eine Einladung.',
  ssoNoEmail: 'Zu Ihrem Zugang gehört keine E-Mail-Adresse.',
  ssoOtherLogin: '{email} gehört hier zu einem anderen Zugang. Wenden Sie sich an den Betreiber dieses Dienstes.',
  ssoUnreachable: '{name} ist gerade nicht erreichbar. Versuchen Sie es gleich noch einmal.',
  ssoUnverified: 'Die Antwort von {name} konnte nicht überprüft werden. Beginnen Sie von vorn.',
  stayLoggedIn: 'Angemeldet bleiben',
  stopEmails:
    'Möchten Sie keine E-Mails dieses Abonnements mehr erhalten? Ihre anderen Abonnements bleiben, wie sie sind.',
  stoppedReport: 'Sie erhalten keine E-Mails mit diesem Bericht mehr. Sie können diese Seite schließen.',
  stopReport: 'Möchten Sie diesen Bericht nicht mehr per E-Mail erhalten?',
  support: 'Support',
  terms: 'Nutzungsbedingungen',
  throughApi: 'Über die REST-API.',
  throughTools: 'Über den Tool-Server, nur lesend.',
  tooManyAttempts:
    'Zu viele Versuche. Versuchen Sie es in {minutes, plural, one {# Minute} other {# Minuten}} noch einmal.',
  tooManyEmails: 'Es wurden zu viele E-Mails angefordert. Versuchen Sie es in einer Stunde noch einmal.',
  tooManyRequests: 'Zu viele Anfragen von dieser IP-Adresse. Warten Sie etwas, und versuchen Sie es noch einmal.',
  unsubscribe: 'Abbestellen',
  unsubscribed: 'Abbestellt',
  unsubscribedText:
    'Sie erhalten keine E-Mails dieses Abonnements mehr. Im Dashboard können Sie es auf der Seite „Benachrichtigungen“ der Website wieder einrichten.',
} satisfies TextsOf<'pages'>;
