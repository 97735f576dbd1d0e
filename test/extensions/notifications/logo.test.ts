import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { logoTypeOf } from '../../../src/extensions/notifications/subscriptions/logo.ts';
import { JPEG, PNG } from './sample-logos.ts';

describe('a logo is known by its bytes', () => {
  test('PNG and JPEG', () => {
    expect(logoTypeOf(PNG)).toBe('image/png');
    expect(logoTypeOf(JPEG)).toBe('image/jpeg');
    expect(logoTypeOf(readFileSync(new URL('../../../docs/images/overview.png', import.meta.url)))).toBe('image/png');
  });

  test.each<[string, Uint8Array]>([
    ['nothing', Buffer.alloc(0)],
    ['an SVG image', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>')],
    ['HTML after the signature of PNG', Buffer.concat([PNG.subarray(0, 8), Buffer.from('<script>alert(1)</script>')])],
    ['HTML after a PNG image', Buffer.concat([PNG, Buffer.from('<script>alert(1)</script>')])],
    ['half of a PNG image', PNG.subarray(0, PNG.length / 2)],
    ['a PNG image of 2001 pixels', withWidth(PNG, 16, 2_001)],
    ['a PNG image without pixels', withWidth(PNG, 16, 0)],
    ['half of a JPEG image', JPEG.subarray(0, JPEG.length / 2)],
    ['a GIF image', Buffer.from('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7', 'base64')],
    ['a JPEG image without a frame', Buffer.from('ffd8ffe000104a46494600010100000100010000ffd9', 'hex')],
  ])('but not %s', (_name, bytes) => {
    expect(logoTypeOf(bytes)).toBeUndefined();
  });
});

function withWidth(image: Uint8Array, at: number, width: number): Uint8Array {
  const changed = Buffer.from(image);
  changed.writeUInt32BE(width, at);
  return changed;
}
