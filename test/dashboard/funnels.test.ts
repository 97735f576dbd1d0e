// Funnels in URLs and in words. What the dashboard writes is what the service reads.
import { describe, expect, it } from 'vitest';
import type { Catalog } from '../../dashboard/src/api/types.ts';
import { valueFor } from '../../dashboard/src/format/dimensions.ts';
import { formatDuration } from '../../dashboard/src/format/durations.ts';
import { offeredTimeLimits, stepName, timeLimitName } from '../../dashboard/src/format/funnels.ts';
import {
  EVENT_TYPES,
  type Funnel,
  funnelInUrl,
  funnelParameters,
  readStep,
  STEPS_MAX,
  type StepDefinition,
  SUBJECT_KINDS,
  stepText,
  withMovedStep,
  withoutStep,
} from '../../dashboard/src/routing/funnel.ts';
import { stepParameter } from '../../src/extensions/questions/funnel-step.ts';

const STEPS: readonly StepDefinition[] = [
  ...EVENT_TYPES.map((type) => ({ type, subject: undefined, filters: [] })),
  ...SUBJECT_KINDS.map((kind) => ({ type: 'view' as const, subject: { kind, id: 12 }, filters: [] })),
  {
    type: 'order',
    subject: { kind: 'campaign', id: 3 },
    filters: [
      { dimension: 'utm_source', value: ';a;;b:c;' },
      { dimension: 'page', value: '/über uns' },
    ],
  },
];

describe('a step', () => {
  it.each(STEPS.map((step) => [stepText(step), step] as const))('%s is read as it was written', (text, step) => {
    expect(readStep(text)).toEqual(step);
    const [read] = stepParameter.step.parse([text, text]);
    expect(read?.filters).toEqual(step.filters);
    expect(read?.subject && { kind: read.subject.name, id: read.subject.id }).toEqual(step.subject);
  });

  it.each([
    '',
    'look',
    'view;',
    ';view',
    'view;;campaign:1',
    'view;campaign:0',
    'view;campaign:1;variant:2',
    'view;shoe:1',
    'view;os:iOS;os:Linux',
    'view;device:(other)',
    'page_view;campaign:1',
  ])('"%s" is refused, as by the service', (text) => {
    expect(readStep(text)).toBeUndefined();
    expect(stepParameter.step.safeParse(['view', text]).success).toBe(false);
  });
});

const FUNNEL: Funnel = { steps: STEPS.slice(-3), withinMinutes: 60, breakDownBy: 'device' };

function searchOf(funnel: Funnel): URLSearchParams {
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(funnelParameters(funnel))) {
    for (const text of [value ?? []].flat()) search.append(name, text);
  }
  return search;
}

describe('a URL', () => {
  it('has all of a funnel', () => {
    expect(funnelInUrl(searchOf(FUNNEL))).toEqual({ funnel: FUNNEL, isInvalid: false });
  });

  it('leaves out the usual window, and a breakdown that is none', () => {
    const usual = { ...FUNNEL, withinMinutes: 10_080, breakDownBy: undefined };
    expect([...new Set(searchOf(usual).keys())]).toEqual(['step']);
    expect(funnelInUrl(searchOf(usual)).funnel).toEqual(usual);
  });

  it('without steps has no funnel, and nothing is wrong with it', () => {
    expect(funnelInUrl(new URLSearchParams('timeframe=today'))).toEqual({ funnel: undefined, isInvalid: false });
  });

  it.each([
    'step=view',
    `${'step=view&'.repeat(STEPS_MAX + 1)}`,
    'step=view&step=look',
    'step=view&step=order&within_minutes=0',
    'step=view&step=order&within_minutes=43201',
    'step=view&step=order&within_minutes=x',
    'step=view&step=order&break_down_by=shoe',
  ])('%s asks for a funnel that does not exist', (query) => {
    expect(funnelInUrl(new URLSearchParams(query))).toEqual({ funnel: undefined, isInvalid: true });
  });
});

describe('steps', () => {
  const typesOf = ({ steps }: Funnel) => steps.map(({ type }) => type);
  const funnel: Funnel = { ...FUNNEL, steps: STEPS.slice(0, 4) };

  it('can be moved in both directions', () => {
    expect(typesOf(withMovedStep(funnel, 0, 2))).toEqual(['conversion', 'completion', 'view', 'submission']);
    expect(typesOf(withMovedStep(funnel, 3, 0))).toEqual(['submission', 'view', 'conversion', 'completion']);
  });

  it('can be removed', () => {
    expect(typesOf(withoutStep(funnel, 1))).toEqual(['view', 'completion', 'submission']);
  });
});

describe('in words', () => {
  const element = { id: 10000, name: null, key: null, element_type: 'form', position: 1 };
  const step = { id: 1000, name: null, key: null, position: 2, elements: [element] };
  const variant = { id: 100, name: null, key: 'a', variation: 'A', steps: [step] };
  const catalog = { campaigns: [{ id: 10, name: 'Popup', variants: [variant] }] } as unknown as Catalog;

  it.each([
    ['view', 'View'],
    ['view;campaign:10', 'View · Popup'],
    ['view;variant:100', 'View · Popup › Variant A'],
    ['view;step:1000;device:mobile', 'View · Popup › Variant A › Step 2 · Device: Mobile'],
    ['submission;element:10000', 'Submission · Popup › Variant A › Step 2 › Form'],
    ['order;campaign:99', 'Order · Campaign 99'],
  ])('%s is "%s"', (text, name) => {
    expect(stepName(catalog, readStep(text)!)).toBe(name);
  });

  it.each([
    [0, '0 s'],
    [59, '59 s'],
    [60, '1 min'],
    [3_599, '59 min 59 s'],
    [3_665, '1 h 1 min'],
    [86_400, '1 d'],
    [180_000, '2 d 2 h'],
  ])('%i seconds are %s', (seconds, text) => {
    expect(formatDuration(seconds)).toBe(text);
  });

  it('another window is offered beside the usual ones', () => {
    expect(offeredTimeLimits(90).map(timeLimitName)).toEqual([
      ...['30 minutes', '1 hour', '1 h 30 min'],
      ...['1 day', '7 days', '30 days'],
    ]);
  });

  it('a value is found by its name', () => {
    expect(valueFor('germany', 'country', ['FR', 'DE'])).toBe('DE');
    expect(valueFor('DE', 'country', ['FR', 'DE'])).toBe('DE');
    expect(valueFor('german', 'language', ['fr', 'de'])).toBe('de');
    expect(valueFor('No UTM source', 'utm_source', ['(none)'])).toBe('(none)');
    expect(valueFor('newsletter', 'utm_source', ['google'])).toBe('newsletter');
  });
});
