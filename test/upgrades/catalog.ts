// The catalog of stored databases: each kind of record, archived ones too. Ids show their position: step 1000 belongs to variant 100 of
// campaign 10. The setup has created account 1 with website 1.

const created = { created_at: '2026-06-01T00:00:00Z' };

function steps(variantId: number, types: readonly [string, string]) {
  const step = variantId * 10;
  return [
    { id: step, key: 'first', position: 1, elements: [{ id: step * 10, key: 'form', element_type: types[0] }] },
    { id: step + 1, position: 2, elements: [{ id: step * 10 + 10, element_type: types[1], name: 'Shop' }] },
  ];
}

const FORM_AND_SHOP = ['form', 'products'] as const;

function variant(id: number, share: number, types: readonly [string, string] = FORM_AND_SHOP) {
  return { id, traffic_percentage: share, steps: steps(id, types) };
}

export const CATALOG = {
  accounts: [
    {
      ...{ id: 1, name: 'Acme' },
      websites: [
        {
          ...{ id: 1, name: 'acme.example', currency: 'USD' },
          areas: [
            { id: 5, name: 'Sidebar' },
            { id: 6, name: 'Footer', status: 'archived' },
          ],
          campaigns: [
            {
              ...{ id: 10, key: 'spring', name: 'Spring popup', cta_type: 'overlay', page_path: '/' },
              published_at: '2026-06-20T00:00:00Z',
              variants: [
                { ...variant(100, 40), key: 'a', name: 'Plain' },
                { ...variant(101, 40), key: 'b', name: 'With a photo' },
                { id: 102, name: 'Nothing', traffic_percentage: 20, is_holdout: true },
                { ...variant(103, 0), status: 'archived' },
              ],
            },
            { id: 11, name: 'Which coffee?', cta_type: 'quiz', variants: [variant(110, 100, ['quiz', 'products'])] },
            { id: 12, name: 'Summer bar', cta_type: 'bar', status: 'archived', variants: [variant(120, 100)] },
            { id: 13, name: 'Landing', cta_type: 'landing_page', variants: [{ id: 130 }] },
            { id: 14, name: 'Embedded', cta_type: 'embed', variants: [{ id: 140 }] },
          ],
        },
        {
          ...{ id: 2, name: 'acme.test', currency: 'EUR', ...created },
          campaigns: [
            { id: 20, name: 'Zwei Wege', cta_type: 'overlay', variants: [variant(200, 50), variant(201, 50)] },
          ],
        },
      ],
    },
    {
      ...{ id: 2, name: 'Other' },
      websites: [
        {
          ...{ id: 3, name: 'other.example', currency: 'GBP', ...created },
          campaigns: [{ id: 30, key: 'hello', name: 'Hello', cta_type: 'bar', variants: [variant(300, 100)] }],
        },
        {
          ...{ id: 4, name: 'gone.example', currency: 'GBP', ...created },
          campaigns: [{ id: 40, name: 'Gone', cta_type: 'bar', variants: [variant(400, 100)] }],
        },
      ],
    },
  ],
};
