// A country table with one country for all addresses: for what an operator may name as COUNTRY_TABLE.

const RECORD_BYTES = 3;
const SEPARATOR = Buffer.alloc(16);
const METADATA_MARK = Buffer.from('\xab\xcd\xefMaxMind.com', 'latin1');

type Value = string | number | { readonly [key: string]: Value };

/** Writes the format of https://maxmind.github.io/MaxMind-DB/. Texts and maps are short. */
function encode(value: Value): Buffer {
  if (typeof value === 'string') return Buffer.concat([Buffer.from([(2 << 5) | value.length]), Buffer.from(value)]);
  if (typeof value === 'number') {
    const bytes = Buffer.alloc(4);
    bytes.writeUInt32BE(value);
    return Buffer.concat([Buffer.from([(6 << 5) | 4]), bytes]);
  }
  const entries = Object.entries(value).flatMap(([key, entry]) => [encode(key), encode(entry)]);
  return Buffer.concat([Buffer.from([(7 << 5) | Object.keys(value).length]), ...entries]);
}

/** The bytes of the file. `row`: what it has for each address, such as `{ country_code: 'DE' }`. */
export function countryFile(row: Value, madeAt = new Date()): Buffer {
  // The tree has one node, and both of its records lead to the row.
  const record = Buffer.alloc(RECORD_BYTES);
  record.writeUIntBE(1 + SEPARATOR.length, 0, RECORD_BYTES);
  const metadata = encode({
    ...{ node_count: 1, record_size: RECORD_BYTES * 8, ip_version: 4, database_type: 'test' },
    ...{ binary_format_major_version: 2, binary_format_minor_version: 0 },
    build_epoch: Math.floor(madeAt.getTime() / 1000),
  });
  return Buffer.concat([record, record, SEPARATOR, encode(row), METADATA_MARK, metadata]);
}
