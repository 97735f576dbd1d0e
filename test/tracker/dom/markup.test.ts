// @vitest-environment happy-dom
// What the markup says: which subject a place belongs to, and what a click or a submitted form counts as. In one file
// because the environment takes longer to start than the tests to run.
import fc from 'fast-check';
import { afterEach, describe, expect, it } from 'vitest';
import { clickAction, submitAction } from '../../../packages/tracker/src/actions.ts';
import { answersIn, enteredIn } from '../../../packages/tracker/src/form.ts';
import { subjectAround, withIds } from '../../../packages/tracker/src/subject.ts';

/** As it is sent: with ids. */
const sentSubject = (start: Element | null | undefined) => withIds(subjectAround(start));

const LEVELS = ['campaign', 'variant', 'step', 'element'] as const;

afterEach(() => {
  document.body.innerHTML = '';
});

function subjectAt(html: string): unknown {
  document.body.innerHTML = html;
  return sentSubject(document.querySelector('i'));
}

describe('the subject of a place', () => {
  it('comes from the elements around it, by keys or ids', () => {
    expect(
      subjectAt(`<div data-funnel-campaign="spring"><p data-funnel-variant="7">
        <b data-funnel-step="one"><i data-funnel-element="cta"></i></b></p></div>`),
    ).toEqual({ campaign: 'spring', variant_id: 7, step: 'one', element: 'cta' });
  });

  it('may be named on one element of the page', () => {
    expect(subjectAt('<div data-funnel-campaign="10" data-funnel-step="1000"><i></i></div>')).toEqual({
      campaign_id: 10,
      step_id: 1000,
    });
  });

  it('is the nearest one of each level', () => {
    expect(
      subjectAt('<p data-funnel-campaign="a"><b data-funnel-step="1"><i data-funnel-step="2"></i></b></p>'),
    ).toEqual({ campaign: 'a', step_id: 2 });
  });

  it('takes nothing from a campaign around its own', () => {
    expect(
      subjectAt(`<div data-funnel-campaign="outer" data-funnel-variant="x" data-funnel-step="y">
        <div data-funnel-campaign="inner"><i data-funnel-element="cta"></i></div></div>`),
    ).toEqual({ campaign: 'inner', element: 'cta' });
  });

  it('leaves out what is empty or unmarked', () => {
    expect(subjectAt('<p data-funnel-campaign=""><i></i></p>')).toEqual({});
    expect(subjectAround(null)).toEqual({});
  });

  it('goes by what is inside, one level at a time, whatever is around', () => {
    const marks = fc.record(Object.fromEntries(LEVELS.map((level) => [level, fc.option(fc.nat())])));
    const property = fc.property(fc.array(marks, { minLength: 1, maxLength: 6 }), (fromOutside) => {
      const elements = fromOutside.map((levels) => {
        const element = document.createElement('div');
        for (const level of LEVELS) {
          if (levels[level] !== null) element.setAttribute(`data-funnel-${level}`, String(levels[level]));
        }
        return element;
      });
      elements.reduce((outer, inner) => outer.appendChild(inner));
      const expected: Record<string, unknown> = {};
      for (const levels of fromOutside.toReversed()) {
        for (const [index, level] of [...LEVELS.entries()].toReversed()) {
          const isOpen = LEVELS.slice(0, index + 1).every((higher) => expected[`${higher}_id`] === undefined);
          if (levels[level] !== null && isOpen) expected[`${level}_id`] = levels[level];
        }
      }
      expect(sentSubject(elements.at(-1))).toEqual(expected);
    });
    fc.assert(property);
  });
});

describe('fields of the function', () => {
  it('name ids by digits, as markup does', () => {
    expect(withIds({ campaign: '12', step: 3, element: 'cta', revenue: '12', order_id: '99' })).toEqual({
      campaign_id: 12,
      step_id: 3,
      element: 'cta',
      revenue: '12',
      order_id: '99',
    });
  });

  it.each(['12a', '-1', '1.5', '', ' 1', 'NaN'])('%j is a key', (campaign) => {
    expect(withIds({ campaign })).toEqual({ campaign });
  });
});

