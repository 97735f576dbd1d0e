// Reads the commonest line of all without JSON.parse: that a visitor did something, as a program writes it, in order and
// without a fault. JSON.parse makes an object and a dozen values of each line that are looked at once and thrown away;
// here nothing is made but the text of an id, where there is one.
//
// What is taken here is taken exactly as the steps would. Whatever is unusual in a line is left to them: an escape, a
// letter that is not ASCII, a field or type of another kind, an id that is not in the catalog, a time that is yet to come.
import { SUBJECT_KIND, type Subject, type SubjectKind, type WebsiteCatalog } from '../catalog/subject.ts';
import { dayOfTimestampMs } from '../rollups/calendar.ts';
import { METRIC, type Metric } from '../rollups/metric.ts';
import { hashVisitorBytes } from '../sketches/visitor-hash.ts';
import type { EventDraft } from './event.ts';
import { AHEAD_MS_MAX, ID_LENGTH_MAX, type StepContext, VISITOR_LENGTH_MAX } from './steps.ts';
import { timestampMsAt } from './timestamp.ts';

const NEWLINE = 0x0a;
const CARRIAGE_RETURN = 0x0d;
const SPACE = 0x20;
const QUOTE = 0x22;
const COMMA = 0x2c;
const ZERO = 0x30;
const NINE = 0x39;
const BACKSLASH = 0x5c;
const OPEN_BRACE = 0x7b;
const CLOSE_BRACE = 0x7d;
const LAST_PRINTABLE = 0x7e;

/** Any number of so many digits is exact. */
const DIGITS_MAX = 15;
/** No comparison looks farther past the end of a line. */
const LOOKAHEAD_BYTES = 16;

/** A word that is compared four bytes at a time; the last four may overlap those before. */
class Word {
  readonly length: number;
  readonly #numbers: Int32Array;

  constructor(text: string) {
    const bytes = Buffer.from(text);
    this.length = bytes.length;
    const starts = Array.from({ length: Math.ceil(bytes.length / 4) }, (_, i) => Math.min(i * 4, bytes.length - 4));
    this.#numbers = Int32Array.from(starts, (start) => bytes.readInt32LE(start));
  }

  isAt(view: DataView, at: number): boolean {
    const numbers = this.#numbers;
    const last = numbers.length - 1;
    if (view.getInt32(at + this.length - 4, true) !== numbers[last]) return false;
    for (let i = 0; i < last; i++) if (view.getInt32(at + i * 4, true) !== numbers[i]) return false;
    return true;
  }
}

const FIELD = {
  type: 0,
  website_id: 1,
  campaign_id: 2,
  variant_id: 3,
  step_id: 4,
  element_id: 5,
  visitor: 6,
  at: 7,
  id: 8,
} as const;
const FIELD_NAMES = Object.keys(FIELD).map((name) => new Word(`${name}":`));
const FIELD_OF_KIND: Record<SubjectKind, number> = {
  [SUBJECT_KIND.website]: FIELD.website_id,
  [SUBJECT_KIND.campaign]: FIELD.campaign_id,
  [SUBJECT_KIND.variant]: FIELD.variant_id,
  [SUBJECT_KIND.step]: FIELD.step_id,
  [SUBJECT_KIND.element]: FIELD.element_id,
};
const DEEPEST_FIRST = [SUBJECT_KIND.element, SUBJECT_KIND.step, SUBJECT_KIND.variant, SUBJECT_KIND.campaign];

const TYPES: readonly { readonly word: Word; readonly metric: Metric }[] = [
  { word: new Word('"view"'), metric: METRIC.views },
  { word: new Word('"conversion"'), metric: METRIC.conversions },
  { word: new Word('"completion"'), metric: METRIC.completions },
  { word: new Word('"submission"'), metric: METRIC.submissions },
  { word: new Word('"subscribe"'), metric: METRIC.subscribes },
];

const NOT_PLAIN = -1;
const NONE = -1;

const hash = new Int32Array(2);

