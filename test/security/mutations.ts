// Valid requests with random damage: some bytes changed, removed, doubled, or replaced by what confuses parsers. The same
// seed gives the same requests.
import fc from 'fast-check';

const INFIXES = [
  '\r\n',
  '\n',
  '\r',
  '\0',
  ' ',
  '\t',
  ':',
  ',',
  ';',
  '/',
  '//',
  '/../',
  '%2e%2e%2f',
  '%',
  '%00',
  '%ff',
  '?',
  '#',
  '&',
  '=',
  '[]',
  '{',
  '}',
  '"',
  '\\',
  '\\u0000',
  '\\ud800',
  '__proto__',
  'Infinity',
  '1e999',
  '-0',
  '99999999999999999999',
  '\xff\xfe',
  '\xc3\x28',
  '\xf0\x9f\x92\xa9',
  'Transfer-Encoding: chunked\r\n',
  'Content-Length: 0\r\n',
  'Content-Encoding: gzip\r\n',
  'Expect: 100-continue\r\n',
  'Upgrade: websocket\r\n',
  'Host: b\r\n',
  ' HTTP/1.0',
  'A'.repeat(300),
  'A'.repeat(20_000),
];

const PLACES = 1_000_000;

interface Damage {
  readonly kind: 'replace' | 'insert' | 'remove' | 'double' | 'byte' | 'cut';
  /** Where, as a share of the whole. */
  readonly at: number;
  readonly length: number;
  readonly infix: number;
  readonly byte: number;
}

/** Evenly distributed: by default the library prefers the ends, and damage to the first byte is always the same. */
const damage: fc.Arbitrary<Damage> = fc.noBias(
  fc.record({
    kind: fc.constantFrom('replace', 'insert', 'remove', 'double', 'byte', 'byte', 'byte', 'cut'),
    at: fc.nat(PLACES).map((place) => place / PLACES),
    length: fc.nat(20),
    infix: fc.nat(INFIXES.length - 1),
    byte: fc.nat(255),
  }),
);

/** Bytes as a string with one character per byte. */
export function damagedRequests(valid: readonly string[], count: number, seed: number): string[] {
  const request = fc.tuple(
    fc.constantFrom(...valid),
    fc.oneof(fc.tuple(damage), fc.tuple(damage), fc.tuple(damage, damage)),
  );
  return fc.sample(request, { numRuns: count, seed }).map(([bytes, damages]) => [...damages].reduce(apply, bytes));
}

function apply(bytes: string, { kind, at, length, infix, byte }: Damage): string {
  const start = Math.floor(at * bytes.length);
  const [before, inside, after] = [
    bytes.slice(0, start),
    bytes.slice(start, start + length),
    bytes.slice(start + length),
  ];
  switch (kind) {
    case 'replace':
      return before + INFIXES[infix] + after;
    case 'insert':
      return before + INFIXES[infix] + inside + after;
    case 'remove':
      return before + after;
    case 'double':
      return before + inside + inside + after;
    case 'byte':
      return before + String.fromCharCode(byte) + bytes.slice(start + 1);
    case 'cut':
      return before;
  }
}
