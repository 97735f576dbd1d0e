// Values that were sent as text, converted to the types of an operation's schema. A value that does not convert stays as it is, and the
// schema rejects it.
import type { z } from 'zod';

const BOOLEANS: ReadonlyMap<string, boolean> = new Map([
  ['true', true],
  ['1', true],
  ['false', false],
  ['0', false],
]);

/** Digits become a number; true, false, 1 and 0 a boolean, in any case, as programs write them; so do those of a list. */
export function decodeValue(type: unknown, value: unknown): unknown {
  const inner = unwrap(type);
  if (Array.isArray(value) && isList(inner)) return value.map((entry) => decodeValue(elementOf(inner), entry));
  if (typeof value !== 'string') return value;
  if (inner.def.type === 'number') return /^-?\d{1,16}$/.test(value.trim()) ? Number(value) : value;
  if (inner.def.type === 'boolean') return BOOLEANS.get(value.toLowerCase()) ?? value;
  return value;
}

/** The same for the arguments of a tool. Some models send digits as text, and one value where there is a list. */
export function decodeArguments(
  { shape }: z.ZodObject,
  args: Readonly<Record<string, unknown>>,
): Readonly<Record<string, unknown>> {
  return Object.fromEntries(
    Object.entries(args).map(([name, value]) => {
      if (!Object.hasOwn(shape, name)) return [name, value];
      const type = shape[name];
      return [name, decodeValue(type, isList(type) && !Array.isArray(value) ? [value] : value)];
    }),
  );
}

export function isList(type: unknown): boolean {
  return unwrap(type).def.type === 'array';
}

export function isListOfNumbers(type: unknown): boolean {
  return isList(type) && unwrap(elementOf(type)).def.type === 'number';
}

function elementOf(list: unknown): unknown {
  return (unwrap(list) as z.ZodArray).element;
}

/** Removes `optional` and `default` around it. */
function unwrap(type: unknown): z.ZodType {
  let inner = type as z.ZodType;
  while ('innerType' in inner.def) inner = inner.def.innerType as z.ZodType;
  return inner;
}
