// The sentences of the service can be said in each language: what the engine, the insights and the alerts really write is understood.
import { describe, expect, it, test } from 'vitest';
import de from '../../languages/de/index.ts';
import en from '../../languages/en/index.ts';
import es from '../../languages/es/index.ts';
import fr from '../../languages/fr/index.ts';
import { chooseLanguage } from '../../languages/language.ts';
import pt from '../../languages/pt/index.ts';
import { saidAs, sayIn } from '../../languages/sentences.ts';
import { type Translate, translator } from '../../languages/translate.ts';
import { writtenSentences } from './written-sentences.ts';

const ENGLISH = translator(en, chooseLanguage(['en-US']));
const GERMAN = translator(de, chooseLanguage(['de']));

/** A mark of what is understood: a sentence that is not comes back without it. It has no width. */
const UNDERSTOOD = '\u2060';

/** Which texts a sentence consists of, and what it is when it is said in English again. */
function understood(sentence: string): { readonly names: readonly string[]; readonly again: string } {
  const names: string[] = [];
  const again = saidAs(sentence, {
    locale: 'en-US',
    nameOf: ENGLISH as unknown as (key: string) => string,
    say(name, values) {
      names.push(name);
      return (ENGLISH as unknown as (key: string, values: unknown) => string)(`sentences.${name}`, values) + UNDERSTOOD;
    },
  });
  return { names, again };
}

test('what the service writes is understood, and every text is written by the service', () => {
  const used = new Set<string>();
  // Of sentences that differ in numbers and names only, one.
  const sentences = new Map(writtenSentences().map((text) => [text.replaceAll(/\d[\d,.]*|“[^”]*”/g, '0'), text]));
  for (const sentence of sentences.values()) {
    const { names, again } = understood(sentence);
    expect(again, sentence).toContain(UNDERSTOOD);
    expect(comparable(again)).toBe(comparable(sentence));
    for (const name of names) used.add(name);
  }
  expect(Object.keys(en.sentences).filter((name) => !used.has(name))).toEqual([]);
});

/** Sentences begin with a capital letter, days have the form of the locale, and lists a comma before their `and`. */
function comparable(text: string): string {
  return text
    .toLowerCase()
    .replaceAll(/\d{4}-\d\d-\d\d/g, (day) => longDay.format(new Date(day)).toLowerCase())
    .replaceAll(UNDERSTOOD, '')
    .replaceAll(',', '')
    .replaceAll('\u00a0', ' ');
}

const longDay = new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone: 'UTC' });

const WINNER =
  'The experiment in “Spring popup”: variant “B” wins with a revenue per visitor of $4.80 (1,200 visitors) against $2.40 of the holdout (1 visitor). The true lift is between +20.1% and +1,210.3%. Give it all the traffic.';

describe('a sentence in another language', () => {
  it.each<[string, Translate, string]>([
    [
      'German',
      GERMAN,
      'Das Experiment in „Spring popup“: Variante „B“ gewinnt mit einem Umsatz pro Besucher von 4,80 $ (1.200 Besucher) gegenüber 2,40 $ bei der Holdout-Gruppe (1 Besucher). Der tatsächliche Uplift liegt zwischen +20,1 % und +1.210,3 %. Geben Sie ihr den gesamten Traffic.',
    ],
    [
      'French',
      translator(fr, chooseLanguage(['fr'])),
      'Le test A/B dans « Spring popup » : la variante « B » l’emporte avec un chiffre d’affaires par visiteur de 4,80 $US (1 200 visiteurs), contre 2,40 $US pour le groupe d’exclusion (1 visiteur). Le gain réel se situe entre +20,1 % et +1 210,3 %. Donnez-lui tout le trafic.',
    ],
    [
      'Spanish',
      translator(es, chooseLanguage(['es'])),
      'El experimento en «Spring popup»: la variante «B» gana con unos ingresos por visitante de 4,80 US$ (1200 visitantes) frente a 2,40 US$ en el grupo de exclusión (1 visitante). La mejora real está entre +20,1 % y +1210,3 %. Dale todo el tráfico.',
    ],
    [
      'Portuguese',
      translator(pt, chooseLanguage(['pt-BR'])),
      'O experimento em “Spring popup”: a variante “B” vence com uma receita por visitante de US$ 4,80 (1.200 visitantes), contra US$ 2,40 para o grupo de exclusão (1 visitante). O ganho real está entre +20,1% e +1.210,3%. Dê a ela todo o tráfego.',
    ],
  ])('has its words, numbers and quotation marks: %s', (_, t, said) => {
    expect(sayIn(t, WINNER).replaceAll(/[\u00a0\u202f]/g, ' ')).toBe(said);
  });

  it('keeps names as they are, even if they look like words of the service', () => {
    const name = 'Stop the campaign. {low} <b>, mostly in';
    expect(sayIn(GERMAN, `The experiment in “${name}” is decided: there is a winner.`)).toBe(
      `Das Experiment in „${name}“ ist entschieden: Es gibt einen Gewinner.`,
    );
  });

  it('names countries', () => {
    const english =
      'The fall comes from the country “Austria”: 12 orders instead of about 40. All others are stable: 99 instead of about 100.';
    expect(sayIn(GERMAN, english)).toContain('aus dem Segment Land „Österreich“: 12 Bestellungen statt etwa 40.');
  });

  it('has the names that breakdowns have for codes', () => {
    const from = (dimension: string, value: string) =>
      sayIn(
        GERMAN,
        `The fall comes from the ${dimension} “${value}”: 12 orders instead of about 40. All others are stable: 9 instead of about 10.`,
      );
    expect(from('device', 'mobile')).toContain('Gerät „Smartphone“');
    expect(from('channel', 'organic_search')).toContain('Kanal „Organische Suche“');
    // Somebody may call a campaign like a device.
    expect(from('UTM campaign', 'mobile')).toContain('„mobile“');
  });

  it('has ordinal numbers for first days of months in French', () => {
    const french = translator(fr, chooseLanguage(['fr']));
    const fell = (day: string) => sayIn(french, `52.0% fewer visitors on ${day}: 480 instead of about 1,000.`);
    expect(fell('2026-11-01')).toContain('le 1er novembre 2026');
    expect(fell('2026-11-11')).toContain('le 11 novembre 2026');
  });

  it('stays English if it is not understood', () => {
    const reworded = 'Keep it running. Your popup is doing great, with 12% of 300 visitors!';
    expect(sayIn(GERMAN, reworded)).toBe(reworded);
  });

  it.each([
    ['a day', '2026-02-99', '50'],
    ['a figure', '2026-02-02', 'F1CFA 50'],
    ['a number of decimals', '2026-02-02', `0.${'1'.repeat(101)}`],
  ])('stays English if it has %s that does not exist', (_, day, least) => {
    const text = `There is not enough data for recommendations: 1 visitor in the week of ${day}. At least ${least} are needed.`;
    expect(sayIn(GERMAN, text)).toBe(text);
  });
});
