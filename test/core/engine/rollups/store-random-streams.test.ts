// Random streams of events, committed in random batches, against the reference model: what is stored is what happened, on the days of the
// websites.
import { describe, expect, it } from 'vitest';
import { dayFromIso, isoOfDay } from '../../../../src/core/engine/rollups/calendar.ts';
import type { Database, Engine } from '../../../../src/core/foundation/database/database.ts';
import { EXPLICIT_MAX } from '../../../../src/core/foundation/sketches/hyperloglog.ts';
import type { BatchOutcome } from '../../../../src/core/intake/events/batch.ts';
import { buildIntervals } from '../../../support/build-intervals.ts';
import { ANY_ENGINE, ENGINES } from '../../../support/databases.ts';
import { batchOf } from '../../../support/events.ts';
import { IS_LONG } from '../../../support/long.ts';
import { type RandomEvent, RandomStream, type StreamOptions } from '../../../support/random-events.ts';
import { giveZones } from '../../../support/random-zones.ts';
import {
  type ModelCatalog,
  ReferenceModel,
  VISITOR_METRIC_NAMES,
  type VisitorCounts,
} from '../../../support/reference-model.ts';
import { SAMPLE_CATALOG } from '../../../support/sample-catalog.ts';
import {
  allStoredTotals,
  distinctByDays,
  distinctByIntervals,
  intervalsAndTheirDays,
  sortedValues,
  storedTotals,
  storedValues,
} from '../../../support/stored-days.ts';
import { DAY_MS } from '../../../support/test-clock.ts';
import { createTestIngestion, type TestIngestion } from '../../../support/test-ingestion.ts';

const MONTH_ENDS = [
  '2023-12-30',
  '2023-12-31',
  '2024-01-01',
  '2024-01-31',
  '2024-02-01',
  '2024-02-28',
  '2024-02-29',
  '2024-03-01',
  '2025-02-28',
  '2025-03-01',
];
const WINDOWS = [
  ['2023-12-30', '2025-03-31'],
  ['2024-01-01', '2024-12-31'],
  ['2024-01-31', '2024-03-01'],
  ['2024-02-01', '2024-02-29'],
  ['2024-02-28', '2024-03-31'],
  ['2024-02-29', '2024-02-29'],
  ['2024-02-02', '2024-02-27'],
].map(([first, last]) => ({ firstDay: dayFromIso(first!)!, lastDay: dayFromIso(last!)! }));

/** 1.04 / sqrt(16384), and how many of them an estimate may be off. */
const STANDARD_ERROR = 0.0081;
const STANDARD_ERRORS_MAX = 4;

const CROWD_ELEMENT = { id: 1, element_type: 'form' };
const CROWD_CAMPAIGN = { id: 1, name: 'c', variants: [{ id: 1, steps: [{ id: 1, elements: [CROWD_ELEMENT] }] }] };
const CROWD_CATALOG = {
  accounts: [{ id: 1, name: 'a', websites: [{ id: 1, name: 'w', campaigns: [CROWD_CAMPAIGN] }] }],
};

describe.each(ENGINES)('random streams on %s', (engine) => {
  /** The first stream shows that the statements of both engines agree with the model. */
  const isWhole = ANY_ENGINE.includes(engine);
  const inZones = structuredClone(SAMPLE_CATALOG);
  giveZones(
    inZones.accounts.flatMap(({ websites }) => websites),
    engine.length,
  );

  it.each(IS_LONG ? [1, 2, 3] : [1])(
    'days, intervals, windows and values agree with the model (seed %i)',
    async (seed) => {
      await using run = await StreamRun.start(engine, inZones, { seed, visitors: 120, dates: MONTH_ENDS });
      await run.commitAll({ events: 1_500, batchEventsMax: 120 });
      await run.expectDaysAgree();
      await run.expectWindowsAgree(WINDOWS);
      await run.expectIntervalsAreTheUnionOfTheirDays();
      await run.expectValuesAgree();
    },
  );

  it.runIf(isWhole)('commits that span more than a year agree as well', async () => {
    const dates = Array.from({ length: 400 }, (_, index) => isoOfDay(dayFromIso('2024-01-01')! + index));
    await using run = await StreamRun.start(engine, inZones, { seed: 5, visitors: 500, dates });
    await run.commitAll({ events: IS_LONG ? 12_000 : 4_000, batchEventsMax: 8_000 });
    await run.expectDaysAgree();
    await run.expectWindowsAgree(WINDOWS.slice(0, 2));
    await run.expectIntervalsAreTheUnionOfTheirDays();
    await run.expectValuesAgree();
  });

  it.runIf(isWhole)('crowds beyond the exact range stay within four standard errors', async () => {
    const dates = ['2024-02-01', '2024-02-28', '2024-02-29', '2024-03-01'];
    await using run = await StreamRun.start(engine, CROWD_CATALOG, { seed: 4, visitors: 5_000, dates });
    await run.commitAll({ events: IS_LONG ? 30_000 : 22_500, batchEventsMax: 4_000 });
    const { firstDay, lastDay } = WINDOWS[3]!;
    expect(run.model.distinct('website', 1, firstDay, lastDay).views).toBeGreaterThan(2 * EXPLICIT_MAX);
    expect(run.model.distinct('element', 1, firstDay, lastDay).views).toBeLessThan(EXPLICIT_MAX);
    await run.expectDaysAgree();
    await run.expectWindowsAgree(WINDOWS);
    await run.expectIntervalsAreTheUnionOfTheirDays();
  });
});

