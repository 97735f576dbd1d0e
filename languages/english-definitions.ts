// The definitions of words in English, as all of the documentation is.
import { type Definition, definitionGroups } from './definition-groups.ts';
import definitions from './en/definitions.ts';

export const ENGLISH_DEFINITIONS = definitionGroups((name) => definitions[name]);

/** All definitions as Markdown, without a heading for the whole. */
export function definitionsText(): string {
  const groups = ENGLISH_DEFINITIONS.map(({ title, definitions: ofGroup }) =>
    [`## ${title}`, '', ...ofGroup.map(([, definition]) => entryOf(definition))].join('\n'),
  );
  return groups.join('\n\n');
}

function entryOf({ name, sentence, example, alsoCalled, inApi }: Definition): string {
  const also = alsoCalled === undefined ? '' : ` Also called: ${alsoCalled}.`;
  const api = inApi === undefined ? '' : ` In the API: ${inApi}.`;
  return `- **${name}:** ${sentence} *Example:* ${example}${also}${api}`;
}
