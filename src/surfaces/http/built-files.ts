// Files that a build made, for browsers: kept in memory, also compressed. A lookup in a map rules out path traversal.
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { extname, join, relative, sep } from 'node:path';
import { gzipSync } from 'node:zlib';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { accepts } from './compress.ts';

export interface BuiltFile {
  readonly type: string;
  readonly etag: string;
  readonly plain: Buffer;
  /** undefined if it is not smaller. */
  readonly gzip: Buffer | undefined;
  /** Only if the build made it: it takes seconds. */
  readonly brotli?: Buffer;
}

/** Files of the build next to the plain one. */
interface CompressedForms {
  readonly gzip?: Buffer;
  readonly brotli?: Buffer;
}

const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
};

export function builtFile(name: string, plain: Buffer, built: CompressedForms = {}): BuiltFile {
  const gzip = built.gzip ?? gzipSync(plain, { level: 9 });
  return {
    type: TYPES[extname(name)] ?? 'application/octet-stream',
    etag: `"${createHash('sha256').update(plain).digest('base64url').slice(0, 22)}"`,
    plain,
    gzip: gzip.length < plain.length ? gzip : undefined,
    ...(built.brotli && { brotli: built.brotli }),
  };
}

const NOT_SERVED: ReadonlySet<string> = new Set(['.json', '.gz', '.br']);

/** By path relative to the folder, with slashes. Empty if nothing has been built. */
export function readBuiltFiles(folder: string): ReadonlyMap<string, BuiltFile> {
  const files = new Map<string, BuiltFile>();
  for (const entry of listFolder(folder)) {
    if (!entry.isFile() || NOT_SERVED.has(extname(entry.name))) continue;
    const path = join(entry.parentPath, entry.name);
    const file = builtFile(entry.name, readFileSync(path), compressedForms(path));
    files.set(relative(folder, path).split(sep).join('/'), file);
  }
  return files;
}

function compressedForms(path: string): CompressedForms {
  return {
    ...(existsSync(`${path}.gz`) && { gzip: readFileSync(`${path}.gz`) }),
    ...(existsSync(`${path}.br`) && { brotli: readFileSync(`${path}.br`) }),
  };
}

function listFolder(folder: string) {
  try {
    return readdirSync(folder, { recursive: true, withFileTypes: true });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return [];
    throw error;
  }
}

export function sendBuiltFile(file: BuiltFile, request: FastifyRequest, reply: FastifyReply): Buffer | undefined {
  reply.headers({ etag: file.etag, vary: 'accept-encoding' }).type(file.type);
  if (request.headers['if-none-match'] === file.etag) {
    reply.code(304);
    return undefined;
  }
  const forms = { br: file.brotli, gzip: file.gzip };
  for (const [encoding, bytes] of Object.entries(forms)) {
    if (!bytes || !accepts(request.headers['accept-encoding'], encoding)) continue;
    reply.header('content-encoding', encoding);
    return bytes;
  }
  return file.plain;
}
