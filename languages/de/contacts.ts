import type { TextsOf } from '../translate.ts';

export default {
  count: '{count, plural, one {# Kontakt} other {# Kontakte}}',
  willBeDeleted:
    '<strong>{name}</strong> und alle Daten zu dieser Person werden gelöscht. Das lässt sich nicht rückgängig machen.',
} satisfies TextsOf<'contacts'>;
