// The definitions of words, in English like all of the documentation.
import { definitionGroups } from '../../dashboard/src/format/definition-groups.ts';
import definitions from '../../languages/en/definitions.ts';

export const ENGLISH_DEFINITIONS = definitionGroups((name) => definitions[name]);
