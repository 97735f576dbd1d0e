// What the audit log is about, in the reader's language.
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import de from '../../../languages/de/index.ts';

describe('what an entry of the audit log is about, in German', () => {
  let auditSubject: typeof import('../../../dashboard/src/format/audit-subject.ts').auditSubject;

  beforeAll(async () => {
    vi.resetModules();
    const { setTexts } = await import('../../../dashboard/src/language/t.ts');
    setTexts(de, { language: 'de', locale: 'de-DE' });
    ({ auditSubject } = await import('../../../dashboard/src/format/audit-subject.ts'));
  });
  afterAll(() => vi.resetModules());

  it.each([
    ['person_invited', 'eve@example.com as viewer', 'eve@example.com (Betrachter)'],
    ['role_changed', 'eve@example.com from viewer to editor', 'eve@example.com (Betrachter → Bearbeiter)'],
    ['catalog_created', 'campaign 7', 'Kampagne 7'],
    ['catalog_changed', 'variant 7: name, is_new, unknown', 'Variante 7: Name, gesehen, unknown'],
    ['catalog_changed', 'the order of the steps of variant 7', 'Reihenfolge der Schritte von Variante 7'],
    ['catalog_changed', 'the traffic shares of campaign 7', 'Traffic-Anteile von Kampagne 7'],
    ['catalog_imported', 'the account', 'das ganze Konto'],
    ['catalog_imported', 'websites 1, 2', 'Websites 1, 2'],
    ['website_settings_changed', 'browser_orders on, timezone UTC', 'Bestellungen aus Browsern an, Zeitzone UTC'],
    ['website_settings_changed', 'exchange_rates (3)', 'Wechselkurse (3)'],
    ['subscription_created', 'a webhook at hooks.example', 'Webhook (hooks.example)'],
    ['branding_changed', 'sender Acme, another logo', 'Absender Acme, anderes Logo'],
    ['session_ended', 'eve@example.com (unknown browser)', 'eve@example.com (unbekannter Browser)'],
    // Names are left alone.
    ['token_created', '7 (as viewer)', '7 (as viewer)'],
    ['goal_created', '7 (the account)', '7 (the account)'],
  ] as const)('%s, %s', (action, subject, text) => {
    expect(auditSubject(action, subject)).toBe(text);
  });
});
