// The small catalog of most tests. Ids show their position: campaign 10 belongs to website 1, variant 100 to
// campaign 10, step 1000 to variant 100, element 10000 to step 1000.

export const SAMPLE_CATALOG = {
  accounts: [
    {
      id: 1,
      name: 'Acme',
      websites: [
        {
          id: 1,
          name: 'acme.example',
          currency: 'USD',
          created_at: '2024-01-01T00:00:00Z',
          areas: [{ id: 5, name: 'Sidebar' }],
          campaigns: [
            {
              id: 10,
              name: 'Spring popup',
              variants: [
                {
                  id: 100,
                  steps: [
                    {
                      id: 1000,
                      position: 1,
                      elements: [
                        { id: 10000, element_type: 'form' },
                        { id: 10001, element_type: 'products' },
                      ],
                    },
                    { id: 1001, position: 2, elements: [{ id: 10010, element_type: 'quiz' }] },
                  ],
                },
                {
                  // The first step is neither the first of the list nor the one with the lowest id.
                  id: 101,
                  steps: [
                    { id: 1010, position: 20, elements: [{ id: 10100, element_type: 'form' }] },
                    { id: 1011, position: 10, elements: [{ id: 10110, element_type: 'form' }] },
                    { id: 1012, position: 30 },
                  ],
                },
              ],
            },
            { id: 11, name: 'Without steps', variants: [{ id: 110 }] },
          ],
        },
        {
          id: 2,
          name: 'acme.test',
          currency: 'EUR',
          created_at: '2024-01-01T00:00:00Z',
          campaigns: [
            {
              id: 20,
              name: 'Quiz',
              variants: [
                {
                  // Two steps share the lowest position: the lower id is the first.
                  id: 200,
                  steps: [
                    { id: 2001, position: 1 },
                    { id: 2000, position: 1, elements: [{ id: 20000, element_type: 'quiz' }] },
                  ],
                },
              ],
            },
          ],
        },
      ],
    },
    { id: 2, name: 'Other', websites: [{ id: 3, name: 'other.example', created_at: '2024-01-01T00:00:00Z' }] },
  ],
};