interface Counted {
  readonly types: readonly string[];
  readonly subject: unknown;
}

function clickOn(html: string, init: MouseEventInit = {}): Counted | undefined {
  document.body.innerHTML = html;
  let counted: Counted | undefined;
  document.body.onclick = (event) => {
    const action = clickAction(event as unknown as MouseEvent);
    counted = action && { types: action.types, subject: sentSubject(action.source) };
  };
  document.querySelector('i')!.dispatchEvent(new MouseEvent('click', { bubbles: true, detail: 1, ...init }));
  return counted;
}

function submit(html: string): Counted | undefined {
  document.body.innerHTML = html;
  const target = document.querySelector('form')!;
  const submitter = document.querySelector('button');
  const action = submitAction({ target, submitter } as unknown as SubmitEvent);
  return action && { types: action.types, subject: sentSubject(action.source) };
}

const cta = { types: ['conversion'], subject: { campaign: 'a', element: 'cta' } };

describe('a click', () => {
  it.each([
    '<a href="/" data-funnel-element="cta"><i></i></a>',
    '<p data-funnel-element="cta"><a href="/"><i></i></a></p>',
    '<p data-funnel-element="cta"><button type="button"><i></i></button></p>',
    '<p data-funnel-element="cta"><button><i></i></button></p>',
    '<p data-funnel-element="cta"><b role="button"><i></i></b></p>',
    '<form><button type="button" data-funnel-element="cta"><i></i></button></form>',
  ])('on a link or button of a marked element is its conversion: %s', (html) => {
    expect(clickOn(`<div data-funnel-campaign="a">${html}</div>`)).toEqual(cta);
  });

  it('on a link that is itself marked as a campaign is a conversion of it', () => {
    expect(clickOn('<a href="/" data-funnel-campaign="a"><i></i></a>')).toEqual({
      types: ['conversion'],
      subject: { campaign: 'a' },
    });
  });

  it.each([
    ['nothing clickable', '<p data-funnel-element="cta">text <i></i></p>'],
    ['the close button of a popup', '<div data-funnel-campaign="a"><button><i></i></button></div>'],
    ['an unmarked link', '<a href="/"><i></i></a>'],
    ['a submit button', '<form data-funnel-element="f"><button><i></i></button></form>'],
    ['what is excluded', '<p data-funnel-element="f"><a href="/" data-funnel-click="none"><i></i></a></p>'],
  ])('on %s counts nothing', (_name, html) => {
    expect(clickOn(html)?.types ?? []).toEqual([]);
  });

  it('counts once for a double click, and not for the right button', () => {
    const html = '<a href="/" data-funnel-element="cta" data-funnel-campaign="a"><i></i></a>';
    expect(clickOn(html)).toEqual(cta);
    expect(clickOn(html, { button: 1 })).toEqual(cta);
    expect(clickOn(html, { detail: 0 }), 'by keyboard').toEqual(cta);
    expect(clickOn(html, { detail: 2 })).toBeUndefined();
    expect(clickOn(html, { button: 2 })).toBeUndefined();
  });

  it('counts as what data-funnel-click says, wherever that is', () => {
    expect(
      clickOn('<div data-funnel-step="1"><p data-funnel-click=" completion  subscribe "><i></i></p></div>'),
    ).toEqual({ types: ['completion', 'subscribe'], subject: { step_id: 1 } });
  });
});

describe('a submitted form', () => {
  it.each([
    '<form data-funnel-element="f"></form>',
    '<form><button data-funnel-element="f"></button></form>',
    '<div data-funnel-element="f"><form><button></button></form></div>',
    '<form id="x" data-funnel-element="f"></form><button form="x" data-funnel-element="other"></button>',
  ])('is a submission and a conversion of the nearest subject: %s', (html) => {
    expect(submit(`<div data-funnel-campaign="a">${html}</div>`)).toEqual({
      types: ['submission', 'conversion'],
      subject: { campaign: 'a', element: 'f' },
    });
  });

  it.each([
    ['an unmarked form', '<form><button></button></form>'],
    ['a form that closes a dialog', '<form data-funnel-step="1" method="dialog"><button></button></form>'],
    ['a button that closes a dialog', '<form data-funnel-step="1"><button formmethod="dialog"></button></form>'],
    ['an excluded form', '<form data-funnel-step="1" data-funnel-submit="none"></form>'],
  ])('counts nothing for %s', (_name, html) => {
    expect(submit(html)?.types ?? []).toEqual([]);
  });

  it('counts as what data-funnel-submit says', () => {
    expect(submit('<form data-funnel-step="1" data-funnel-submit="subscribe"></form>')).toEqual({
      types: ['subscribe'],
      subject: { step_id: 1 },
    });
  });
});

