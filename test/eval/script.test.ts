// The assistant without a model says what is in the results, and believes their notes.
import { describe, expect, test } from 'vitest';
import { NotAnswerableYet, type Script, ScriptedAssistant, valueAt } from '../../eval/script.ts';

type Results = readonly object[];

/** One tool, whose results come one after the other. */
function assistant(results: Results, sent: unknown[] = []): ScriptedAssistant {
  const left = [...results];
  const properties = { website_id: {}, id: {}, filter: {}, timeframe: { enum: ['today'] } };
  return new ScriptedAssistant({
    list: async () => [{ name: 'report', description: 'Revenue.', inputSchema: { type: 'object', properties } }],
    call: async (tool, args) => {
      sent.push(args);
      const result = left.shift() as { status?: number };
      return { tool, args, isError: result.status !== undefined, text: JSON.stringify(result) };
    },
  });
}

const report = (args: object = {}, onNote?: object) => ({
  tool: 'report',
  args: { ...args },
  ...(onNote && { onNote }),
});
const script = (calls: object[], say: Script['say']) => ({ calls, say }) as Script;
const note = (code: string) => ({ notes: [{ code, message: `It is ${code}.` }] });

describe('what it says', () => {
  test.each<[object, Script['say'], string]>([
    [{ a: 1234.5 }, { value: 'a', unit: 'USD' }, '1,234.5 USD'],
    [{ a: -3.456 }, { value: 'a', unit: 'change' }, '-3.46%'],
    [{ a: 3 }, { value: 'a', unit: 'change' }, '+3%'],
    [{ a: 'Bar' }, { value: 'a' }, 'Bar'],
    [{ a: 1, b: 2 }, { sum: ['a', 'b'] }, '3'],
    [{ a: 1, b: 4 }, { share: ['a', 'b'] }, '25%'],
    [{ a: 4, b: 3 }, { changeFrom: ['a', 'b'] }, '-25%'],
    [{ a: 1, b: 4 }, { isMore: ['a', 'b'] }, 'no'],
    [{ a: 'x' }, { isOneOf: ['x', 'y'], value: 'a' }, 'yes'],
    [{ a: '2026-11-16T09:00:00+11:00' }, { hour: 'a' }, '9'],
    [
      {
        a: [
          { n: 'x', v: 1 },
          { n: 'y', v: 2 },
        ],
      },
      { ranking: 'a', by: 'v', name: 'n', count: 2 },
      'y, x',
    ],
    [{ a: 1 }, { value: 'b' }, 'cannot say: there is no b in the results'],
    [{ a: null }, { value: 'a' }, 'cannot say: there is no a in the results'],
    [{ status: 404, detail: 'No such website.' }, { value: 'a' }, 'cannot say: No such website.'],
  ])('%j and %j: %j', async (result, say, said) => {
    expect(await assistant([result]).answer(script([report()], say))).toBe(`Answer: ${said}`);
  });

  test('later calls have ids and dates of earlier results', async () => {
    const sent: unknown[] = [];
    const calls = [report(), report({ id: '$0.list[name=b].id', filter: ['x:<$0.today>'], website_id: '$0.today-2d' })];
    const results = [{ today: '2026-11-01', list: [{ name: 'b', id: 7 }] }, { a: 1 }];
    await assistant(results, sent).answer(script(calls, { value: 'a' }));
    expect(sent[1]).toEqual({ id: 7, filter: ['x:2026-11-01'], website_id: '2026-10-30' });
  });
});

describe('notes', () => {
  test.each(['unknown_value', 'before_first_day', 'in_the_future'])('%s: there is no answer', async (code) => {
    const said = await assistant([{ a: 0, ...note(code) }]).answer(script([report()], { value: 'a' }));
    expect(said).toBe(`Answer: cannot say: It is ${code}.`);
  });

  test('any other is said before the answer', async () => {
    const said = await assistant([{ a: 1, ...note('partly_covered') }]).answer(script([report()], { value: 'a' }));
    expect(said).toBe('Note: It is partly_covered.\nAnswer: 1');
  });

  test('one that says what to do instead is followed', async () => {
    const sent: unknown[] = [];
    const calls = [report({ filter: ['country:Germany'] }, { unknown_value: { filter: ['country:DE'] } })];
    const notes = [{ code: 'unknown_value', message: 'No event has Germany. Known values: US, DE.' }];
    const said = await assistant([{ a: 0, notes }, { a: 5 }], sent).answer(script(calls, { value: 'a' }));
    expect([said, sent[1]]).toEqual(['Answer: 5', { filter: ['country:DE'] }]);
  });

  test('one that does not name what the script would do instead is a refusal', async () => {
    const calls = [report({ filter: ['country:Germany'] }, { unknown_value: { filter: ['country:DE'] } })];
    const said = await assistant([{ a: 0, ...note('unknown_value') }]).answer(script(calls, { value: 'a' }));
    expect(said).toBe('Answer: cannot say: It is unknown_value.');
  });

  test('an archived campaign is called so', async () => {
    const said = await assistant([{ data: { status: 'archived', a: 0 } }]).answer(
      script([report()], { value: 'data.a' }),
    );
    expect(said).toBe('Note: the campaign is archived.\nAnswer: 0');
  });
});

test('unique rates of windows of different lengths are not compared', async () => {
  const days = (range_end: string, conversion_rate: number) => ({
    timeframe: { range_start: '2026-11-01T00:00:00Z', range_end },
    conversion_rate,
  });
  const calls = [report(), report()];
  const say = { isMore: ['$0.conversion_rate', '$1.conversion_rate'] } as const;
  const compare = (...results: Results) => assistant(results).answer(script(calls, say));
  expect(await compare(days('2026-11-07T23:59:59Z', 2), days('2026-11-07T23:59:59Z', 1))).toBe('Answer: yes');
  expect(await compare(days('2026-11-07T23:59:59Z', 2), days('2026-11-30T23:59:59Z', 1))).toContain('cannot say');
});

describe('what the service does not have', () => {
  test.each([
    [{ tool: 'other', args: {} }, 'there is no tool other'],
    [report({ compare: 'year' }), 'report has no argument compare'],
    [report({ timeframe: 'last_week' }), 'report does not take timeframe=last_week'],
  ])('%j cannot be answered yet', async (call, message) => {
    const answer = assistant([{ a: 1 }]).answer(script([call], { value: 'a' }));
    await expect(answer).rejects.toThrow(new NotAnswerableYet(message));
  });

  test('a topic that no tool mentions is refused, one that a tool mentions has to be asked for', async () => {
    expect(await assistant([]).answer(script([], { topic: /weather/ }))).toContain(
      'cannot say: the tools have no data',
    );
    await expect(assistant([]).answer(script([], { topic: /revenue/i }))).rejects.toThrow(NotAnswerableYet);
  });
});

test.each<[string, unknown]>([
  ['list[name=b.example].n', 3],
  ['list{kind=x}[most n].name', 'c'],
  ['list{kind!=x}[least n].name', 'b.example'],
  ['list[0].name', 'a'],
  ['list[-1].name', 'c'],
  ['list.length', 3],
  ['list[name=d].n', undefined],
  ['nothing.here', undefined],
])('the path %j leads to %j', (path, value) => {
  const list = [
    { name: 'a', kind: 'x', n: 1 },
    { name: 'b.example', kind: 'y', n: 3 },
    { name: 'c', kind: 'x', n: 2 },
  ];
  expect(valueAt({ list }, path)).toEqual(value);
});