export class PlainVisits {
  readonly #bytes: Buffer;
  readonly #view: DataView;
  readonly #context: StepContext;
  /** Lines that start before this end early enough for every comparison. */
  readonly #linesEnd: number;
  /** Where each field's value lies in the line that was read last; -1: it has none. */
  readonly #starts = new Int32Array(FIELD_NAMES.length);
  readonly #ends = new Int32Array(FIELD_NAMES.length);
  /** Fields mostly come in the order of the line before: the one that followed each, and, at the end, the first. */
  readonly #followers = new Int8Array(FIELD_NAMES.length + 1);

  constructor(bytes: Buffer, context: StepContext) {
    this.#bytes = bytes;
    this.#view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    this.#context = context;
    this.#linesEnd = bytes.lastIndexOf(NEWLINE, Math.max(0, bytes.length - LOOKAHEAD_BYTES)) + 1;
  }

  /** Fills in the visit that the line at `start` holds, and says where the next line starts; -1: read it another way. */
  read(start: number, visit: EventDraft): number {
    if (start >= this.#linesEnd) return NOT_PLAIN;
    const next = this.#scanLine(start);
    return next !== NOT_PLAIN && this.#fillIn(visit) ? next : NOT_PLAIN;
  }

  #scanLine(start: number): number {
    const bytes = this.#bytes;
    if (bytes[start] !== OPEN_BRACE) return NOT_PLAIN;
    for (let field = 0; field < FIELD_NAMES.length; field++) this.#starts[field] = NONE;
    let at = start;
    let field: number = FIELD_NAMES.length;
    do {
      at = this.#afterSpace(at + 1);
      if (bytes[at] !== QUOTE) return NOT_PLAIN;
      field = this.#fieldAt(at + 1, field);
      if (field === NONE || this.#starts[field] !== NONE) return NOT_PLAIN;
      at = this.#afterSpace(at + 1 + FIELD_NAMES[field]!.length);
      this.#starts[field] = at;
      at = bytes[at] === QUOTE ? this.#endOfText(at + 1) : this.#endOfDigits(at);
      if (at === NOT_PLAIN) return NOT_PLAIN;
      this.#ends[field] = at;
    } while (bytes[at] === COMMA);
    if (bytes[at++] !== CLOSE_BRACE) return NOT_PLAIN;
    if (bytes[at] === CARRIAGE_RETURN) at++;
    return bytes[at] === NEWLINE ? at + 1 : NOT_PLAIN;
  }

  /** Some programs write one after a colon or a comma. */
  #afterSpace(at: number): number {
    return this.#bytes[at] === SPACE ? at + 1 : at;
  }

