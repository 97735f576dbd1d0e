// The way from bytes to events: NDJSON or a JSON array, with the right line and index for everything.
import { describe, expect, it, test } from 'vitest';
import { Problem } from '../../../../src/core/foundation/problem/problem.ts';
import { type DecodedEvent, decodeBatch } from '../../../../src/core/intake/accept/decode.ts';
import type { Batch } from '../../../../src/core/intake/events/batch.ts';
import type { MappedEvent } from '../../../../src/core/intake/events/event.ts';
import { batchOf } from '../../../support/events.ts';

type Seen = [what: unknown, index: number, line: number];

function decode(
  text: string | Uint8Array<ArrayBuffer>,
  { format = 'any' as Batch['format'], eventsMax = 10 } = {},
): Seen[] {
  const bytes = typeof text === 'string' ? {} : { bytes: text };
  const batch = batchOf(typeof text === 'string' ? text : '', { format, eventsMax, ...bytes });
  return Array.from(decodeBatch(batch), (event) => [seenOf(event), event.index, event.line]);
}

function seenOf(event: DecodedEvent): unknown {
  if ('sent' in event) return event.sent;
  return 'rejection' in event ? event.rejection.code : `ignored: ${event.ignored.code}`;
}

function problemOf(run: () => unknown): Problem {
  try {
    run();
  } catch (error) {
    if (error instanceof Problem) return error;
  }
  throw new Error('no problem');
}

const THREE_LINES: Seen[] = [
  [{ a: 1 }, 0, 0],
  [{ b: 2 }, 1, 1],
  [{ c: 3 }, 2, 2],
];

describe('lines', () => {
  it.each([
    ['with a newline at the end', '{"a":1}\n{"b":2}\n{"c":3}\n'],
    ['without one', '{"a":1}\n{"b":2}\n{"c":3}'],
    ['with CRLF', '{"a":1}\r\n{"b":2}\r\n{"c":3}\r\n'],
    ['with spaces around', ' {"a":1} \n\t{"b":2}\n  {"c":3}  '],
    ['with a byte order mark', '\ufeff{"a":1}\n{"b":2}\n{"c":3}\n'],
  ])('%s', (_, text) => {
    expect(decode(text)).toEqual(THREE_LINES);
  });

  test('that are blank count as lines and not as events', () => {
    expect(decode('\n\r\n{"a":1}\n   \n\t\t\t\t\n{"b":2}\n\n\n')).toEqual([
      [{ a: 1 }, 0, 2],
      [{ b: 2 }, 1, 5],
    ]);
  });

  it.each(['', '\n', ' ', '\r\n\r\n'])('%j holds no events', (text) => {
    expect(decode(text)).toEqual([]);
  });

  test('that are no JSON, or no object, are rejected one by one', () => {
    expect(decode('{"a":1}\n{"b":\n5\nnull\n"x"\n{"c":3}\n[1]', { format: 'ndjson' })).toEqual([
      [{ a: 1 }, 0, 0],
      ['invalid_json', 1, 1],
      ['invalid_event', 2, 2],
      ['invalid_event', 3, 3],
      ['invalid_event', 4, 4],
      [{ c: 3 }, 5, 5],
      ['invalid_event', 6, 6],
    ]);
  });

  test('that are no UTF-8 are rejected one by one', () => {
    const text = Uint8Array.from(Buffer.from('{"a":1}\n{"b":"\xff"}\n\n{"c":"é"}\n{"d":"\xc3', 'latin1'));
    expect(decode(text)).toEqual([
      [{ a: 1 }, 0, 0],
      ['invalid_json', 1, 1],
      ['invalid_json', 2, 3],
      ['invalid_json', 3, 4],
    ]);
  });

  test('a line that starts like an array is one bad line where only lines are expected', () => {
    expect(decode('[{"a":1}]\n{"b":2}', { format: 'ndjson' })).toEqual([
      ['invalid_event', 0, 0],
      [{ b: 2 }, 1, 1],
    ]);
  });

  test('of a large body have their lines and indexes, also after one that is no UTF-8', () => {
    const lines = Array.from({ length: 4_000 }, (_, n) => Buffer.from(`{"n":${n},"text":"${'é'.repeat(n % 40)}"}\n`));
    lines[100] = Buffer.from('{"n":"\xff"}\n', 'latin1');
    lines[2_500] = Buffer.from('\n');
    const seen = decode(Uint8Array.from(Buffer.concat(lines)), { format: 'ndjson', eventsMax: 4_000 });
    const expected = lines.flatMap((bytes, n) => {
      if (n === 2_500) return [];
      return [[n === 100 ? 'invalid_json' : JSON.parse(bytes.toString()), n > 2_500 ? n - 1 : n, n]];
    });
    expect(seen).toEqual(expected);
  });

  test('up to the limit, blank ones not counted', () => {
    const events = '{}\n'.repeat(10);
    expect(decode(`${events}\n     \n`)).toHaveLength(10);
    expect(problemOf(() => decode(`${events}x`))).toMatchObject({ status: 413, options: { code: 'too_many_events' } });
  });
});

