// What the words of the dashboard mean, in the reader's language.
import { type Definition, definitionGroups, type Term } from '../../../languages/definition-groups.ts';
import { t } from '../language/t.ts';

export type { Definition, Term } from '../../../languages/definition-groups.ts';

export const DEFINITIONS = Object.fromEntries(
  definitionGroups((name) => t(`definitions.${name}`)).flatMap(({ definitions }) => definitions),
) as Readonly<Record<Term, Definition>>;

/** The page of all definitions, which is in English. */
export const DEFINITIONS_URL = '/docs#definitions';
