// What a browser has to load before it can show the first page.
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import en from '../../languages/en/index.ts';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const FIRST_PAGE_BYTES_MAX = 191 * 1024;
/** Of scripts: each one is a request. */
const FIRST_PAGE_FILES_MAX = 15;

interface Chunk {
  readonly file: string;
  readonly isEntry?: boolean;
  readonly imports?: readonly string[];
}

describe('the build', () => {
  let folder: string;
  let manifest: Readonly<Record<string, Chunk>>;
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'dashboard-build-'));
    execFileSync(join(ROOT, 'node_modules/.bin/vite'), ['build', 'dashboard', '--outDir', folder], {
      cwd: ROOT,
      stdio: 'ignore',
      env: { ...process.env, NODE_ENV: 'production' },
    });
    manifest = JSON.parse(readFileSync(join(folder, 'manifest.json'), 'utf8'));
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  /** The files of a chunk and of everything that it imports statically. */
  const loadedWith = (key: string, seen = new Set<string>()): Set<string> => {
    const chunk = manifest[key]!;
    if (seen.has(chunk.file)) return seen;
    seen.add(chunk.file);
    for (const imported of chunk.imports ?? []) loadedWith(imported, seen);
    return seen;
  };
  const entry = () => Object.keys(manifest).find((key) => manifest[key]!.isEntry)!;
  /** It has the texts of one language. */
  const firstPage = () => {
    const files = loadedWith(entry());
    for (const key of ['../languages/en/index.ts', 'src/show-app.tsx', 'src/pages/overview.tsx'])
      loadedWith(key, files);
    return files;
  };

  it('loads less than 191 KiB of compressed script for the first page, in a few files', () => {
    const scripts = [...firstPage()].filter((file) => file.endsWith('.js'));
    const bytes = scripts.reduce((sum, file) => sum + gzipSync(readFileSync(join(folder, file))).length, 0);
    expect(bytes).toBeGreaterThan(10 * 1024);
    expect(bytes).toBeLessThan(FIRST_PAGE_BYTES_MAX);
    expect(scripts.length).toBeLessThan(FIRST_PAGE_FILES_MAX);
  });

  it('knows the language before it runs a module that reads texts', () => {
    const withTexts = new RegExp(`["'\`](${Object.keys(en).join('|')})\\.[a-z]\\w+["'\`]`);
    const textOf = (file: string) => readFileSync(join(folder, file), 'utf8');
    const readsTexts = (key: string) =>
      [...loadedWith(key)].filter((file) => file.endsWith('.js') && withTexts.test(textOf(file)));
    expect(readsTexts(entry())).toEqual([]);
    expect(readsTexts('src/show-app.tsx')).not.toEqual([]);
  });

  it('loads other pages when they are opened', () => {
    const first = firstPage();
    for (const page of ['catalog', 'funnels', 'people', 'setup', 'website']) {
      expect(first).not.toContain(manifest[`src/pages/${page}.tsx`]!.file);
    }
  });

  it('has no inline script or style', () => {
    const html = readFileSync(join(folder, 'index.html'), 'utf8');
    expect(html).not.toMatch(/<script(?![^>]*\ssrc=)[^>]*>|<style|\sstyle=|\son\w+=/);
  });
});
