// Files that a build made, for browsers: kept in memory with their gzip form. They are few and small, and a lookup in a
// map rules out path traversal.
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
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
}

const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
};

export function builtFile(name: string, plain: Buffer): BuiltFile {
  const gzip = gzipSync(plain, { level: 9 });
  return {
    type: TYPES[extname(name)] ?? 'application/octet-stream',
    etag: `"${createHash('sha256').update(plain).digest('base64url').slice(0, 22)}"`,
    plain,
    gzip: gzip.length < plain.length ? gzip : undefined,
  };
}

/** By path relative to the folder, with slashes. Empty if nothing has been built. */
export function readBuiltFiles(folder: string): ReadonlyMap<string, BuiltFile> {
  const files = new Map<string, BuiltFile>();
  for (const entry of listFolder(folder)) {
    if (!entry.isFile() || extname(entry.name) === '.json') continue;
    const path = join(entry.parentPath, entry.name);
    files.set(relative(folder, path).split(sep).join('/'), builtFile(entry.name, readFileSync(path)));
  }
  return files;
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
  const takesGzip = accepts(request.headers['accept-encoding'], 'gzip');
  if (!file.gzip || !takesGzip) return file.plain;
  reply.header('content-encoding', 'gzip');
  return file.gzip;
}
