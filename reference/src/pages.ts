// The pages of the reference: the introduction, the definitions, one per operation and one per model. The fragment of the URL names the
// page.

import { ENGLISH_DEFINITIONS } from '../../languages/english-definitions.ts';
import { type ApiDocument, modelsOf, type Operation, operationsOf, type Schema } from './document.ts';

export type Page =
  | { readonly kind: 'introduction'; readonly id: ''; readonly title: string }
  | { readonly kind: 'definitions'; readonly id: 'definitions'; readonly title: string }
  | { readonly kind: 'operation'; readonly id: string; readonly title: string; readonly operation: Operation }
  | { readonly kind: 'model'; readonly id: string; readonly title: string; readonly schema: Schema };

export interface PageGroup {
  readonly title: string;
  readonly pages: readonly Page[];
}

export const INTRODUCTION: Page = { kind: 'introduction', id: '', title: 'Introduction' };

/** The dashboard links to it. */
const DEFINITIONS: Page = { kind: 'definitions', id: 'definitions', title: 'Definitions' };

export function pageGroups(document: ApiDocument): PageGroup[] {
  const operations = operationsOf(document).map((operation): Page & { kind: 'operation' } => ({
    kind: 'operation',
    id: operation.operationId,
    title: operation.summary,
    operation,
  }));
  const models = modelsOf(document).map(
    ([name, schema]): Page => ({
      kind: 'model',
      id: modelId(name),
      title: name,
      schema,
    }),
  );
  return [
    { title: 'Words', pages: [DEFINITIONS] },
    ...document.tags.map(({ name }) => ({
      title: name,
      pages: operations.filter(({ operation }) => operation.tags.includes(name)),
    })),
    { title: 'Models', pages: models },
  ];
}

function modelId(name: string): string {
  return `model-${name}`;
}

/** The pages in which every word occurs: in the title, in a definition, or in the descriptions of an operation and its parameters. */
export function search(groups: readonly PageGroup[], text: string): PageGroup[] {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean);
  const matches = (page: Page) => {
    const searched = searchedText(page);
    return words.every((word) => searched.includes(word));
  };
  return groups
    .map(({ title, pages }) => ({ title, pages: pages.filter(matches) }))
    .filter(({ pages }) => pages.length > 0);
}

function searchedText(page: Page): string {
  if (page.kind === 'definitions') return DEFINED_WORDS;
  if (page.kind !== 'operation') return page.title.toLowerCase();
  const { method, path, summary, description, operationId, tags, parameters = [] } = page.operation;
  return [method, path, summary, description, operationId, ...tags, ...parameters.map(({ name }) => name)]
    .join(' ')
    .toLowerCase();
}

const DEFINED_WORDS = ENGLISH_DEFINITIONS.flatMap(({ definitions }) =>
  definitions.flatMap(([, definition]) => Object.values(definition)),
)
  .join(' ')
  .toLowerCase();