  #fieldAt(at: number, fieldBefore: number): number {
    const expected = this.#followers[fieldBefore]!;
    if (FIELD_NAMES[expected]!.isAt(this.#view, at)) return expected;
    for (let field = 0; field < FIELD_NAMES.length; field++) {
      if (!FIELD_NAMES[field]!.isAt(this.#view, at)) continue;
      this.#followers[fieldBefore] = field;
      return field;
    }
    return NONE;
  }

  /** After the quote that ends it. */
  #endOfText(start: number): number {
    const bytes = this.#bytes;
    let at = start;
    while (isPlainText(this.#view.getInt32(at, true))) at += 4;
    for (;;) {
      const code = bytes[at++]!;
      if (code === QUOTE) return at;
      if (code < SPACE || code > LAST_PRINTABLE || code === BACKSLASH) return NOT_PLAIN;
    }
  }

  #endOfDigits(start: number): number {
    const bytes = this.#bytes;
    let at = start;
    while (bytes[at]! >= ZERO && bytes[at]! <= NINE) at++;
    return at === start ? NOT_PLAIN : at;
  }

  #fillIn(visit: EventDraft): boolean {
    const { onlyWebsiteId, catalog } = this.#context;
    const metric = this.#metric();
    const websiteId = this.#id(FIELD.website_id);
    const day = this.#day();
    if (metric === undefined || day === undefined || !this.#hashVisitor() || !this.#hasGoodEventId()) return false;
    if (websiteId === undefined || (onlyWebsiteId !== undefined && websiteId !== onlyWebsiteId)) return false;
    const website = catalog.get(websiteId);
    const subject = website && this.#subject(website);
    if (!subject) return false;

    visit.metric = metric;
    visit.websiteId = websiteId;
    visit.subject = subject;
    visit.day = day;
    visit.visitorLow = hash[0]!;
    visit.visitorHigh = hash[1]!;
    visit.id = this.#eventId();
    visit.orderId = undefined;
    return true;
  }

  #metric(): Metric | undefined {
    const start = this.#starts[FIELD.type]!;
    if (start === NONE) return undefined;
    for (const { word, metric } of TYPES) if (word.isAt(this.#view, start)) return metric;
    return undefined;
  }

  #day(): number | undefined {
    const { nowMs, ageDaysMax = Number.POSITIVE_INFINITY } = this.#context;
    const start = this.#starts[FIELD.at]!;
    if (start === NONE) return dayOfTimestampMs(nowMs);
    if (this.#bytes[start] !== QUOTE) return undefined;
    const ms = timestampMsAt(this.#bytes, start + 1, this.#ends[FIELD.at]! - 1);
    if (ms === undefined || ms < 0 || ms > nowMs + AHEAD_MS_MAX) return undefined;
    const day = dayOfTimestampMs(ms);
    return day >= dayOfTimestampMs(nowMs) - ageDaysMax ? day : undefined;
  }

  #hashVisitor(): boolean {
    if (!this.#isText(FIELD.visitor, VISITOR_LENGTH_MAX)) return false;
    const { visitorKey } = this.#context.catalog;
    hashVisitorBytes(this.#view, this.#starts[FIELD.visitor]! + 1, this.#ends[FIELD.visitor]! - 1, visitorKey, hash);
    return true;
  }

  #hasGoodEventId(): boolean {
    return this.#starts[FIELD.id] === NONE || this.#isText(FIELD.id, ID_LENGTH_MAX);
  }

  #eventId(): string | undefined {
    const start = this.#starts[FIELD.id]!;
    return start === NONE ? undefined : this.#bytes.toString('latin1', start + 1, this.#ends[FIELD.id]! - 1);
  }

  /** Within its quotes, which are there if it starts with one. */
  #isText(field: number, lengthMax: number): boolean {
    const start = this.#starts[field]!;
    const length = this.#ends[field]! - start - 2;
    return start !== NONE && this.#bytes[start] === QUOTE && length > 0 && length <= lengthMax;
  }

  /** The deepest one that is named; the others must be its ancestors. */
  #subject({ website, subjects }: WebsiteCatalog): Subject | undefined {
    let subject: Subject | undefined;
    let ancestor: Subject | null | undefined;
    for (const kind of DEEPEST_FIRST) {
      ancestor = ancestor?.parent;
      if (this.#starts[FIELD_OF_KIND[kind]] === NONE) continue;
      const id = this.#id(FIELD_OF_KIND[kind]);
      if (id === undefined) return undefined;
      if (subject) {
        if (ancestor?.id !== id) return undefined;
      } else {
        subject = subjects[kind].get(id);
        if (!subject) return undefined;
        ancestor = subject;
      }
    }
    return subject ?? website;
  }

  #id(field: number): number | undefined {
    const bytes = this.#bytes;
    const start = this.#starts[field]!;
    const end = this.#ends[field]!;
    // A number that starts with 0 is none, or none of an id.
    if (start === NONE || bytes[start] === QUOTE || bytes[start] === ZERO || end - start > DIGITS_MAX) return undefined;
    let id = 0;
    for (let at = start; at < end; at++) id = id * 10 + bytes[at]! - ZERO;
    return id;
  }
}

/** Four bytes, none of which is a quote, a backslash, a control character or beyond ASCII: their top bits stay clear. */
function isPlainText(bytes: number): boolean {
  const noQuote = bytes ^ 0x22222222;
  const noBackslash = bytes ^ 0x5c5c5c5c;
  const marks = ((noQuote - 0x01010101) & ~noQuote) | ((noBackslash - 0x01010101) & ~noBackslash);
  return ((marks | (bytes - 0x20202020) | bytes) & 0x80808080) === 0;
}
