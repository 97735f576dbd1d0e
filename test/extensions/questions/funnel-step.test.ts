import { expect, test } from 'vitest';
import { SUBJECT_KIND } from '../../../src/core/engine/catalog/subject.ts';
import { PAGE_VIEW, SELECTION } from '../../../src/core/engine/event-log/format/log-event.ts';
import { METRIC } from '../../../src/core/engine/rollups/metric.ts';
import { EVENT_TYPES } from '../../../src/core/intake/events/event.ts';
import { stepParameter } from '../../../src/extensions/questions/funnel-step.ts';

const parse = (...steps: string[]) => stepParameter.step.safeParse(steps);

test('a step is a type, a subject and filters', () => {
  const text = 'conversion;utm_source:a:b,c;step:1000;page:/x;;y;;';
  expect(parse('selection', text).data).toEqual([
    { text: 'selection', type: SELECTION, subject: undefined, filters: [] },
    {
      text,
      type: METRIC.conversions,
      subject: { name: 'step', kind: SUBJECT_KIND.step, id: 1000 },
      filters: [
        { dimension: 'utm_source', value: 'a:b,c' },
        { dimension: 'page', value: '/x;y;' },
      ],
    },
  ]);
});

test('every type of event can be a step, except a refund: that is no event of the visitor', () => {
  const types = EVENT_TYPES.map((name) => parse('view', name).data?.[1]?.type);
  expect(types).toEqual([0, 1, 2, 3, 4, METRIC.orders, SELECTION, undefined, PAGE_VIEW]);
});

test.each([
  '',
  ';',
  'views',
  'View',
  'toString',
  'view ',
  'view;',
  ';view',
  'view;;campaign:1',
  'view;campaign',
  'view;campaign:',
  'view;campaign:0',
  'view;campaign:-1',
  'view;campaign:1.5',
  'view;campaign:9007199254740992',
  'view;website:1',
  'view;campaign:1;step:2',
  'view;device:',
  'view;colour:red',
  'view;device:mobile;device:desktop',
  'view;device:(other)',
  `view;device:${'x'.repeat(101)}`,
])('%j is not a step', (text) => {
  expect(parse('view', text).success).toBe(false);
});

test('a funnel has 2 to 8 steps', () => {
  const lengths = [0, 1, 2, 8, 9].filter((length) => parse(...new Array<string>(length).fill('view')).success);
  expect(lengths).toEqual([2, 8]);
});
