// What a schema says, in a few words: its type, its limits, and the fields of its objects.
import { type ApiDocument, nameOfReference, resolve, type Schema } from './document.ts';

export interface Field {
  readonly name: string;
  readonly schema: Schema;
  readonly isRequired: boolean;
}

export function typeOf(schema: Schema): string {
  if (schema.$ref !== undefined) return nameOfReference(schema.$ref);
  if (schema.const !== undefined) return JSON.stringify(schema.const);
  const parts = schema.anyOf ?? schema.allOf;
  if (parts) return [...new Set(parts.map(typeOf))].join(schema.anyOf ? ' or ' : ' and ');
  if (schema.items) return `array of ${typeOf(schema.items)}`;
  if (typeof schema.additionalProperties === 'object') return `object of ${typeOf(schema.additionalProperties)}`;
  return [schema.type ?? (schema.enum ? 'string' : 'any')].flat().join(' or ');
}

const LIMITS: readonly (readonly [keyword: string, text: string])[] = [
  ['format', ''],
  ['minimum', 'at least '],
  ['exclusiveMinimum', 'more than '],
  ['maximum', 'at most '],
  ['minLength', 'characters at least '],
  ['maxLength', 'characters at most '],
  ['minItems', 'items at least '],
  ['maxItems', 'items at most '],
  ['pattern', 'pattern '],
];

export function limitsOf(schema: Schema): string[] {
  const limits = [schema, ...(schema.anyOf ?? [])].flatMap((part) =>
    LIMITS.flatMap(([keyword, text]) => (part[keyword] === undefined ? [] : [text + part[keyword]])),
  );
  return schema.default === undefined ? limits : [...limits, `default ${JSON.stringify(schema.default)}`];
}

/** The values that are allowed, if they are listed; also those of the items of an array. */
export function valuesOf(schema: Schema, document: ApiDocument): readonly unknown[] {
  const { enum: values, items, anyOf } = resolve(schema, document);
  if (values) return values;
  if (items) return valuesOf(items, document);
  return anyOf?.flatMap((part) => valuesOf(part, document)) ?? [];
}

/** The fields of the objects that a value consists of: more than one list if it may be one of several objects. */
export function fieldsOf(schema: Schema, document: ApiDocument): Field[][] {
  const { properties, required = [], items, additionalProperties, anyOf, allOf } = resolve(schema, document);
  if (properties) {
    const fields = Object.entries(properties);
    return [fields.map(([name, field]) => ({ name, schema: field, isRequired: required.includes(name) }))];
  }
  if (items) return fieldsOf(items, document);
  if (anyOf) return anyOf.flatMap((part) => fieldsOf(part, document));
  // Later parts narrow the fields of earlier ones.
  if (allOf) return [merged(allOf.flatMap((part) => fieldsOf(part, document).flat()))];
  return typeof additionalProperties === 'object' ? fieldsOf(additionalProperties, document) : [];
}

function merged(fields: readonly Field[]): Field[] {
  const byName = new Map<string, Field>();
  for (const field of fields) {
    const before = byName.get(field.name);
    byName.set(field.name, {
      name: field.name,
      schema: { ...before?.schema, ...field.schema },
      isRequired: field.isRequired || before?.isRequired === true,
    });
  }
  return [...byName.values()];
}