describe('a form that becomes a contact', () => {
  function entered(fields: string) {
    document.body.innerHTML = `<form data-funnel-contact>${fields}</form>`;
    return enteredIn(document.querySelector('form')!);
  }
  const EMAIL = '<input data-funnel-field="email" value=" ada@example.com ">';

  it('has only the fields that the page declares, without empty ones', () => {
    const fields = `${EMAIL}<input name="first_name" value="Ada"><input data-funnel-field="last_name" value="Lovelace">
      <select data-funnel-field="country"><option>DE<option selected>FR</select>
      <textarea data-funnel-field="address">1 Rue</textarea><input data-funnel-field="city" value=" ">`;
    expect(entered(fields)).toEqual({
      fields: { email: 'ada@example.com', last_name: 'Lovelace', country: 'FR', address: '1 Rue' },
      isTrapped: false,
    });
  });

  it.each([
    ['a password', '<input type="password" data-funnel-field="city" value="secret">'],
    ['a new password that is shown', '<input autocomplete="new-password" data-funnel-field="city" value="secret">'],
    ['a hidden field', '<input type="hidden" data-funnel-field="city" value="secret">'],
    ['a card number', '<input autocomplete="billing cc-number" data-funnel-field="city" value="4111">'],
    ['a file', '<input type="file" data-funnel-field="city">'],
  ])('never has %s, even if it is declared', (_name, field) => {
    expect(entered(EMAIL + field)?.fields).toEqual({ email: 'ada@example.com' });
  });

  it('has the consents that were given', () => {
    const box = (name: string, checked: string) => `<input type="checkbox" data-funnel-field="${name}" ${checked}>`;
    expect(entered(EMAIL + box('marketing_consent', 'checked') + box('sms_consent', ''))?.fields).toEqual({
      email: 'ada@example.com',
      marketing_consent: 'yes',
    });
    expect(entered(EMAIL + box('privacy_consent', 'checked'))?.fields.privacy_consent).toBe('yes');
  });

  it.each([
    ['without an address or a phone number', '<input data-funnel-field="first_name" value="Ada">'],
    ['without the consent that it asks for', `${EMAIL}<input type="checkbox" data-funnel-field="privacy_consent">`],
    ['without declared fields', '<input name="email" value="ada@example.com">'],
  ])('is not sent %s', (_name, fields) => {
    expect(entered(fields)).toBeUndefined();
  });

  it('says that a program has filled in the field that people do not see, and not with what', () => {
    expect(entered(`${EMAIL}<input data-funnel-field="trap" value="http://spam.example">`)).toEqual({
      fields: { email: 'ada@example.com' },
      isTrapped: true,
    });
    expect(entered(`${EMAIL}<input data-funnel-field="trap">`)?.isTrapped).toBe(false);
  });

  it('has what was chosen before: the last choice of a field, and no more than fits', () => {
    const chosen = ['Sour', 'Fruity'].map((value) => ({ field: 'taste', value }));
    expect(answersIn([...chosen, undefined, { campaign: 'spring' }])).toEqual({ taste: 'Fruity' });
    const long = (number: number) => ({ field: `field-${number}`, value: '\u{1F353}'.repeat(100) });
    const answers = answersIn([...Array.from({ length: 100 }, (_, number) => long(number)), ...chosen]);
    expect(answers).toMatchObject({ taste: 'Fruity', 'field-99': long(99).value });
    expect(Buffer.byteLength(JSON.stringify(answers))).toBeLessThan(9_000);
  });
});
