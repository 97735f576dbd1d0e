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
  const decoder = new Decoder(eventsMax, visitor);
  if (isArray) decoder.array(text);
  else if (text === undefined) decoder.damagedLines(buffer);
  else decoder.lines(text);
}

function withoutByteOrderMark(buffer: Buffer): Buffer {
  return buffer[0] === 0xef && buffer[1] === 0xbb && buffer[2] === 0xbf ? buffer.subarray(3) : buffer;
}

class Decoder {
  readonly #eventsMax: number;
  readonly #visitor: DecodedVisitor;
  #index = 0;
  #line = 0;

  constructor(eventsMax: number, visitor: DecodedVisitor) {
    this.#eventsMax = eventsMax;
    this.#visitor = visitor;
  }

  array(text: string | undefined): void {
    const values = text === undefined ? NOT_JSON : parseJson(text);
    if (values === NOT_JSON) {
      throw new Problem(400, 'The body is neither a JSON array in UTF-8 nor NDJSON.', { code: 'invalid_json' });
    }
    for (const value of values as unknown[]) {
      this.#visit(value);
      this.#line++;
    }
  }

  lines(text: string): void {
    for (let start = 0; start < text.length; this.#line++) {
      const newline = text.indexOf('\n', start);
      const end = newline < 0 ? text.length : newline;
      const line = text.slice(start, end);
      if (!isBlank(line)) this.#visit(parseJson(line));
      start = end + 1;
    }
  }

  /** Of text that is not all UTF-8, the lines that are. */
  damagedLines(buffer: Buffer): void {
    for (let start = 0; start < buffer.length; this.#line++) {
      const newline = buffer.indexOf(NEWLINE, start);
      const end = newline < 0 ? buffer.length : newline;
      const line = buffer.subarray(start, end);
      const text = isUtf8(line) ? line.toString('utf8') : undefined;
      if (text === undefined) this.#visit(NOT_JSON);
      else if (!isBlank(text)) this.#visit(parseJson(text));
      start = end + 1;
    }
  }

  #visit(value: unknown): void {
    const index = this.#index++;
    if (index >= this.#eventsMax) throw tooManyEvents(this.#eventsMax);
    if (isObject(value)) this.#visitor.event(value, index, this.#line);
    else this.#visitor.rejected(value === NOT_JSON ? INVALID_JSON : NOT_AN_OBJECT, index, this.#line);
  }
}

const INVALID_JSON: Rejection = { code: 'invalid_json', message: 'the line is not valid JSON in UTF-8' };
const NOT_AN_OBJECT: Rejection = { code: 'invalid_event', message: 'an event must be a JSON object' };
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

function tooManyEvents(eventsMax: number): Problem {
  const detail = `A batch may have at most ${eventsMax} events: send several batches.`;
  return new Problem(413, detail, { code: 'too_many_events' });
}
