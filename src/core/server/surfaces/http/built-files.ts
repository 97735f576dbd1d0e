// Reads the files that a build made for browsers. They are found in a map, which rules out path traversal.
// Why: docs/decisions/dashboard.md, "Files are served from memory, and only known paths are pages".
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { extname, join, relative, sep } from 'node:path';
import { StaticDocument } from './static-document.ts';

const NOT_SERVED: ReadonlySet<string> = new Set(['.json', '.gz', '.br']);

/** The files by their path relative to the folder, with slashes. Empty if nothing has been built. */
export function readBuiltFiles(folder: string): ReadonlyMap<string, StaticDocument> {
  const files = new Map<string, StaticDocument>();
  for (const entry of listFolder(folder)) {
    if (!entry.isFile() || NOT_SERVED.has(extname(entry.name))) continue;
    const path = join(entry.parentPath, entry.name);
    const file = new StaticDocument(entry.name, readFileSync(path), compressedForms(path));
    files.set(relative(folder, path).split(sep).join('/'), file);
  }
  return files;
}

/** The compressed files that the build wrote next to the plain one. */
function compressedForms(path: string): { gzip?: Buffer; br?: Buffer } {
  return {
    ...(existsSync(`${path}.gz`) && { gzip: readFileSync(`${path}.gz`) }),
    ...(existsSync(`${path}.br`) && { br: readFileSync(`${path}.br`) }),
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
