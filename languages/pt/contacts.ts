import type { TextsOf } from '../translate.ts';

export default {
  count: '{count, plural, one {# contato} other {# contatos}}',
  willBeDeleted:
    '<strong>{name}</strong> e todos os dados sobre essa pessoa serão excluídos. Não é possível desfazer isso.',
} satisfies TextsOf<'contacts'>;
