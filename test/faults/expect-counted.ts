// Compares all that is stored with what must have been counted.
import { expect } from 'vitest';
import { checkLog } from '../../src/core/engine/event-log/upkeep/check-log.ts';
import type { Database } from '../../src/core/foundation/database/database.ts';
import type { ReferenceModel } from '../support/reference-model.ts';
import {
  allStoredTotals,
  distinctByDays,
  intervalsAndTheirDays,
  sortedValues,
  storedValues,
} from '../support/stored-days.ts';

const LAST_DAY = 1_000_000;

/** Exactly: the model must not have more visitors than a sketch counts exactly. */
export async function expectCounted(database: Database, model: ReferenceModel): Promise<void> {
  expect(await allStoredTotals(database)).toEqual(totalsOf(model));
  for (const subject of model.subjects()) {
    const { kind, id, websiteId } = subject;
    expect(await distinctByDays(database, subject), `visitors of ${kind} ${id}`).toEqual(
      model.distinct(kind, id, 0, LAST_DAY),
    );
    if (kind !== 'element') continue;
    expect(sortedValues(await storedValues(database, websiteId, id)), `values of element ${id}`).toEqual(
      sortedValues(model.values(id, 0, LAST_DAY)),
    );
  }
  await expectIntervalsOfDays(database);
  expect((await checkLog(database)).differences).toEqual([]);
}

function totalsOf(model: ReferenceModel) {
  const totals = new Map<string, unknown>();
  for (const { kind, id } of model.subjects()) {
    for (const day of model.activeDays(kind, id)) totals.set(`${kind} ${id} ${day}`, model.totals(kind, id, day, day));
  }
  return totals;
}

/** Byte for byte. Intervals beyond `intervals_through` are not read by anybody: they may be half built. */
async function expectIntervalsOfDays(database: Database): Promise<void> {
  const { stored, days } = await intervalsAndTheirDays(database);
  expect(new Map([...stored].filter(([key]) => days.has(key)))).toEqual(days);
}
