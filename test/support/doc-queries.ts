// The SQL of a page of the documentation, as people copy it.
import { readFileSync } from 'node:fs';

/** The blocks below a heading of the third level, in order. */
export function queriesBelow(page: string, heading: string): string[] {
  const text = readFileSync(new URL(`../../docs/${page}.md`, import.meta.url), 'utf8');
  const [, section] = text.split(`\n### ${heading}\n`);
  if (section === undefined) throw new Error(`${page}.md has no heading ${heading}`);
  const [own] = section.split(/\n##+ /);
  return Array.from(own!.matchAll(/```sql\n([\s\S]*?)```/g), ([, sql]) => sql!);
}
