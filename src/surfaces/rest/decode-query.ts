// Converts the strings of a URL to the types of a schema. A value that does not convert stays a string, and the schema
// rejects it.
import type { z } from 'zod';

export function decodeQuery(schema: z.ZodObject, query: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const decoded: Record<string, unknown> = {};
  for (const [name, type] of Object.entries(schema.shape)) {
    const value = isArray(type) ? listValue(query, name) : query[name];
    if (value !== undefined) decoded[name] = decodeValue(type, value);
  }
  return decoded;
}

/** `ids=1&ids=2`, `ids=1,2`, `ids[]=1&ids[]=2` and `ids[0]=1&ids[1]=2` are equivalent. */
function listValue(query: Readonly<Record<string, unknown>>, name: string): string[] | undefined {
  const names = Object.keys(query).filter((key) => withoutBrackets(key) === name);
  if (names.length === 0) return undefined;
  return names.flatMap((key) => query[key] as string | string[]).flatMap((value) => value.split(','));
}

export function withoutBrackets(key: string): string {
  return key.replace(/\[\d*\]$/, '');
}

function decodeValue(type: unknown, value: unknown): unknown {
  const inner = unwrap(type);
  if (Array.isArray(value) && isArray(inner)) {
    return value.map((entry) => decodeValue((inner as unknown as z.ZodArray).element, entry));
  }
  if (typeof value !== 'string') return value;
  if (inner.def.type === 'number') return /^-?\d{1,16}$/.test(value.trim()) ? Number(value) : value;
  if (inner.def.type === 'boolean') return value === 'true' ? true : value === 'false' ? false : value;
  return value;
}

export function isArray(type: unknown): boolean {
  return unwrap(type).def.type === 'array';
}

/** Without `optional` and `default` around it. */
function unwrap(type: unknown): z.ZodType {
  let inner = type as z.ZodType;
  while ('innerType' in inner.def) inner = inner.def.innerType as z.ZodType;
  return inner;
}
