// Events with dimensions, as they are after they were accepted: where the values come from is not the point of these tests.
import type { Engine } from '../../src/core/foundation/database/database.ts';
import { byName, type DimensionValues, STORED_DIMENSIONS } from '../../src/core/foundation/dimensions/dimension.ts';
import { GrowingRows } from '../../src/core/foundation/dimensions/dimension-rows.ts';
import type { AcceptedEvent } from '../../src/core/intake/events/event.ts';
import { switchLog } from './event-log.ts';
import { batchOf, type SentEvent } from './events.ts';
import { createTestIngestion, type TestIngestion } from './test-ingestion.ts';
import { TestService, type TestServiceOptions } from './test-service.ts';

export interface EventWithDimensions {
  readonly event: SentEvent;
  readonly dimensions: DimensionValues;
}

/** The fields of an accepted event that has these dimensions. */
export function acceptedDimensions(
  dimensions: DimensionValues,
  rows = new GrowingRows(),
): Pick<AcceptedEvent, 'dimensions' | 'dimensionRow'> {
  const places = STORED_DIMENSIONS.map((dimension, i) => rows.lists[i]!.placeOf(dimensions[dimension]));
  return { dimensions: rows, dimensionRow: rows.add(byName((place) => places[place]!)) };
}

/** Commits the events as one batch. None may be rejected. */
export async function countWithDimensions(
  { stages }: TestIngestion,
  events: readonly EventWithDimensions[],
): Promise<void> {
  const [batch] = await stages.acceptAll([batchOf(events.map(({ event }) => event))]);
  if (batch!.events.length !== events.length) throw new Error('some events were rejected');
  for (const [index, accepted] of batch!.events.entries()) {
    const { dimensions } = events[index]!;
    Object.assign(accepted, acceptedDimensions(dimensions));
    // An order is remembered with its dimensions: a refund has them, too.
    const order = batch!.claims[accepted.claim - 1]?.order;
    if (order) Object.assign(order, { dimensions });
  }
  await stages.commit([batch!]);
}

/** A service whose website 1 has a log from the beginning. */
export async function startWithLog(
  engine: Engine,
  events: readonly EventWithDimensions[],
  options: TestServiceOptions = {},
): Promise<TestService> {
  const ingestion = await createTestIngestion(engine, options.catalog, options.clock);
  await switchLog(ingestion.database, 1, true);
  await countWithDimensions(ingestion, events);
  return TestService.over(ingestion, options);
}
