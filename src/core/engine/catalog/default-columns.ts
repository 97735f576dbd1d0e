// What a new record has where nobody says otherwise, whether it is imported, registered by an event or created by a person.

export const DEFAULT_COLUMNS = {
  websites: { currency: 'USD', settings: '{}' },
  areas: { is_archived: 0 },
  campaigns: {
    key: null,
    cta_type: 'overlay',
    test_type: 'cookie',
    page_path: '/',
    status: 'live',
    published_at: null,
  },
  variants: { key: null, name: null, screenshot: null, share_changed_day: null, is_archived: 0, is_holdout: 0 },
  steps: { key: null, name: null, is_archived: 0 },
  elements: { key: null, name: null, is_archived: 0 },
} as const;

/** The type of an element that nobody has described yet. */
export const DEFAULT_ELEMENT_TYPE = 'other';

/** A, B … Z, then V27 and so on. */
export function variationName(index: number): string {
  return index < 26 ? String.fromCharCode('A'.charCodeAt(0) + index) : `V${index + 1}`;
}
