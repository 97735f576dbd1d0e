// What a shop adds to an order about the visit that led to it: attributes named `funnel_visitor`, `funnel_campaign`,
// `funnel_variant`, `funnel_step` and `funnel_element`, and those of the dimensions, such as `funnel_utm_source`.
import { DIMENSION_FIELDS, wrongField } from '../../../core/foundation/dimensions/fields.ts';
import type { SentEvent } from '../../../core/intake/events/event.ts';
import { isObject } from '../../../core/intake/events/event.ts';

const PREFIX = 'funnel_';
const SUBJECT_KINDS = ['campaign', 'variant', 'step', 'element'] as const;
const DIGITS = /^\d{1,15}$/;

/** A value of only digits is an id, any other one a key. */
export function attributeFields(attributes: ReadonlyMap<unknown, unknown>): SentEvent {
  const fields: Record<string, unknown> = {};
  const visitor = textOf(attributes.get(`${PREFIX}visitor`));
  if (visitor !== undefined) fields.visitor = visitor;
  for (const kind of SUBJECT_KINDS) {
    const value = textOf(attributes.get(PREFIX + kind));
    if (value === undefined) continue;
    if (DIGITS.test(value)) fields[`${kind}_id`] = Number(value);
    else fields[kind] = value;
  }
  for (const name of DIMENSION_FIELDS) {
    const value = textOf(attributes.get(PREFIX + name));
    // An order is not refused because of them.
    if (value !== undefined && wrongField(name, value) === undefined) fields[name] = value;
  }
  return fields;
}

/** Reads the attributes from a list of objects such as `{name: 'funnel_campaign', value: '12'}`. */
export function attributesOf(list: unknown, nameField: 'name' | 'key'): ReadonlyMap<unknown, unknown> {
  return new Map(objectsOf(list).map((item) => [item[nameField], item.value]));
}

export function objectsOf(list: unknown): Readonly<Record<string, unknown>>[] {
  return Array.isArray(list) ? list.filter(isObject) : [];
}

/** Products are counted only on an element. */
export function isOnElement(fields: SentEvent): boolean {
  return 'element_id' in fields || 'element' in fields;
}

/** Returns undefined if there is no text. */
export function textOf(value: unknown): string | undefined {
  const text = typeof value === 'number' ? String(value) : value;
  return typeof text === 'string' && text.trim() !== '' ? text.trim() : undefined;
}
