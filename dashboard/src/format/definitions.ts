// What the words of the dashboard mean, in the reader's language.
import { t } from '../language/t.ts';
import { type Definition, definitionGroups, type Term } from './definition-groups.ts';

export type { Definition, Term } from './definition-groups.ts';

export const DEFINITIONS = Object.fromEntries(
  definitionGroups((name) => t(`definitions.${name}`)).flatMap(({ definitions }) => definitions),
) as Readonly<Record<Term, Definition>>;

/** The page of all definitions, which is in English. */
export const DEFINITIONS_URL = '/docs#definitions';
