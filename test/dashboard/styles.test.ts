// TypeScript does not know which classes a CSS module defines, so this test does.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const GLOBAL_LINES_MAX = 250;

const files = ['dashboard/src', 'reference/src'].flatMap((folder) =>
  readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' }).map((name) => join(folder, name)),
);
const read = (name: string) => readFileSync(join(ROOT, name), 'utf8');
const modules = files.filter((name) => name.endsWith('.module.css'));
const scripts = files.filter((name) => /\.tsx?$/.test(name)).map(read);

describe('the styles', () => {
  it.each(modules)('%s defines the classes that the code uses, and no others', (name) => {
    const css = read(name).replaceAll(/\/\*[\s\S]*?\*\//g, '');
    const selectors = [...css.matchAll(/(^|\})\s*([^{}@]+)\{|(^|\{)\s*([^{}@;:]+)\{/g)]
      .map(([found]) => found)
      .join(' ');
    const defined = new Set([...selectors.matchAll(/\.([a-zA-Z]\w*)/g)].map(([, className]) => className));
    const users = scripts.filter((source) => source.includes(`/${name.split('/').at(-1)}'`));
    const used = new Set(users.flatMap((source) => [...source.matchAll(/styles\.(\w+)/g)].map(([, key]) => key)));
    // Such as styles[variant]: the possible values are in a type.
    const byName = users.flatMap((source) =>
      /styles\[/.test(source) ? [...source.matchAll(/'(\w+)'|(\w+):/g)].flatMap(([, a, b]) => [a, b]) : [],
    );
    expect(users.length).toBeGreaterThan(0);
    expect([...used].filter((key) => !defined.has(key))).toEqual([]);
    expect([...defined].filter((key) => !used.has(key) && !byName.includes(key))).toEqual([]);
  });

  it('are global only for variables, resets and plain elements', () => {
    const global = files.filter((name) => name.endsWith('.css') && !name.endsWith('.module.css'));
    const lines = global.reduce((sum, name) => sum + read(name).split('\n').length, 0);
    expect(lines).toBeLessThan(GLOBAL_LINES_MAX);
  });

  it('print no buttons: only a screen can edit and delete', () => {
    const printed = read('dashboard/src/components/button.module.css').split('@media print')[1];
    expect(printed).toMatch(/\.button \{\s+display: none;/);
  });
});
