import type { TextsOf } from '../translate.ts';

export default {
  count: '{count, plural, one {# contacto} other {# contactos}}',
  willBeDeleted:
    'Se eliminarán <strong>{name}</strong> y todos los datos de esta persona. Esta acción no se puede deshacer.',
} satisfies TextsOf<'contacts'>;
