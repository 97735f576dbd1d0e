// The generated parts of docs/scale.md: tables between two comments that name them, and the picture.
import { readFileSync, writeFileSync } from 'node:fs';
import { DEFAULT_ASSUMPTIONS } from './assumptions.ts';
import { chartOf } from './chart.ts';
import { readMeasured } from './measured.ts';
import { DEFAULT_SEED, DEFAULT_STEPS, simulate } from './simulation.ts';
import { markdownOf, measuredTables, resultTables } from './tables.ts';

const DOCUMENT = new URL('../docs/scale.md', import.meta.url);
const PICTURE = new URL('../docs/images/scale.svg', import.meta.url);

export interface Generated {
  /** The tables in Markdown, by name. */
  readonly tables: ReadonlyMap<string, string>;
  readonly picture: string;
}

/** Generates what the simulation says now. */
export function generate(): Generated {
  const measured = readMeasured();
  const input = { assumed: DEFAULT_ASSUMPTIONS, steps: DEFAULT_STEPS, seed: DEFAULT_SEED };
  const simulation = simulate(input, measured);
  const tables = [...resultTables(simulation), ...measuredTables(measured)];
  return {
    tables: new Map(tables.map((table) => [table.name, markdownOf(table)])),
    picture: chartOf(simulation),
  };
}

export function readDocument(): { readonly document: string; readonly picture: string } {
  return { document: readFileSync(DOCUMENT, 'utf8'), picture: readFileSync(PICTURE, 'utf8') };
}

/** Throws if the document names a table that does not exist. */
export function fillTables(document: string, tables: Generated['tables']): string {
  return document.replace(/(<!-- table (\S+) -->\n)[\s\S]*?(\n<!-- end -->)/g, (_, start, name, end) => {
    const table = tables.get(name);
    if (table === undefined) throw new Error(`There is no table ${name}, only ${[...tables.keys()].join(', ')}.`);
    return `${start}${table}${end}`;
  });
}

export function updateDocument(): void {
  const { tables, picture } = generate();
  writeFileSync(DOCUMENT, fillTables(readDocument().document, tables));
  writeFileSync(PICTURE, picture);
}
