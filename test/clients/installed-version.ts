import { readFileSync } from 'node:fs';

/** package.json pins it: no range, so that the table can be made again. */
export function installedVersion(name: string): string {
  const root = new URL('../../', import.meta.url);
  return JSON.parse(readFileSync(new URL(`node_modules/${name}/package.json`, root), 'utf8')).version;
}
