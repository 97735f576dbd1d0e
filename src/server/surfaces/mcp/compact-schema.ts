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
/** Fewer properties of one type than this are listed one by one. */
const ALIKE_MIN = 4;
/** A `$ref` to anything shorter saves nothing. */
const SHARED_LENGTH_MIN = 60;

export function compactInput(schema: JsonSchema): JsonSchema {
  return { ...without(BOUNDS, schema), additionalProperties: false };
}

export function compactOutput(schema: JsonSchema): JsonSchema {
  return foldAlike(shareDefinitions(without(DETAILS, withoutAdded(schema))), new Set());
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

/** Schemas that occur more than once move to `$defs`, each under the name of the property that has it first. */
function shareDefinitions(root: JsonSchema): JsonSchema {
  const uses = new Map<string, { readonly name: string; readonly count: number }>();
  const count = (schema: JsonSchema, name: string): JsonSchema => {
    const text = JSON.stringify(schema);
    const use = uses.get(text);
    uses.set(text, { name: use?.name ?? name, count: (use?.count ?? 0) + 1 });
    // What is inside a shared schema is shared with it.
    return use ? schema : mapSchemas(schema, (child, childName) => count(child, childName ?? name));
  };
  count(root, 'result');
  const shared = new Map([...uses].filter(([text, use]) => use.count > 1 && text.length >= SHARED_LENGTH_MIN));
  if (shared.size === 0) return root;
  const replace = (schema: JsonSchema): JsonSchema => {
    const use = shared.get(JSON.stringify(schema));
    return use ? { $ref: `#/$defs/${use.name}` } : mapSchemas(schema, replace);
  };
  const definitions = [...shared].map(([text, { name }]) => [name, mapSchemas(JSON.parse(text), replace)]);
  return { $defs: Object.fromEntries(definitions), ...mapSchemas(root, replace) };
}

/**
 * Where several required properties have one type, that type becomes the rule for all that are not listed. `required` has
 * their names, as far as they were not listed before; it is left out where it would only repeat the properties.
 */
function foldAlike(schema: JsonSchema, namesListed: Set<string>): JsonSchema {
  const {
    properties = {},
    required,
    ...rest
  } = schema as {
    readonly properties?: Readonly<Record<string, JsonSchema>>;
    readonly required?: readonly string[];
  };
  const fold = (child: JsonSchema) => foldAlike(child, namesListed);
  const entries = Object.entries(properties);
  const byType = Map.groupBy(entries, ([, value]) => JSON.stringify(widened(value)));
  const [[type, alike] = ['', []]] = [...byType].sort(([, a], [, b]) => b.length - a.length);
  const names = alike.map(([name]) => name).filter((name) => required?.includes(name));
  const isFolded = names.length >= ALIKE_MIN;
  const newNames = names.filter((name) => !namesListed.has(name));
  if (isFolded) for (const name of names) namesListed.add(name);
  const listed = isFolded ? entries.filter((entry) => !alike.includes(entry)) : entries;
  return {
    ...mapSchemas(rest, fold),
    ...(listed.length > 0 && { properties: Object.fromEntries(listed.map(([name, value]) => [name, fold(value)])) }),
    ...(isFolded && newNames.length > 0 && { required: newNames }),
    ...(isFolded && { additionalProperties: JSON.parse(type) }),
  };
}

/** Counts and rates are alike: both are numbers. */
function widened(schema: JsonSchema): JsonSchema {
  return schema.type === 'integer' ? { type: 'number' } : schema;
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
