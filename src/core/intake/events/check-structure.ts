// Rejects a body before parsing if parsing would take much longer than its size suggests: a few kilobytes of gzip can be
// millions of blank lines or nested arrays. All other senders would have to wait.
// Why: docs/decisions/events.md, "Every parser has a limit that is cheap to check".
// Why: docs/decisions/events.md, "Lines are not read byte by byte before they are parsed".
import { Problem } from '../../foundation/problem/problem.ts';

/** How deeply objects and arrays may be nested, including the array of events. */
export const DEPTH_MAX = 64;
/** Blank lines count, too. */
export const LINES_PER_EVENT_MAX = 10;

const NEWLINE = 0x0a;
const QUOTE = 0x22;
const COMMA = 0x2c;
const BACKSLASH = 0x5c;
const OPEN_BRACKET = 0x5b;
const CLOSE_BRACKET = 0x5d;
const OPEN_BRACE = 0x7b;
const CLOSE_BRACE = 0x7d;

/** Is 1 for each of the bytes above. Most bytes are none of them, and a table is the fastest way to tell. */
const IS_STRUCTURAL = new Uint8Array(256);
for (const byte of [QUOTE, COMMA, OPEN_BRACKET, CLOSE_BRACKET, OPEN_BRACE, CLOSE_BRACE]) IS_STRUCTURAL[byte] = 1;

interface StructureLimits {
  /** How many values the outermost array may have. If it is undefined, there is no limit. */
  readonly eventsMax?: number;
  /** About how many values all objects and arrays may have together. If it is undefined, there is no limit. */
  readonly valuesMax?: number;
}

/** Checks one JSON value. Reads each byte once. Invalid JSON is left to the parser. */
export function checkStructure(
  bytes: Uint8Array,
  { eventsMax = Number.POSITIVE_INFINITY, valuesMax = Number.POSITIVE_INFINITY }: StructureLimits,
): void {
  let depth = 0;
  let commas = 0;
  let values = 0;
  for (let at = 0; at < bytes.length; at++) {
    const byte = bytes[at]!;
    if (IS_STRUCTURAL[byte] === 0) continue;
    if (byte === QUOTE) at = endOfString(bytes, at + 1);
    else if (byte === OPEN_BRACKET || byte === OPEN_BRACE) {
      values++;
      if (++depth > DEPTH_MAX) throw tooDeep();
    } else if (byte === CLOSE_BRACKET || byte === CLOSE_BRACE) depth--;
    else if (byte === COMMA) {
      values++;
      if (depth === 1 && ++commas >= eventsMax) throw tooManyEvents(eventsMax);
    }
  }
  if (values > valuesMax) throw tooManyValues(valuesMax);
}

/**
 * Throws a problem if a line is nested too deeply. Returns how many brackets it opens, in strings too: it can't be nested more deeply.
 * Nearly all lines open a few, and finding these takes a fraction of the time of reading each byte.
 */
export function checkDepth(line: string): number {
  const brackets = count('{', line) + count('[', line);
  if (brackets > DEPTH_MAX) checkStructure(Buffer.from(line), {});
  return brackets;
}

/** Goes no further than is needed to know that it is too many. */
function count(bracket: string, line: string): number {
  let brackets = 0;
  for (let at = line.indexOf(bracket); at >= 0 && brackets <= DEPTH_MAX; at = line.indexOf(bracket, at + 1)) brackets++;
  return brackets;
}

/** Returns the index of the closing quote, or of the last byte of the line, because a JSON string can't span lines. */
function endOfString(bytes: Uint8Array, start: number): number {
  for (let at = start; at < bytes.length; at++) {
    const byte = bytes[at];
    if (byte === QUOTE) return at;
    if (byte === NEWLINE) return at - 1;
    if (byte === BACKSLASH && bytes[at + 1] !== NEWLINE) at++;
  }
  return bytes.length;
}

export function tooManyEvents(eventsMax: number): Problem {
  const detail = `A batch may have at most ${eventsMax} events. Send several batches.`;
  return new Problem(413, detail, { code: 'too_many_events' });
}

function tooManyValues(valuesMax: number): Problem {
  const detail = `A body may have at most ${valuesMax} values. Send several.`;
  return new Problem(413, detail, { code: 'batch_too_large' });
}

export function tooManyLines(linesMax: number): Problem {
  const detail = `A batch may have at most ${linesMax} lines, including blank ones. Send several batches.`;
  return new Problem(413, detail, { code: 'too_many_events' });
}

function tooDeep(): Problem {
  const detail = `Objects and arrays in a batch may be nested at most ${DEPTH_MAX} levels deep. Nothing was counted.`;
  return new Problem(400, detail, { code: 'invalid_json' });
}
