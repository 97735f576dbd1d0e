// Sentences get their words from codes and values, in every language.
import { describe, expect, it } from 'vitest';
import { type Sentence, sentence } from '../../languages/sentence.ts';
import { wordsIn } from '../../src/foundation/text/words.ts';

describe('what an entry of the audit log is about', () => {
  const person = 'eve@example.com';
  const [viewer, editor] = [sentence('role_viewer'), sentence('role_editor')];
  const variant = sentence('kind_variant', { id: '7000' });

  it.each<[Sentence, string, string]>([
    [sentence('withRole', { person, role: viewer }), 'eve@example.com as viewer', 'eve@example.com (Betrachter)'],
    [
      sentence('withRoles', { person, before: viewer, role: editor }),
      'eve@example.com from viewer to editor',
      'eve@example.com (Betrachter → Bearbeiter)',
    ],
    [
      sentence('fieldsOf', { record: variant, fields: { list: [sentence('field_name'), sentence('field_seen')] } }),
      'variant 7000: name, seen',
      'Variante 7000: Name, gesehen',
    ],
    [sentence('websites', { ids: { list: ['1', '2'] } }), 'websites 1, 2', 'Websites 1, 2'],
    [sentence('webhookAt', { host: 'hooks.example' }), 'a webhook at hooks.example', 'Webhook (hooks.example)'],
  ])('%j', (said, english, german) => {
    expect(wordsIn()(said)).toBe(english);
    expect(wordsIn('de')(said)).toBe(german);
  });
});
