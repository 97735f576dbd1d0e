// Converts the strings of a URL to the types of a schema. A value that does not convert stays a string, and the schema
// rejects it.
import { parse } from 'node:querystring';
import type { FastifyRequest } from 'fastify';
import type { z } from 'zod';

/** The parameters of path and query, and those that come as headers. */
export function requestParameters(
  schema: z.ZodObject,
  { url, params, headers }: FastifyRequest,
  headerNames: readonly string[] = [],
): Record<string, unknown> {
  const ofHeaders = headerNames.map((name) => [name, headers[name.toLowerCase()]] as const);
  const ofUrl = { ...parseQuery(url), ...(params as Record<string, string>) };
  return decodeQuery(schema, { ...ofUrl, ...Object.fromEntries(ofHeaders) });
}

/** Any number of names: the URL as a whole has a limit. */
function parseQuery(url: string): Record<string, unknown> {
  const start = url.indexOf('?');
  return start < 0 ? {} : parse(url.slice(start + 1), '&', '=', { maxKeys: 0 });
}

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
  const names = Object.keys(query).filter(
    (key) => key === name || (key.startsWith(`${name}[`) && /^\[\d*\]$/.test(key.slice(name.length))),
  );
  if (names.length === 0) return undefined;
  return names.flatMap((key) => query[key] as string | string[]).flatMap((value) => value.split(','));
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

function isArray(type: unknown): boolean {
  return unwrap(type).def.type === 'array';
}

/** Without `optional` and `default` around it. */
function unwrap(type: unknown): z.ZodType {
  let inner = type as z.ZodType;
  while ('innerType' in inner.def) inner = inner.def.innerType as z.ZodType;
  return inner;
}
