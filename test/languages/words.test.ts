// Sentences get their words from codes and values, in every language.
import { describe, expect, it, test } from 'vitest';
import actions from '../../languages/en/actions.ts';
import sentences from '../../languages/en/sentences.ts';
import { defaultLocale, LANGUAGES } from '../../languages/language.ts';
import { type Code, type Sentence, sentence, type Value } from '../../languages/sentence.ts';
import { messageOf } from '../../languages/translate.ts';
import { wordsIn } from '../../src/core/foundation/text/words.ts';
import { IS_LONG } from '../support/long.ts';
import { writtenSentences } from './written-sentences.ts';

const ENGLISH: Readonly<Record<Code, string>> = { ...sentences, ...actions };
const WRITTEN = writtenSentences();
const CODES = Object.keys(ENGLISH) as Code[];

describe.each(LANGUAGES)('in %s', (language) => {
  const say = wordsIn(defaultLocale(language));

  it('every code has words for any values', () => {
    for (const code of CODES) {
      const { plurals } = messageOf(ENGLISH[code], 'en');
      const names = [...ENGLISH[code].matchAll(/\{(\w+)[,}]/g)].map(([, name]) => name!);
      const valuesWith = (count: number) =>
        Object.fromEntries(names.map((name) => [name, plurals.has(name) ? count : `<${name}>`] as [string, Value]));
      for (const count of [0, 1, 1_200]) {
        const words = say({ code, values: valuesWith(count) });
        expect(words.trim(), code).not.toBe('');
        for (const name of names) expect(words, code).toContain(plurals.has(name) ? '' : `<${name}>`);
      }
    }
  });

  it('everything that the service writes about random websites has words', () => {
    // Each finding and alert of a website that chance has made. Fewer of them have every code, too.
    const some = WRITTEN.filter((_, index) => IS_LONG || index % 7 === 0);
    const said = some.map((written) => say(JSON.parse(JSON.stringify(written)) as Sentence[]));
    expect(said.filter((words) => /undefined|NaN|\[object/.test(words) || !words.endsWith('.'))).toEqual([]);
  });
});

test('every text of findings is written by the service', () => {
  const codes = new Set<Code>();
  const visit = (value: unknown): void => {
    if (typeof value !== 'object' || value === null) return;
    if ('code' in value) codes.add(value.code as Code);
    for (const part of Object.values(value)) visit(part);
  };
  visit(WRITTEN);
  // Words for values of dimensions, those that `name` gets, and those that only stored alerts of version 1.0.0 have. Others are written
  // elsewhere: notes of reports (test/core/answers/reports/notes) and of the story of a contact (test/core/manage/stories), and what became
  // of messages (test/extensions/notifications/outbox).
  const isWord = (code: string) =>
    /^(channel|device|visitor_type)_|^quoted$|^liftOfNothing|^noContactsEver$|^orders(WithoutCampaign|OfHoldouts|OfThePart)$|^unknownAsDirect$|^story[A-Z]|^delivery[A-Z]/.test(
      code,
    );
  expect(Object.keys(sentences).filter((code) => !codes.has(code as Code) && !isWord(code))).toEqual([]);
});

describe('a text', () => {
  const money = (units: number): Value => ({ money: units, currency: 'USD' });
  const winner = [
    sentence('experimentIn', { name: { name: 'Spring popup' } }),
    sentence('wins', {
      variant: sentence('unnamedVariant', { name: { name: 'B' } }),
      metric: sentence('aRevenuePerVisitor'),
      ...{ rate: money(4.8), visitors: 1_200, rivalRate: money(2.4), rivalVisitors: 1 },
      rival: sentence('rivalHoldout'),
    }),
    sentence('liftBetween', { low: { change: 0.201 }, high: { change: 2.103 } }),
    sentence('giveAllTraffic'),
  ];

  it.each([
    [
      'en-US',
      'The experiment in “Spring popup”: variant “B” wins with a revenue per visitor of $4.80 (1,200 visitors) against $2.40 of the ' +
        'holdout (1 visitor). The true lift is between +20.1% and +210.3%. Give it all the traffic.',
    ],
    [
      'de',
      'Das Experiment in „Spring popup“: Variante „B“ gewinnt mit einem Umsatz pro Besucher von 4,80 $ (1.200 Besucher) gegenüber ' +
        '2,40 $ bei der Holdout-Gruppe (1 Besucher). Der tatsächliche Uplift liegt zwischen +20,1 % und +210,3 %. ' +
        'Geben Sie ihr den gesamten Traffic.',
    ],
    [
      'fr',
      'Le test A/B dans « Spring popup » : la variante « B » l’emporte avec un chiffre d’affaires par visiteur de 4,80 $US (1 200 ' +
        'visiteurs), contre 2,40 $US pour le groupe d’exclusion (1 visiteur). Le gain réel se situe entre +20,1 % et +210,3 %. ' +
        'Donnez-lui tout le trafic.',
    ],
    [
      'es',
      'El experimento en «Spring popup»: la variante «B» gana con unos ingresos por visitante de 4,80 US$ (1200 visitantes) frente a ' +
        '2,40 US$ en el grupo de exclusión (1 visitante). La mejora real está entre +20,1 % y +210,3 %. Dale todo el tráfico.',
    ],
    [
      'pt-BR',
      'O experimento em “Spring popup”: a variante “B” vence com uma receita por visitante de US$ 4,80 (1.200 visitantes), contra ' +
        'US$ 2,40 para o grupo de exclusão (1 visitante). O ganho real está entre +20,1% e +210,3%. Dê a ela todo o tráfego.',
    ],
  ])('has the words, numbers and quotation marks of %s', (locale, said) => {
    expect(wordsIn(locale)(winner).replaceAll(/[\u00a0\u202f]/g, ' ')).toBe(said);
  });

  it('keeps names as they are, even if they look like words of the service', () => {
    const name = 'Stop the campaign. {low} <b>, mostly in';
    expect(wordsIn('de')([sentence('decidedWinner', { name: { name } })])).toBe(
      `Das Experiment in „${name}“ ist entschieden: Es gibt einen Gewinner.`,
    );
  });

  it('has numbers of the region', () => {
    const money = sentence('lostMoneyAWeek', { visitors: 2, money: { money: 1_234, currency: 'EUR' } });
    const amount = (locale: string) => wordsIn(locale)([money]).replaceAll(/\s/g, ' ');
    expect([amount('de'), amount('de-AT')]).toEqual([
      expect.stringContaining('1.234 €'),
      expect.stringContaining('€ 1.234'),
    ]);
  });

  it('has ordinal numbers for first days of months in French, and days as the page has them for who asks in English', () => {
    const on = (day: string) => sentence('sharesChanged', { day: { day } });
    expect(wordsIn('fr')([on('2026-11-01')])).toContain('1er novembre 2026');
    expect(wordsIn('fr')([on('2026-11-11')])).toContain('11 novembre 2026');
    expect(wordsIn('en-US')([on('2026-11-01')])).toContain('Nov 1, 2026');
    expect(wordsIn('en-GB')([on('2026-11-01')])).toContain('1 Nov 2026');
    expect(wordsIn()([on('2026-11-01')])).toContain('2026-11-01');
  });
});

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
