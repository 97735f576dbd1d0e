// Bodies that are small to send and expensive to parse are refused before they are parsed; ordinary ones never are.
import { expect, test } from 'vitest';
import { decodeBatch } from '../../../../src/core/intake/accept/decode.ts';
import type { Batch } from '../../../../src/core/intake/events/batch.ts';
import { DEPTH_MAX, LINES_PER_EVENT_MAX } from '../../../../src/core/intake/events/check-structure.ts';
import { batchOf } from '../../../support/events.ts';

const EVENTS_MAX = 5;

function decode(text: string, options: Partial<Batch> = {}): unknown[] {
  return [...decodeBatch(batchOf(text, { eventsMax: EVENTS_MAX, ...options }))];
}

/** `levels` of them in all. */
function nested(levels: number): string {
  return `{"properties":${'['.repeat(levels - 1)}${']'.repeat(levels - 1)}}`;
}

test.each([
  ['NDJSON', (event: string) => `{}\n${event}\n`, DEPTH_MAX],
  ['an array', (event: string) => `[{},${event}]`, DEPTH_MAX - 1],
])('%s may be nested to a depth, and no deeper', (_, bodyWith, levels) => {
  expect(decode(bodyWith(nested(levels)))).toHaveLength(2);
  expect(() => decode(bodyWith(nested(levels + 1)))).toThrow(
    expect.objectContaining({ status: 400, options: { code: 'invalid_json' } }),
  );
});

test('nothing in a line hides the depth of the next', () => {
  for (const line of ['"', '"\\', ']', '"\\"']) {
    expect(() => decode(`${line}\n${nested(DEPTH_MAX + 1)}\n`)).toThrow(expect.objectContaining({ status: 400 }));
  }
});

test('brackets in strings and lines that are not JSON do not count', () => {
  const brackets = '['.repeat(2 * DEPTH_MAX);
  expect(decode(`{"visitor":"${brackets}"}\n{"visitor":"\\"${brackets}"}\n`)).toHaveLength(2);
  expect(decode(`[{"visitor":"${brackets}"},{"a\\\\":["\\"${brackets}"]}]`)).toHaveLength(2);
  const open = '['.repeat(DEPTH_MAX / 2);
  expect(decode(`{}\n${open}\n"${brackets}\n${open}\n{"visitor":"x"}\n`)).toMatchObject([
    { sent: {} },
    { rejection: { code: 'invalid_json' } },
    { rejection: { code: 'invalid_json' } },
    { rejection: { code: 'invalid_json' } },
    { sent: { visitor: 'x' } },
  ]);
});

test('a line that is not UTF-8 is rejected alone, however deeply it is nested', () => {
  const bytes = Uint8Array.from(Buffer.from(`{"a":1}\n\xff${nested(DEPTH_MAX + 1)}\n`, 'latin1'));
  expect(decode('', { bytes })).toMatchObject([{ sent: { a: 1 } }, { rejection: { code: 'invalid_json' } }]);
});

test('lines are limited, also blank ones and those that are not UTF-8', () => {
  const linesMax = EVENTS_MAX * LINES_PER_EVENT_MAX;
  expect(decode('{}'.padStart(linesMax, '\n'))).toHaveLength(1);
  const tooMany = expect.objectContaining({ status: 413, options: { code: 'too_many_events' } });
  expect(() => decode('\n'.repeat(linesMax + 1))).toThrow(tooMany);
  const bytes = new Uint8Array(linesMax + 2).fill(0x0a);
  bytes[0] = 0xff;
  expect(() => decode('', { bytes })).toThrow(tooMany);
});

test('an array of too many events is refused before it is parsed', () => {
  const list = (count: number) => `[${Array(count).fill('{"products":[{},{},{},{},{},{}]}').join(', ')}`;
  expect(decode(`${list(EVENTS_MAX)}]`)).toHaveLength(EVENTS_MAX);
  // Without its end it could not be parsed at all.
  expect(() => decode(list(EVENTS_MAX + 1))).toThrow(
    expect.objectContaining({ status: 413, options: { code: 'too_many_events' } }),
  );
});

test('a file may have any number of lines', () => {
  const text = '\n'.repeat(1_000);
  expect(decode(`${text}{}`, { format: 'ndjson', eventsMax: Number.POSITIVE_INFINITY })).toHaveLength(1);
});
