// Step one: from bytes to JSON values. A body is NDJSON, one event a line, or one JSON array.
import { isUtf8 } from 'node:buffer';
import type { Rejection } from './event.ts';
import { isObject } from './steps.ts';

/** The whole batch is refused; nothing of it was counted. */
export class BatchRefusedError extends Error {
  readonly code: string;

  constructor(code: string, message: string) {
    super(message);
    this.code = code;
  }
}

export interface DecodedVisitor {
  /** `line` counts every line of the text from 0, also empty ones; `index` counts events. */
  event(sent: Record<string, unknown>, index: number, line: number): void;
  rejected(rejection: Rejection, index: number, line: number): void;
}

export function decodeBatch(bytes: Uint8Array, eventsMax: number, visitor: DecodedVisitor): void {
  const text = decodeUtf8(bytes);
  if (/^\s*\[/.test(text)) decodeArray(text, eventsMax, visitor);
  else decodeLines(text, eventsMax, visitor);
}

function decodeUtf8(bytes: Uint8Array): string {
  if (!isUtf8(bytes)) throw new BatchRefusedError('invalid_json', 'The body is not valid UTF-8.');
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const hasByteOrderMark = buffer[0] === 0xef && buffer[1] === 0xbb && buffer[2] === 0xbf;
  return buffer.toString('utf8', hasByteOrderMark ? 3 : 0);
}

function decodeArray(text: string, eventsMax: number, visitor: DecodedVisitor): void {
  let values: unknown;
  try {
    values = JSON.parse(text);
  } catch {
    throw new BatchRefusedError('invalid_json', 'The body is neither a JSON array nor NDJSON.');
  }
  const events = values as unknown[];
  if (events.length > eventsMax) throw tooManyEvents(eventsMax);
  for (const [index, value] of events.entries()) visit(value, index, index, visitor);
}

function decodeLines(text: string, eventsMax: number, visitor: DecodedVisitor): void {
  let index = 0;
  for (let start = 0, line = 0; start < text.length; line++) {
    let end = text.indexOf('\n', start);
    if (end < 0) end = text.length;
    const json = text.slice(start, end);
    start = end + 1;
    if (json.length < 3 && json.trim() === '') continue;
    if (index >= eventsMax) throw tooManyEvents(eventsMax);
    let value: unknown;
    try {
      value = JSON.parse(json);
    } catch {
      if (json.trim() === '') continue;
      visitor.rejected({ code: 'invalid_json', message: 'the line is not valid JSON' }, index++, line);
      continue;
    }
    visit(value, index++, line, visitor);
  }
}

function visit(value: unknown, index: number, line: number, visitor: DecodedVisitor): void {
  if (isObject(value)) visitor.event(value, index, line);
  else visitor.rejected({ code: 'invalid_event', message: 'an event must be a JSON object' }, index, line);
}

function tooManyEvents(eventsMax: number): BatchRefusedError {
  return new BatchRefusedError(
    'too_many_events',
    `A batch may have at most ${eventsMax} events: send several batches.`,
  );
}
