// Step one: from bytes to JSON values. A body is NDJSON, one event a line, or one JSON array.
import { isUtf8 } from 'node:buffer';
import { Problem } from '../problem.ts';
import type { Batch } from './batch.ts';
import type { Rejection } from './event.ts';
import { isObject } from './steps.ts';

const NEWLINE = 0x0a;
const SPACE = 0x20;

export interface DecodedVisitor {
  /** `line` counts every line of the text from 0, also empty ones; `index` counts events. */
  event(sent: Record<string, unknown>, index: number, line: number): void;
  rejected(rejection: Rejection, index: number, line: number): void;
}

/** A batch that can't be read at all is refused by a problem; nothing of it is counted. */
export function decodeBatch({ bytes, format, eventsMax }: Batch, visitor: DecodedVisitor): void {
  const buffer = withoutByteOrderMark(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength));
  const text = isUtf8(buffer) ? buffer.toString('utf8') : undefined;
  const isArray = format === 'any' && /^\s*\[/.test(text ?? buffer.toString('latin1'));
  if (isArray) decodeArray(text, eventsMax, visitor);
  else decodeLines(text === undefined ? linesOfDamaged(buffer) : linesOf(text), eventsMax, visitor);
}

function withoutByteOrderMark(buffer: Buffer): Buffer {
  return buffer[0] === 0xef && buffer[1] === 0xbb && buffer[2] === 0xbf ? buffer.subarray(3) : buffer;
}

function decodeArray(text: string | undefined, eventsMax: number, visitor: DecodedVisitor): void {
  const values = text === undefined ? NOT_JSON : parseJson(text);
  if (values === NOT_JSON) {
    throw new Problem(400, 'The body is neither a JSON array in UTF-8 nor NDJSON.', { code: 'invalid_json' });
  }
  const events = values as unknown[];
  if (events.length > eventsMax) throw tooManyEvents(eventsMax);
  for (const [index, value] of events.entries()) visit(value, index, index, visitor);
}

function decodeLines(lines: Iterable<string | undefined>, eventsMax: number, visitor: DecodedVisitor): void {
  let index = 0;
  let line = -1;
  for (const json of lines) {
    line++;
    if (json !== undefined && isBlank(json)) continue;
    if (index >= eventsMax) throw tooManyEvents(eventsMax);
    const value = json === undefined ? NOT_JSON : parseJson(json);
    if (value === NOT_JSON) visitor.rejected(INVALID_JSON, index, line);
    else visit(value, index, line, visitor);
    index++;
  }
}

const INVALID_JSON: Rejection = { code: 'invalid_json', message: 'the line is not valid JSON in UTF-8' };
const NOT_JSON = Symbol('not JSON');

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return NOT_JSON;
  }
}

function isBlank(text: string): boolean {
  return text.length === 0 || (text.charCodeAt(0) <= SPACE && text.trim() === '');
}

function* linesOf(text: string): Generator<string> {
  for (let start = 0; start < text.length; ) {
    const newline = text.indexOf('\n', start);
    const end = newline < 0 ? text.length : newline;
    yield text.slice(start, end);
    start = end + 1;
  }
}

/** Of text that is not all UTF-8: the lines that are, and undefined for the others. */
function* linesOfDamaged(buffer: Buffer): Generator<string | undefined> {
  for (let start = 0; start < buffer.length; ) {
    const newline = buffer.indexOf(NEWLINE, start);
    const end = newline < 0 ? buffer.length : newline;
    const line = buffer.subarray(start, end);
    yield isUtf8(line) ? line.toString('utf8') : undefined;
    start = end + 1;
  }
}

function visit(value: unknown, index: number, line: number, visitor: DecodedVisitor): void {
  if (isObject(value)) visitor.event(value, index, line);
  else visitor.rejected({ code: 'invalid_event', message: 'an event must be a JSON object' }, index, line);
}

function tooManyEvents(eventsMax: number): Problem {
  const detail = `A batch may have at most ${eventsMax} events: send several batches.`;
  return new Problem(413, detail, { code: 'too_many_events' });
}
