// Makes the JSON Schemas of the tools short: assistants pay for every character of `tools/list` in each conversation. What is
// valid against the full schema is valid against the short one, which admits a little more.
// Why: docs/decisions/tools.md, "Tools show short schemas".

export type JsonSchema = { readonly [key: string]: unknown };

/** The server checks these itself and says what is wrong. */
const BOUNDS: ReadonlySet<string> = new Set([
  'minimum',
  'maximum',
  'exclusiveMinimum',
  'minLength',
  'maxLength',
  'maxItems',
]);
/** Readers of results see these in the results. The instructions say what the numbers mean, but not every host shows them. */
const DETAILS: ReadonlySet<string> = new Set([...BOUNDS, 'description', 'enum', 'format', 'propertyNames']);
export function compactInput(schema: JsonSchema): JsonSchema {
  return { ...without(BOUNDS, schema), additionalProperties: false };
}

export function compactOutput(schema: JsonSchema): JsonSchema {
  return withoutFlat(without(DETAILS, withoutAdded(schema)));
}

/** What an argument adds to a result ("Only with group_by.") is named in the description of the argument. */
function withoutAdded(schema: JsonSchema): JsonSchema {
  const { properties, ...rest } = schema as { readonly properties?: Readonly<Record<string, JsonSchema>> };
  const kept = Object.entries(properties ?? {}).filter(
    ([, { description }]) => !/\bOnly with \w+[^.]*\./.test(String(description)),
  );
  return mapSchemas({ ...rest, ...(properties && { properties: Object.fromEntries(kept) }) }, withoutAdded);
}

function without(keys: ReadonlySet<string>, schema: JsonSchema): JsonSchema {
  const kept = Object.entries(schema).filter(
    ([key, value]) =>
      (!keys.has(key) || (key === 'description' && namesUnit(schema))) &&
      !(key === 'additionalProperties' && value === false) &&
      !(key === 'type' && 'const' in schema),
  );
  return mapSchemas(Object.fromEntries(kept), (child) => without(keys, child));
}

/** Results don't show the unit of their numbers. So the schema says it, once for an object and not for each of its numbers. */
function namesUnit({ type, description }: JsonSchema): boolean {
  return type === 'object' && /percent/i.test(String(description));
}

/**
 * An object of plain values, such as metrics, is only said to be one: its names are in results, and those of metrics in the instructions.
 * The rows of a list keep theirs.
 */
function withoutFlat(schema: JsonSchema): JsonSchema {
  const { required: _, ...rest } = schema;
  return mapSchemas(rest, (child, name) => {
    if (name === undefined || !isFlat(child)) return withoutFlat(child);
    const { type, description } = child;
    return { type, ...(description !== undefined && { description }) };
  });
}

function isFlat({ type, properties = {} }: JsonSchema): boolean {
  const children: readonly JsonSchema[] = Object.values(properties as object);
  return type === 'object' && children.every((child) => isPlain(child) || (isFlat(child) && !namesUnit(child)));
}

function isPlain({ type }: JsonSchema): boolean {
  return type !== 'object' && type !== 'array';
}

/** Applies it to the schemas directly below this one; a property's schema comes with its name. */
function mapSchemas(schema: JsonSchema, map: (schema: JsonSchema, name?: string) => JsonSchema): JsonSchema {
  return Object.fromEntries(
    Object.entries(schema).map(([key, value]) => {
      if (Array.isArray(value)) return [key, value.map((item) => (isSchema(item) ? map(item) : item))];
      if (!isSchema(value)) return [key, value];
      if (key !== 'properties' && key !== '$defs') return [key, map(value)];
      const children = Object.entries(value as Record<string, JsonSchema>);
      return [key, Object.fromEntries(children.map(([name, child]) => [name, map(child, name)]))];
    }),
  );
}

function isSchema(value: unknown): value is JsonSchema {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
