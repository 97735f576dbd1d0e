import type { TextsOf } from '../translate.ts';

export default {
  count: '{count, plural, one {# contact} other {# contacts}}',
  willBeDeleted:
    '<strong>{name}</strong> et toutes les données sur cette personne seront supprimés. Cette action est irréversible.',
} satisfies TextsOf<'contacts'>;
