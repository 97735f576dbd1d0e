// Events with dimensions, as they are after they were accepted: where the values come from is not the point of these tests.
import type { DimensionValues } from '../../src/dimensions/dimension.ts';
import { batchOf, type SentEvent } from './events.ts';
import type { TestIngestion } from './test-ingestion.ts';

export interface EventWithDimensions {
  readonly event: SentEvent;
  readonly dimensions: DimensionValues;
}

/** Commits the events as one batch. None may be rejected. */
export async function countWithDimensions(
  { stages }: TestIngestion,
  events: readonly EventWithDimensions[],
): Promise<void> {
  const [batch] = await stages.acceptAll([batchOf(events.map(({ event }) => event))]);
  if (batch!.events.length !== events.length) throw new Error('some events were rejected');
  for (const [index, accepted] of batch!.events.entries()) accepted.dimensions = events[index]!.dimensions;
  await stages.commit([batch!]);
}