describe('an array', () => {
  it.each([
    ['in one line', '[{"a":1},{"b":2},{"c":3}]'],
    ['over several', '\n[\n{"a":1},\n{"b":2},\n{"c":3}\n]\n'],
    ['with a byte order mark', '\ufeff [{"a":1},{"b":2},{"c":3}]'],
  ])('%s', (_, text) => {
    expect(decode(text)).toEqual(THREE_LINES);
  });

  test('may be empty', () => {
    expect(decode('[]')).toEqual([]);
  });

  test('rejects what is no object by its index', () => {
    expect(decode('[{"a":1},null,[],5,"x"]').map(([what]) => what)).toEqual([
      { a: 1 },
      'invalid_event',
      'invalid_event',
      'invalid_event',
      'invalid_event',
    ]);
  });

  it.each(['[', '[{]', '[{}] x', '[{}]\n{}'])('%j is refused whole', (text) => {
    expect(problemOf(() => decode(text))).toMatchObject({ status: 400, options: { code: 'invalid_json' } });
  });

  test('that is no UTF-8 is refused whole', () => {
    const text = Uint8Array.from(Buffer.from('[{"a":"\xff"}]', 'latin1'));
    expect(problemOf(() => decode(text))).toMatchObject({ status: 400, options: { code: 'invalid_json' } });
  });

  test('up to the limit', () => {
    const array = (length: number) => JSON.stringify(Array.from({ length }, () => ({})));
    expect(decode(array(10))).toHaveLength(10);
    expect(problemOf(() => decode(array(11)))).toMatchObject({ status: 413, options: { code: 'too_many_events' } });
  });
});

describe('an event that is too much', () => {
  const eventBounds = { bytesMax: 1_024, depthMax: 4, namesMax: 8 };
  const ofBytes = (bytes: number, character = 'x') => {
    const room = bytes - JSON.stringify({ a: '' }).length;
    return { a: character.repeat(room / Buffer.byteLength(character)) };
  };
  const nested = (levels: number): unknown => (levels === 1 ? {} : { a: nested(levels - 1) });
  const named = (count: number) => Object.fromEntries(Array.from({ length: count }, (_, index) => [`n${index}`, 1]));
  const cases: [string, unknown, string | undefined][] = [
    ['has just enough bytes', ofBytes(1_024), undefined],
    ['has a byte too much', ofBytes(1_025), 'event_too_large'],
    ['has few characters of many bytes', ofBytes(1_028, '€'), 'event_too_large'],
    ['is just deep enough', nested(4), undefined],
    ['is too deep', nested(5), 'event_too_complex'],
    ['has just enough names', named(8), undefined],
    ['has too many names', named(9), 'event_too_complex'],
    ['has too many names within each other', { a: named(4), b: [named(4)] }, 'event_too_complex'],
  ];

  test.each(cases)('%s', (_what, event, code) => {
    const events = [{ first: 1 }, event, { last: 1 }];
    const seen = [{ first: 1 }, code ?? event, { last: 1 }];
    for (const text of [events.map((one) => JSON.stringify(one)).join('\n'), JSON.stringify(events)]) {
      const decoded = [...decodeBatch(batchOf(text, { format: 'any', eventsMax: 10, eventBounds }))];
      expect(decoded.map(seenOf)).toEqual(seen);
      expect(decoded.map(({ index }) => index)).toEqual([0, 1, 2]);
    }
  });

  test('is never parsed if it is a line', () => {
    const text = `{"a":1}\n${'x'.repeat(2_000)}\n`;
    const decoded = [...decodeBatch(batchOf(text, { format: 'any', eventsMax: 10, eventBounds }))];
    expect(decoded.at(-1)).toMatchObject({
      rejection: { code: 'event_too_large', message: expect.stringContaining('at most 1 KiB') },
    });
  });

  test('has no limits in a file', () => {
    const text = cases.map(([, event]) => JSON.stringify(event)).join('\n');
    expect(decode(text, { format: 'ndjson' }).map(([what]) => typeof what)).toEqual(cases.map(() => 'object'));
  });
});

describe('the protocol of another service', () => {
  const batch = batchOf('', { format: { protocol: 'segment' }, eventsMax: 3 });
  const nothing = { code: 'nothing', message: 'there is nothing to count' };
  const decodeMapped = (...mapped: MappedEvent[]): Seen[] =>
    Array.from(
      decodeBatch(batch, () => mapped),
      (event) => [seenOf(event), event.index, event.line],
    );

  test('what has nothing to count takes no index', () => {
    expect(
      decodeMapped(
        { ignored: nothing },
        { event: { a: 1 } },
        { event: 7 },
        { ignored: nothing },
        { rejection: nothing },
      ),
    ).toEqual([
      ['ignored: nothing', 0, 0],
      [{ a: 1 }, 0, 0],
      ['invalid_event', 1, 1],
      ['ignored: nothing', 2, 2],
      ['nothing', 2, 2],
    ]);
    expect(problemOf(() => decodeMapped(...Array(4).fill({ event: {} }))).options.code).toBe('too_many_events');
  });

  test('an event is as if it had come as JSON: NaN is null, and what is undefined is left out', () => {
    expect(decodeMapped({ event: { a: Number.NaN, b: undefined } })).toEqual([[{ a: null }, 0, 0]]);
  });

  test('needs its decoder', () => {
    expect(() => decodeBatch(batch)).toThrow('there is no decoder for segment');
  });
});
