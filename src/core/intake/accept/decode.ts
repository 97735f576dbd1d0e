// Decodes the bytes of a batch to JSON values. A body is NDJSON (one event per line), one JSON array, or what the protocol of
// another service prescribes: then a decoder is handed in. This runs in the ingestion thread, because it takes as long
// as the sender likes within the limits.
// Why: docs/decisions/events.md, "Bodies are parsed where events are counted".
import { isUtf8 } from 'node:buffer';
import { exceedsBounds } from '../../contract/operations/json-bounds.ts';
import { Problem } from '../../foundation/problem/problem.ts';
import type { Batch, DecodeProtocol, EventBounds, ProtocolDecoder } from '../events/batch.ts';
import {
  checkDepth,
  checkStructure,
  LINES_PER_EVENT_MAX,
  tooManyEvents,
  tooManyLines,
} from '../events/check-structure.ts';
import { type EventType, isObject, type MappedEvent, type Rejection, type SentEvent } from '../events/event.ts';

const OPEN_BRACKET = '['.charCodeAt(0);
const SPACE = ' '.charCodeAt(0);
const [TAB, NEWLINE, CARRIAGE_RETURN] = [0x09, 0x0a, 0x0d];
const BYTE_ORDER_MARK = [0xef, 0xbb, 0xbf];

/** `index` counts events from 0; `line` counts lines, including blank ones. */
export type DecodedEvent = {
  readonly index: number;
  readonly line: number;
} /** `userAgent` of the visitor, if the protocol has one. */ & (
  | { readonly sent: SentEvent; readonly userAgent?: string | undefined }
  | { readonly rejection: Rejection; readonly type?: EventType }
  | { readonly ignored: Rejection; readonly type?: EventType }
);

/** Decodes each protocol with its decoder. */
export function decodeWith(decoders: readonly ProtocolDecoder[]): DecodeProtocol {
  return (body, format) => {
    const decoder = decoders.find(({ protocol }) => protocol === format.protocol);
    if (!decoder) throw new Error(`there is no decoder for ${format.protocol}`);
    return decoder.decode(body, format);
  };
}

/** Throws a problem if the batch can't be read at all or has too many events. In this case nothing of it is counted. */
export function decodeBatch(batch: Batch, decodeProtocol?: DecodeProtocol): Iterable<DecodedEvent> {
  const { bytes, format, eventsMax } = batch;
  if (typeof format === 'object') {
    if (!decodeProtocol) throw new Error(`there is no decoder for ${format.protocol}`);
    // The whole body is parsed before the first event is returned.
    return eventsOfProtocol(decodeProtocol(batch, format), batch);
  }
  const buffer = withoutByteOrderMark(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength));
  if (format === 'envelope') return eventsOfArray(envelopeEvents(buffer), batch);
  if (format === 'ndjson' || !startsArray(buffer)) return eventsOfLines(buffer, batch);
  if (hasLimits(batch)) checkStructure(buffer, { eventsMax });
  return eventsOfArray(parsedArray(buffer), batch);
}

/** Files have none: they come from the operator. */
function hasLimits({ eventsMax }: Batch): boolean {
  return Number.isFinite(eventsMax);
}

function* eventsOfProtocol(mapped: Iterable<MappedEvent>, batch: Batch): Generator<DecodedEvent> {
  let index = 0;
  for (const one of mapped) {
    if ('event' in one) yield { ...decoded(index, index, asSent(one.event, batch), batch), userAgent: one.userAgent };
    else yield { index, line: index, ...one };
    // Ignored messages have no index of their own.
    if (!('ignored' in one)) index++;
  }
}

/** Returns the event as if it had been sent as JSON, which has no NaN and leaves out what is undefined. */
function asSent(event: unknown, { eventBounds: bounds }: Batch): unknown {
  // Names and depth are checked first, so that a value that exceeds them is not converted to a string.
  if (bounds && exceedsBounds(event, bounds)) return event;
  const json = JSON.stringify(event);
  return bounds && isLonger(json, bounds) ? TOO_LARGE : JSON.parse(json);
}

/** An envelope is small. The collector has parsed it before, and has checked that it has events. */
function envelopeEvents(buffer: Buffer): unknown[] {
  return (JSON.parse(buffer.toString()) as { events: unknown[] }).events;
}

/** `mayExceed`: false if the value can't exceed the bounds of names and depth. */
function decoded(
  index: number,
  line: number,
  value: unknown,
  { eventsMax, eventBounds }: Batch,
  mayExceed = true,
): DecodedEvent {
  if (index >= eventsMax) throw tooManyEvents(eventsMax);
  const rejection = rejectionOf(value, eventBounds, mayExceed);
  return rejection ? { index, line, rejection } : { index, line, sent: value as SentEvent };
}

function rejectionOf(value: unknown, bounds: EventBounds | undefined, mayExceed: boolean): Rejection | undefined {
  if (value === NOT_JSON) return INVALID_JSON;
  if (value === TOO_LARGE) return tooLarge(bounds!);
  if (!isObject(value)) return NOT_AN_OBJECT;
  return bounds && mayExceed && exceedsBounds(value, bounds) ? tooComplex(bounds) : undefined;
}