class StreamRun {
  readonly model: ReferenceModel;
  readonly #stream: RandomStream;
  readonly #ingestion: TestIngestion;
  readonly #database: Database;

  static async start(engine: Engine, catalog: ModelCatalog, options: StreamOptions): Promise<StreamRun> {
    return new StreamRun(await createTestIngestion(engine, catalog), catalog, options);
  }

  private constructor(ingestion: TestIngestion, catalog: ModelCatalog, options: StreamOptions) {
    this.model = new ReferenceModel(catalog);
    this.#stream = new RandomStream(catalog, options);
    this.#ingestion = ingestion;
    this.#database = ingestion.database;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#ingestion.dispose();
  }

  async commitAll({ events, batchEventsMax }: { events: number; batchEventsMax: number }): Promise<void> {
    const { clock, stages } = this.#ingestion;
    for (let left = events; left > 0; ) {
      const group = Array.from({ length: this.#stream.between(1, 3) }, () => {
        const size = Math.min(left, this.#stream.between(0, batchEventsMax));
        left -= size;
        return Array.from({ length: size }, () => this.#stream.next());
      });
      const outcomes = await stages.commitSent(group.map((batch) => this.#encoded(batch)));
      expect(outcomes.map(summaryOf)).toEqual(group.map((batch) => this.#expected(batch, clock.nowMs)));
      // The other half of the events is late: the intervals over their days exist already.
      if (left + group.flat().length > events / 2 && left <= events / 2) await buildIntervals(this.#database, clock);
      // Some ids come back after their seven days are over.
      clock.advance(this.#stream.between(1, 2 * DAY_MS));
    }
    await buildIntervals(this.#database, clock);
  }

  #encoded(batch: readonly RandomEvent[]) {
    const events = batch.map(({ event }) => ({ ...event }));
    return batchOf(this.#stream.chance(0.5) ? events : JSON.stringify(events));
  }

  #expected(batch: readonly RandomEvent[], nowMs: number) {
    const summary = { accepted: 0, duplicates: 0, rejections: [] as { index: number; code: string }[] };
    for (const [index, { event, rejection }] of batch.entries()) {
      if (rejection !== undefined) summary.rejections.push({ index, code: rejection });
      else if (this.model.add(event, nowMs) === 'accepted') summary.accepted++;
      else summary.duplicates++;
    }
    return summary;
  }

  /** The whole table, row by row: nothing missing, nothing too much. */
  async expectDaysAgree(): Promise<void> {
    const expected = new Map(
      this.model
        .subjects()
        .flatMap(({ kind, id }) =>
          this.model.activeDays(kind, id).map((day) => [`${kind} ${id} ${day}`, this.model.totals(kind, id, day, day)]),
        ) as [string, unknown][],
    );
    expect(await allStoredTotals(this.#database)).toEqual(expected);
  }

  async expectWindowsAgree(windows: typeof WINDOWS): Promise<void> {
    for (const subject of this.model.subjects()) {
      for (const window of windows) {
        const key = [subject.kind, subject.id, window.firstDay, window.lastDay] as const;
        expect(await storedTotals(this.#database, subject, window)).toEqual(this.model.totals(...key));
        const exact = this.model.distinct(...key);
        expectVisitorsAgree(await distinctByDays(this.#database, subject, window), exact);
        expectVisitorsAgree(await distinctByIntervals(this.#database, subject, window), exact);
      }
    }
  }

  async expectIntervalsAreTheUnionOfTheirDays(): Promise<void> {
    const { stored, days } = await intervalsAndTheirDays(this.#database);
    expect(stored.size).toBeGreaterThan(0);
    expect(stored).toEqual(days);
  }

  async expectValuesAgree(): Promise<void> {
    for (const { kind, id, websiteId } of this.model.subjects()) {
      if (kind !== 'element') continue;
      for (const window of WINDOWS) {
        const stored = await storedValues(this.#database, websiteId, id, window);
        const expected = this.model.values(id, window.firstDay, window.lastDay);
        expect(sortedValues(stored)).toEqual(sortedValues(expected));
      }
    }
  }
}

function summaryOf({ accepted, duplicates, rejections }: BatchOutcome) {
  return { accepted, duplicates, rejections: rejections.map(({ index, code }) => ({ index, code })) };
}

function expectVisitorsAgree(estimated: VisitorCounts, exact: VisitorCounts): void {
  for (const metric of VISITOR_METRIC_NAMES) {
    const errorMax = exact[metric] <= EXPLICIT_MAX ? 0 : STANDARD_ERRORS_MAX * STANDARD_ERROR * exact[metric];
    expect(Math.abs(estimated[metric] - exact[metric])).toBeLessThanOrEqual(errorMax);
  }
}
