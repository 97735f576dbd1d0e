// The parts that examples of several operations share.

export const exampleWebsite = { id: 1, name: 'acme.example', currency: 'USD' };

export const exampleTimestamps = { created_at: '2026-02-01T09:30:00Z', updated_at: '2026-02-02T10:00:00Z' };
