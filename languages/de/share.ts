import type { TextsOf } from '../translate.ts';

export default {
  anyPeriod: 'Jeden Zeitraum und jeden Filter',
  copiedAll: 'Prüfen Sie, ob Sie den Link vollständig kopiert haben.',
  copyNow: 'Kopieren Sie den Link jetzt. Er wird nicht noch einmal angezeigt.',
  createLink: 'Link erstellen',
  embed: 'Einbetten',
  embedHint:
    'Adressen von Seiten, die diese in einem Frame zeigen dürfen, eine pro Zeile. Ohne Angabe kann sie nicht eingebettet werden.',
  embedOn: 'Einbetten auf (optional)',
  embedOnlyOn: 'Die Seite kann auf {origins} eingebettet werden, und sonst nirgends.',
  hasPassword: 'Diese Seite hat ein Passwort',
  howToShare: 'Um eine Seite zu teilen, öffnen Sie sie und wählen Sie „Teilen“.',
  linkCreated: 'Link erstellt',
  linkEnded: 'Dieser Link ist nicht mehr gültig',
  locked: 'Feste Ansicht',
  noneYet: 'Keine Seite dieser Website ist geteilt',
  onlyThisPeriod: 'Nur diesen Zeitraum und diese Filter',
  passwordIfAny: 'Passwort (optional)',
  readersSee: 'Leser sehen',
  readsOnlyThis:
    'Wer den Link hat, kann diese Seite ohne Anmeldung lesen, und sonst nichts. Kontakte und Kosten zeigt sie nie.',
  revokeQuestion: 'Diesen Link widerrufen?',
  seesNothing:
    'Wer den Link <strong>{name}</strong> hat, sieht ab sofort nichts mehr, wo auch immer er eingebettet ist.',
  share: 'Teilen',
  sharePage: 'Diese Seite teilen',
  sharedLinks: 'Geteilte Links',
  sharedLinksHint:
    'Seiten dieser Website, die man ohne Anmeldung lesen kann. Ein Link endet, sobald sein Ersteller die Website nicht mehr ändern darf.',
  showPage: 'Seite anzeigen',
  theEmbedCode: 'den Code zum Einbetten',
  theLink: 'den Link',
} satisfies TextsOf<'share'>;
