// Recognises an image by its bytes, whatever its name says.

export const LOGO_BYTES_MAX = 64 * 1024;
/** A small file can describe a huge image, which a mail program would have to draw. */
export const LOGO_PIXELS_MAX = 2_000;

type LogoType = 'image/png' | 'image/jpeg';

/** undefined: neither a PNG nor a JPEG image, or wider or higher than allowed. */
export function logoTypeOf(bytes: Uint8Array): LogoType | undefined {
  const png = pngSize(bytes);
  if (png) return isAllowed(png) ? 'image/png' : undefined;
  const jpeg = jpegSize(bytes);
  return jpeg && isAllowed(jpeg) ? 'image/jpeg' : undefined;
}

/** Checked when it was stored. */
export function logoAttachment(logo: string): { readonly contentType: string; readonly base64: string } {
  return { contentType: logoTypeOf(Buffer.from(logo, 'base64')) ?? 'application/octet-stream', base64: logo };
}

interface Size {
  readonly width: number;
  readonly height: number;
}

function isAllowed({ width, height }: Size): boolean {
  return width > 0 && height > 0 && width <= LOGO_PIXELS_MAX && height <= LOGO_PIXELS_MAX;
}

/** The signature and the length and name of the first chunk, IHDR. */
const PNG_START = Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex');
/** The last chunk, IEND: it is always the same. */
const PNG_END = Buffer.from('0000000049454e44ae426082', 'hex');

function pngSize(image: Uint8Array): Size | undefined {
  const bytes = Buffer.from(image);
  if (bytes.length < PNG_START.length + 8 + PNG_END.length) return undefined;
  if (!bytes.subarray(0, PNG_START.length).equals(PNG_START) || !bytes.subarray(-PNG_END.length).equals(PNG_END)) {
    return undefined;
  }
  return { width: bytes.readUInt32BE(16), height: bytes.readUInt32BE(20) };
}

const MARKER = 0xff;
const START_OF_IMAGE = 0xd8;
const END_OF_IMAGE = 0xd9;
const START_OF_SCAN = 0xda;
/** The markers of frames, among which these three are none. */
const FRAMES = { first: 0xc0, last: 0xcf, except: [0xc4, 0xc8, 0xcc] };

/** Follows the segments to the one that has the size. */
function jpegSize(image: Uint8Array): Size | undefined {
  const bytes = Buffer.from(image);
  const isWhole = bytes.length > 4 && bytes.readUInt16BE(0) === ((MARKER << 8) | START_OF_IMAGE);
  if (!isWhole || bytes.readUInt16BE(bytes.length - 2) !== ((MARKER << 8) | END_OF_IMAGE)) return undefined;
  for (let at = 2; at + 9 <= bytes.length; at += 2 + bytes.readUInt16BE(at + 2)) {
    const marker = bytes[at + 1]!;
    if (bytes[at] !== MARKER || marker === START_OF_SCAN) return undefined;
    const isFrame = marker >= FRAMES.first && marker <= FRAMES.last && !FRAMES.except.includes(marker);
    if (isFrame) return { height: bytes.readUInt16BE(at + 5), width: bytes.readUInt16BE(at + 7) };
  }
  return undefined;
}
