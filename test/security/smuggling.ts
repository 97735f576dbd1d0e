// Ways to hide a request in another one, each of which two readers may understand differently.

export interface Shape {
  readonly name: string;
  readonly bytes: string;
}

/** `hidden`: a whole request that must never be carried out. */
export function smugglingShapes(hidden: string, authorization: string): Shape[] {
  const post = (headers: readonly string[], body: string, version = '1.1') =>
    [
      `POST /api/v1/contacts HTTP/${version}`,
      'Host: localhost',
      `Authorization: ${authorization}`,
      'Content-Type: application/json',
      ...headers,
      '',
      body,
    ].join('\r\n');
  const chunked = `2\r\n{}\r\n0\r\n\r\n${hidden}`;
  const length = `Content-Length: ${chunked.length}`;
  const shapes: Readonly<Record<string, string>> = {
    'length and chunks': post([length, 'Transfer-Encoding: chunked'], chunked),
    'chunks and length': post(['Transfer-Encoding: chunked', 'Content-Length: 2'], chunked),
    'a length of 0 and chunks': post(['Content-Length: 0', 'Transfer-Encoding: chunked'], chunked),
    'two lengths, the short one first': post(['Content-Length: 2', length], `{}${hidden}`),
    'two lengths, the long one first': post([length, 'Content-Length: 2'], `{}${hidden}`),
    'two lengths in one header': post([`${length}, 2`], `{}${hidden}`),
    'a length with a sign': post(['Content-Length: +2'], `{}${hidden}`),
    'a length with a space': post(['Content-Length: 2 0'], `{}${hidden}`),
    'a length below 0': post(['Content-Length: -2'], `{}${hidden}`),
    'a length in hex': post(['Content-Length: 0x2'], `{}${hidden}`),
    'a length with a point': post(['Content-Length: 2.0'], `{}${hidden}`),
    'a length that overflows': post(['Content-Length: 18446744073709551618'], `{}${hidden}`),
    'a length of nothing': post(['Content-Length:'], `{}${hidden}`),
    'a length with a NUL': post(['Content-Length: 2\u0000'], `{}${hidden}`),
    'a length with a space before the colon': post(['Content-Length : 2'], `{}${hidden}`),
    'another coding around chunks': post(['Transfer-Encoding: chunked, identity'], chunked),
    'an unknown coding': post(['Transfer-Encoding: xchunked', 'Content-Length: 2'], `{}${hidden}`),
    'an unknown coding alone': post(['Transfer-Encoding: cow'], chunked),
    'two codings': post(['Transfer-Encoding: chunked', 'Transfer-Encoding: cow'], chunked),
    'two codings, the other one first': post(['Transfer-Encoding: cow', 'Transfer-Encoding: chunked', length], chunked),
    'chunks in quotes': post(['Transfer-Encoding: "chunked"', 'Content-Length: 2'], `{}${hidden}`),
    'chunks after a vertical tab': post(['Transfer-Encoding: \u000bchunked', length], chunked),
    'chunks with a space before the colon': post(['Transfer-Encoding : chunked', length], chunked),
    'chunks on a folded line': post(['Transfer-Encoding:\r\n chunked', length], chunked),
    'chunks with a name that has a NUL': post(['Transfer-Encoding\u0000: chunked', length], chunked),
    'chunks after a line that ends by LF alone': post([`X: y\nTransfer-Encoding: chunked`, length], chunked),
    'chunks after a line that ends by CR alone': post([`X: y\rTransfer-Encoding: chunked`, length], chunked),
    'chunks in HTTP/1.0': post(['Transfer-Encoding: chunked', length], chunked, '1.0'),
    'a chunk with a size of its own kind': post(['Transfer-Encoding: chunked'], `0x2\r\n{}\r\n0\r\n\r\n${hidden}`),
    'a chunk that is longer than it says': post(['Transfer-Encoding: chunked'], `1\r\n{}\r\n0\r\n\r\n${hidden}`),
    'a chunk that is shorter than it says': post(['Transfer-Encoding: chunked'], `5\r\n{}\r\n0\r\n\r\n${hidden}`),
    'a chunk of a size that overflows': post(
      ['Transfer-Encoding: chunked'],
      `10000000000000002\r\n{}\r\n0\r\n\r\n${hidden}`,
    ),
    'a chunk of a size below 0': post(['Transfer-Encoding: chunked'], `-2\r\n{}\r\n0\r\n\r\n${hidden}`),
    'a chunk line that ends by LF alone': post(['Transfer-Encoding: chunked'], `2\n{}\r\n0\r\n\r\n${hidden}`),
    'a chunk extension with a line end': post(['Transfer-Encoding: chunked'], `2;a=\n{}\r\n0\r\n\r\n${hidden}`),
    'a chunk without its end': post(['Transfer-Encoding: chunked'], `2\r\n{}0\r\n\r\n${hidden}`),
    'no last chunk': post(['Transfer-Encoding: chunked'], `2\r\n{}\r\n${hidden}`),
    'a line feed before the headers end': post(['Content-Length: 2', '\n'], `{}${hidden}`),
    'a body of a GET': `GET /healthz HTTP/1.1\r\nHost: a\r\nContent-Length: ${hidden.length}\r\nConnection: close\r\n\r\n${hidden}`,
    'a body of a HEAD': `HEAD /healthz HTTP/1.1\r\nHost: a\r\nContent-Length: ${hidden.length}\r\nConnection: close\r\n\r\n${hidden}`,
    'a body as such': post([`Content-Length: ${hidden.length}`, 'Connection: close'], hidden),
    'a body of an upgrade':
      'GET /healthz HTTP/1.1\r\nHost: a\r\nConnection: Upgrade, close\r\nUpgrade: h2c\r\nContent-Length: ' +
      `${hidden.length}\r\n\r\n${hidden}`,
    'a tunnel': `CONNECT localhost:80 HTTP/1.1\r\nHost: a\r\n\r\n${hidden}`,
  };
  return Object.entries(shapes).map(([name, bytes]) => ({ name, bytes }));
}
