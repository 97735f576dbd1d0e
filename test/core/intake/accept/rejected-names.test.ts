// To find the name that somebody meant takes a hundred times as long as to reject an event without it. A batch of wrong names
// must not make everybody else wait for hints that nobody is shown.
import { expect, test, vi } from 'vitest';
import { CatalogCache } from '../../../../src/core/engine/catalog/load-catalog.ts';
import { nearestName } from '../../../../src/core/foundation/text/nearest-name.ts';
import { type AcceptedBatch, acceptBatch } from '../../../../src/core/intake/accept/accept-batch.ts';
import { batchOf, eventWith } from '../../../support/events.ts';
import { createTestIngestion } from '../../../support/test-ingestion.ts';

// The real one, and its calls are counted.
vi.mock('../../../../src/core/foundation/text/nearest-name.ts', { spy: true });

test('a hint is looked for only where it is shown', async () => {
  const { database, dispose } = await createTestIngestion('sqlite');
  try {
    const catalog = new CatalogCache(database);
    await catalog.refresh();
    const events = Array.from({ length: 500 }, (_, number) => eventWith({ [`visitr${number}`]: 'v' }));
    const batch = batchOf(events, { rejectionsKeptMax: 3 });
    const keeper = { keep: () => {}, kept: () => [] };
    const { outcome } = (await acceptBatch(batch, catalog, Date.now(), keeper)) as AcceptedBatch;
    expect(outcome).toMatchObject({ rejected: 500, reasons: { unknown_field: 500 } });
    expect(outcome.rejections.map(({ message }) => message)).toEqual(
      [0, 1, 2].map((number) => `"visitr${number}" is not a field of an event: did you mean visitor?`),
    );
    expect(nearestName).toHaveBeenCalledTimes(3);
  } finally {
    await dispose();
  }
});