function withoutByteOrderMark(buffer: Buffer): Buffer {
  return BYTE_ORDER_MARK.every((byte, index) => buffer[index] === byte) ? buffer.subarray(3) : buffer;
}

function startsArray(buffer: Buffer): boolean {
  let at = 0;
  while (isWhitespace(buffer[at])) at++;
  return buffer[at] === OPEN_BRACKET;
}

/** Whitespace as defined by JSON. */
function isWhitespace(byte: number | undefined): boolean {
  return byte === SPACE || byte === TAB || byte === NEWLINE || byte === CARRIAGE_RETURN;
}

function* eventsOfArray(values: readonly unknown[], batch: Batch): Generator<DecodedEvent> {
  const { bytes, eventBounds: bounds } = batch;
  const mayBeTooLarge = bounds !== undefined && bytes.length > bounds.bytesMax;
  for (const [index, value] of values.entries()) {
    // Names and depth are checked first, so that a value that exceeds them is not converted to a string.
    const isTooLarge = mayBeTooLarge && !exceedsBounds(value, bounds) && isLonger(JSON.stringify(value), bounds);
    yield decoded(index, index, isTooLarge ? TOO_LARGE : value, batch);
  }
}

function parsedArray(buffer: Buffer): readonly unknown[] {
  const text = fromUtf8(buffer);
  const values = text === undefined ? NOT_JSON : parseJson(text);
  if (values !== NOT_JSON) return values as unknown[];
  throw new Problem(400, 'The body is neither a JSON array in UTF-8 nor NDJSON.', { code: 'invalid_json' });
}

/** A line that is not UTF-8 does not affect the others: latin1 maps one byte to one character and keeps the newlines. */
function* eventsOfLines(buffer: Buffer, batch: Batch): Generator<DecodedEvent> {
  const linesMax = batch.eventsMax * LINES_PER_EVENT_MAX;
  let index = 0;
  let line = 0;
  for (const part of partsOf(buffer)) {
    const isAllUtf8 = isUtf8(part);
    const text = part.toString(isAllUtf8 ? 'utf8' : 'latin1');
    for (let start = 0; start < text.length; line++) {
      const newline = text.indexOf('\n', start);
      if (newline >= 0 && line >= linesMax) throw tooManyLines(linesMax);
      const end = newline < 0 ? text.length : newline;
      const content = isAllUtf8 ? text.slice(start, end) : fromUtf8(Buffer.from(text.slice(start, end), 'latin1'));
      start = end + 1;
      if (content === undefined) yield decoded(index++, line, NOT_JSON, batch);
      else if (!isBlank(content)) yield decodedLine(index++, line, content, batch);
    }
  }
}

/** Longer texts get memory of their own from the system, which takes longer than decoding them. */
const PART_BYTES = 64 * 1024;

/** Whole lines: as many as it takes to have `PART_BYTES`. */
function* partsOf(buffer: Buffer): Generator<Buffer> {
  for (let start = 0; start < buffer.length; ) {
    const newline = buffer.indexOf(NEWLINE, start + PART_BYTES);
    const end = newline < 0 ? buffer.length : newline + 1;
    yield buffer.subarray(start, end);
    start = end;
  }
}

/** A name takes as much with its quotes, its colon, a value and a comma. */
const NAME_LENGTH_MIN = 5;

function decodedLine(index: number, line: number, text: string, batch: Batch): DecodedEvent {
  const { eventBounds: bounds } = batch;
  const depthMax = hasLimits(batch) ? checkDepth(text) : Number.POSITIVE_INFINITY;
  if (!bounds) return decoded(index, line, parseJson(text), batch);
  if (isLonger(text, bounds)) return decoded(index, line, TOO_LARGE, batch);
  const mayExceed = depthMax > bounds.depthMax || text.length > bounds.namesMax * NAME_LENGTH_MIN;
  return decoded(index, line, parseJson(text), batch, mayExceed);
}

const INVALID_JSON: Rejection = { code: 'invalid_json', message: 'the line is not valid JSON in UTF-8' };
const NOT_AN_OBJECT: Rejection = { code: 'invalid_event', message: 'an event must be a JSON object' };
const NOT_JSON = Symbol('not JSON');
const TOO_LARGE = Symbol('too large');

function tooLarge({ bytesMax }: EventBounds): Rejection {
  const message = `an event may have at most ${bytesMax / 1024} KiB of JSON: leave out properties`;
  return { code: 'event_too_large', message };
}

function tooComplex({ namesMax, depthMax }: EventBounds): Rejection {
  const message = `an event may have at most ${namesMax} names, nested at most ${depthMax} levels deep: leave out properties`;
  return { code: 'event_too_complex', message };
}

function isLonger(text: string, { bytesMax }: EventBounds): boolean {
  // A UTF-16 code unit is one to three bytes of UTF-8.
  return text.length > bytesMax || (text.length > bytesMax / 3 && Buffer.byteLength(text) > bytesMax);
}

function fromUtf8(bytes: Buffer): string | undefined {
  return isUtf8(bytes) ? bytes.toString('utf8') : undefined;
}

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
