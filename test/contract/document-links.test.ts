// Links between the documents lead somewhere: the file exists, and so does the heading.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const DOCUMENTS = [ROOT, join(ROOT, 'docs'), join(ROOT, 'docs/decisions')].flatMap((folder) =>
  readdirSync(folder)
    .filter((name) => name.endsWith('.md'))
    .map((name) => join(folder, name)),
);

function withoutCode(markdown: string): string {
  return markdown.replaceAll(/^```.*?^```/gms, '');
}

/** The anchors that GitHub derives from headings. */
function anchorsOf(path: string): Set<string> {
  const headings = withoutCode(readFileSync(path, 'utf8')).matchAll(/^#+ (.+)$/gm);
  return new Set(
    [...headings].map(([, text]) =>
      text!
        .toLowerCase()
        .replaceAll(/[^\p{L}\p{N} _-]/gu, '')
        .replaceAll(' ', '-'),
    ),
  );
}

it.each(DOCUMENTS.map((path) => [path.slice(ROOT.length), path]))('%s', (_, path) => {
  const links = [...withoutCode(readFileSync(path, 'utf8')).matchAll(/\]\(([^)\s]+)\)/g)].map(([, target]) => target!);
  const broken = links
    .filter((link) => !/^[a-z]+:/.test(link))
    .filter((link) => {
      const [file = '', anchor] = link.split('#');
      const target = file === '' ? path : join(dirname(path), file);
      return !existsSync(target) || (anchor !== undefined && !anchorsOf(target).has(anchor));
    });
  expect(broken).toEqual([]);
});
