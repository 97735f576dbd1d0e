// Step one: from bytes to JSON values. A body is NDJSON, one event a line, or one JSON array.
import { isUtf8 } from 'node:buffer';
import { Problem } from '../problem.ts';
import type { Batch } from './batch.ts';
import type { Rejection } from './event.ts';
import { isObject } from './steps.ts';

const NEWLINE = 0x0a;
const SPACE = 0x20;
const OPEN_BRACKET = 0x5b;
const WHITESPACE = [SPACE, 0x09, NEWLINE, 0x0d];
const NOT_TAKEN = -1;

export interface DecodedVisitor {
  /** It wants to be given no more lines before it is called again. */
  readonly isWaiting: boolean;
  /** Is offered each line before it is decoded. It may take it as an event, and says where the next one starts; or -1. */
  line(start: number): number;
  /** `line` counts every line of the text from 0, also empty ones; `index` counts events. */
  event(sent: Record<string, unknown>, index: number, line: number): void;
  rejected(rejection: Rejection, index: number, line: number): void;
}

/**
 * Stops wherever the visitor waits for something. A batch that can't be read at all is refused by a problem; nothing of
 * it is counted.
 */
export function* decodeBatch({ format, eventsMax }: Batch, buffer: Buffer, visitor: DecodedVisitor): Generator<void> {
  const decoder = new Decoder(eventsMax, visitor);
  if (format === 'any' && startsArray(buffer)) decoder.array(buffer);
  else yield* decoder.lines(buffer);
}

/** The batch's bytes, without the mark that some programs write before a text. */
export function textOf({ bytes }: Batch): Buffer {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  return buffer[0] === 0xef && buffer[1] === 0xbb && buffer[2] === 0xbf ? buffer.subarray(3) : buffer;
}

function startsArray(buffer: Buffer): boolean {
  let at = 0;
  while (WHITESPACE.includes(buffer[at]!)) at++;
  return buffer[at] === OPEN_BRACKET;
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

  array(buffer: Buffer): void {
    const values = isUtf8(buffer) ? parseJson(buffer.toString('utf8')) : NOT_JSON;
    if (values === NOT_JSON) {
      throw new Problem(400, 'The body is neither a JSON array in UTF-8 nor NDJSON.', { code: 'invalid_json' });
    }
    for (const value of values as unknown[]) {
      this.#visit(value);
      this.#line++;
    }
  }

  *lines(buffer: Buffer): Generator<void> {
    const isAllUtf8 = isUtf8(buffer);
    for (let start = 0; start < buffer.length; this.#line++) {
      if (this.#visitor.isWaiting) yield;
      const next = isAllUtf8 ? this.#visitor.line(start) : NOT_TAKEN;
      if (next === NOT_TAKEN) start = this.#decodeLine(buffer, start, isAllUtf8);
      else {
        this.#nextIndex();
        start = next;
      }
    }
  }

  /** Where the next one starts. */
  #decodeLine(buffer: Buffer, start: number, isKnownUtf8: boolean): number {
    const newline = buffer.indexOf(NEWLINE, start);
    const end = newline < 0 ? buffer.length : newline;
    if (!isKnownUtf8 && !isUtf8(buffer.subarray(start, end))) this.#visit(NOT_JSON);
    else {
      const text = buffer.toString('utf8', start, end);
      if (!isBlank(text)) this.#visit(parseJson(text));
    }
    return end + 1;
  }

  #visit(value: unknown): void {
    const index = this.#nextIndex();
    if (isObject(value)) this.#visitor.event(value, index, this.#line);
    else this.#visitor.rejected(value === NOT_JSON ? INVALID_JSON : NOT_AN_OBJECT, index, this.#line);
  }

  #nextIndex(): number {
    if (this.#index >= this.#eventsMax) throw tooManyEvents(this.#eventsMax);
    return this.#index++;
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
