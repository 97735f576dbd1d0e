// Compares all that is stored with what must have been counted.
import { expect } from 'vitest';
import type { Database } from '../../src/database/database.ts';
import { monthOfDay } from '../../src/rollups/calendar.ts';
import { PERIOD } from '../../src/rollups/metric.ts';
import { Sketch, unionBytes } from '../../src/sketches/hyperloglog.ts';
import type { ReferenceModel } from '../support/reference-model.ts';
import { allStoredTotals, distinctByDays, sortedValues, storedValues } from '../support/stored-days.ts';

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
  await expectMonthsOfDays(database);
}

function totalsOf(model: ReferenceModel) {
  const totals = new Map<string, unknown>();
  for (const { kind, id } of model.subjects()) {
    for (const day of model.activeDays(kind, id)) totals.set(`${kind} ${id} ${day}`, model.totals(kind, id, day, day));
  }
  return totals;
}

interface StoredSketch {
  readonly subject_kind: number;
  readonly subject_id: number;
  readonly metric: number;
  readonly period_kind: number;
  readonly period: number;
  readonly sketch: Uint8Array;
}

/** Byte for byte. */
async function expectMonthsOfDays(database: Database): Promise<void> {
  const rows = await database.query<StoredSketch>(
    'SELECT subject_kind, subject_id, metric, period_kind, period, sketch FROM rollup_visitors',
  );
  const months = new Map<string, string>();
  const unions = new Map<string, Uint8Array>();
  for (const { subject_kind, subject_id, metric, period_kind, period, sketch } of rows) {
    const key = `kind ${subject_kind} id ${subject_id} metric ${metric} month `;
    if (period_kind === PERIOD.month) months.set(key + period, hex(sketch));
    else {
      const month = key + monthOfDay(period);
      unions.set(month, unionBytes(unions.get(month) ?? new Sketch().toBytes(), sketch));
    }
  }
  expect(months).toEqual(new Map([...unions].map(([key, sketch]) => [key, hex(sketch)])));
}

function hex(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString('hex');
}
