// The way in of a batch.
import { expect, test } from 'vitest';
import { batchSourceOf } from '../../../../src/core/intake/events/batch.ts';

test.each([
  ['server', { format: 'any' }],
  ['browser', { format: 'envelope', isFromBrowser: true }],
  ['segment', { format: { protocol: 'segment', type: undefined, receivedAtMs: 0 }, isFromBrowser: true }],
  ['webhook', { format: { protocol: 'webhook', provider: 'stripe' } }],
  ['file', { format: 'ndjson' }],
] as const)('%s', (source, batch) => {
  expect(batchSourceOf(batch)).toBe(source);
});
