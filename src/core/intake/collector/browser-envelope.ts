// The body that a browser sends: its key, its visitor if the visitor has agreed to be recognized, its page, where the visit came from,
// and events.
import { type DimensionFields, VISIT_FIELDS, type VisitField, wrongField } from '../../foundation/dimensions/fields.ts';
import { Problem } from '../../foundation/problem/problem.ts';
import { nearestName } from '../../foundation/text/nearest-name.ts';
import { isObject } from '../events/event.ts';
import { parseJson } from '../events/parse-json.ts';

const FIELD_NAME_SHOWN_MAX = 50;
const FIELDS: ReadonlySet<string> = new Set(['key', 'visitor', 'events', 'automated', 'tell_visitor', ...VISIT_FIELDS]);

export interface BrowserEnvelope {
  /** The whole body. The events in it are decoded later, as a batch. */
  readonly bytes: Uint8Array<ArrayBuffer>;
  /** The key, which has not been checked. It is undefined if none was sent. */
  readonly key: string | undefined;
  /** The visitor has not been checked. The steps of an event check it. */
  readonly visitor: unknown;
  /** The browser says that a program controls it. */
  readonly automated: boolean;
  /** The page wants to know the visitor's id of the day, to hand it on to a shop. */
  readonly tellVisitor: boolean;
  /** What events have that do not have their own. */
  readonly visitFields: VisitFields;
}

export type VisitFields = Pick<DimensionFields, VisitField>;

/** Throws a problem of status 400 or 422. */
export function readEnvelope(bytes: Uint8Array<ArrayBuffer>): BrowserEnvelope {
  const envelope = parseJson(bytes);
  if (!isObject(envelope)) throw invalid('invalid_body', 'body', 'must be a JSON object with key and events');
  requireKnownFields(envelope, FIELDS);
  const { key, visitor, events, automated, tell_visitor: tellVisitor } = envelope;
  if (!Array.isArray(events)) throw invalid('invalid_events', 'events', 'must be a list of events');
  return {
    bytes,
    key: typeof key === 'string' ? key : undefined,
    visitor,
    automated: automated === true,
    tellVisitor: tellVisitor === true,
    visitFields: visitFieldsOf(envelope),
  };
}

/** Throws a problem of status 422. */
export function visitFieldsOf(envelope: Readonly<Record<string, unknown>>): VisitFields {
  const given = VISIT_FIELDS.filter((name) => name in envelope);
  for (const name of given) {
    const wrong = wrongField(name, envelope[name]);
    if (wrong !== undefined) throw new Problem(422, `${wrong}.`, { code: `invalid_${name}`, param: name });
  }
  return Object.fromEntries(given.map((name) => [name, envelope[name]]));
}

/** Throws a problem of status 422. */
export function requireKnownFields(body: Readonly<Record<string, unknown>>, fields: ReadonlySet<string>): void {
  const unknown = Object.keys(body).find((name) => !fields.has(name));
  if (unknown !== undefined) throw unknownField(unknown, fields);
}

function unknownField(name: string, fields: ReadonlySet<string>): Problem {
  const shown = name.slice(0, FIELD_NAME_SHOWN_MAX);
  const nearest = nearestName(name, fields);
  const hint = nearest === undefined ? `the fields are ${[...fields].join(', ')}` : `did you mean ${nearest}?`;
  return new Problem(422, `${JSON.stringify(shown)} is not a field of the body: ${hint}`, {
    code: 'unknown_field',
    param: shown,
  });
}

function invalid(code: string, param: string, rule: string): Problem {
  return new Problem(422, `${param} ${rule}.`, { code, param });
}
