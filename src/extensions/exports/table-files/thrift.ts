// The compact protocol of Thrift, in which Parquet has its page headers and its footer. It has only what these need.
// See https://github.com/apache/thrift/blob/master/doc/specs/thrift-compact-protocol.md

/** A field of a struct by its number, with its type. Fields that are undefined are left out. */
export type ThriftValue =
  | { readonly i32: number }
  | { readonly i64: number }
  | { readonly bool: boolean }
  | { readonly text: string }
  | { readonly struct: ThriftStruct }
  | { readonly list: readonly ThriftValue[] };
export type ThriftStruct = Readonly<Record<number, ThriftValue | undefined>>;

const TYPE = { true: 1, false: 2, i32: 5, i64: 6, text: 8, list: 9, struct: 12 } as const;
const SHORT_MAX = 14;

export function thriftBytes(struct: ThriftStruct): Uint8Array {
  const bytes: number[] = [];
  writeStruct(bytes, struct);
  return Uint8Array.from(bytes);
}

function writeStruct(bytes: number[], struct: ThriftStruct): void {
  let last = 0;
  // The keys of an object that are whole numbers are in ascending order.
  for (const [key, value] of Object.entries(struct)) {
    if (!value) continue;
    const number = Number(key);
    const type = typeOf(value);
    if (number - last <= 15) bytes.push(((number - last) << 4) | type);
    else {
      bytes.push(type);
      writeVarint(bytes, 2 * number);
    }
    last = number;
    // The type of a boolean field is its value.
    if (!('bool' in value)) writeValue(bytes, value);
  }
  bytes.push(0);
}

function typeOf(value: ThriftValue): number {
  if ('bool' in value) return value.bool ? TYPE.true : TYPE.false;
  return TYPE[Object.keys(value)[0] as 'i32' | 'i64' | 'text' | 'list' | 'struct'];
}

function writeValue(bytes: number[], value: Exclude<ThriftValue, { readonly bool: boolean }>): void {
  if ('struct' in value) writeStruct(bytes, value.struct);
  else if ('list' in value) writeList(bytes, value.list as readonly Exclude<ThriftValue, { readonly bool: boolean }>[]);
  else if ('text' in value) {
    const text = Buffer.from(value.text);
    writeVarint(bytes, text.length);
    bytes.push(...text);
  } else {
    const number = 'i32' in value ? value.i32 : value.i64;
    // Zigzag: the sign is the lowest bit.
    writeVarint(bytes, number < 0 ? -2 * number - 1 : 2 * number);
  }
}

function writeList(bytes: number[], list: readonly Exclude<ThriftValue, { readonly bool: boolean }>[]): void {
  const type = list[0] ? typeOf(list[0]) : TYPE.struct;
  if (list.length <= SHORT_MAX) bytes.push((list.length << 4) | type);
  else {
    bytes.push(0xf0 | type);
    writeVarint(bytes, list.length);
  }
  for (const value of list) writeValue(bytes, value);
}

/** By division, because numbers may have more than 32 bits. */
function writeVarint(bytes: number[], number: number): void {
  let left = number;
  while (left >= 128) {
    bytes.push((left % 128) | 128);
    left = Math.floor(left / 128);
  }
  bytes.push(left);
}
