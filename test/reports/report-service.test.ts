// When an answer may come from memory, and when the report must run again.
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Principal } from '../../src/access/principal.ts';
import { importCatalog } from '../../src/catalog/import-catalog.ts';
import { DirectReportRunner, type ReportRequest, type ReportRunner } from '../../src/reports/report-runner.ts';
import { ReportService } from '../../src/reports/report-service.ts';
import { websiteReport } from '../../src/reports/website.ts';
import { ENGINES } from '../support/databases.ts';
import { eventWith } from '../support/events.ts';
import { SAMPLE_CATALOG } from '../support/sample-catalog.ts';
import { DAY_MS } from '../support/test-clock.ts';
import { createTestIngestion, type TestIngestion } from '../support/test-ingestion.ts';

/** Runs reports in this thread, counts them, and can be held up between the run and the answer. */
class CountingRunner implements ReportRunner {
  runs = 0;
  release: Promise<void> = Promise.resolve();
  readonly #runner: ReportRunner;

  constructor(runner: ReportRunner) {
    this.#runner = runner;
  }

  async run(request: ReportRequest): Promise<string> {
    this.runs += 1;
    const { release } = this;
    const json = await this.#runner.run(request);
    await release;
    return json;
  }
}

function principalOf(...websiteIds: number[]): Principal {
  return { subject: 'test', scopes: 'all', audience: 'rest', websiteIds };
}

const TODAYS = websiteReport.input.parse({ timeframe: 'today', count_type: 'total', website_id: 1 });

describe.each(ENGINES)('on %s', (engine) => {
  let ingestion: TestIngestion;
  let runner: CountingRunner;
  let service: ReportService;

  beforeAll(async () => {
    ingestion = await createTestIngestion(engine);
  });

  beforeEach(async () => {
    await ingestion.reset();
    runner = new CountingRunner(new DirectReportRunner(ingestion.database));
    service = new ReportService(ingestion.database, runner, ingestion.clock.now);
  });

  afterAll(() => ingestion.dispose());

  async function viewsNow(principal = principalOf(1), input = TODAYS): Promise<number> {
    const { json } = await service.answer(websiteReport, input, principal);
    return websiteReport.output.parse(JSON.parse(json)).data.metrics.views;
  }

  test('the same question runs once', async () => {
    const first = await service.answer(websiteReport, TODAYS, principalOf(1));
    const second = await service.answer(websiteReport, TODAYS, principalOf(1));
    expect(second).toEqual(first);
    expect(runner.runs).toBe(1);
  });

  test('another question, other websites or another day run again', async () => {
    await viewsNow();
    await viewsNow(principalOf(1), { ...TODAYS, count_type: 'distinct' });
    await viewsNow(principalOf(1, 2));
    ingestion.clock.advance(DAY_MS);
    await viewsNow();
    expect(runner.runs).toBe(4);
  });

  test('events of the website make it run again, those of another website do not', async () => {
    expect(await viewsNow()).toBe(0);
    await ingestion.count(eventWith());
    expect(await viewsNow()).toBe(1);
    await ingestion.count(eventWith({ website_id: 2 }));
    expect(await viewsNow()).toBe(1);
    expect(runner.runs).toBe(2);
  });

  test('a change of the catalog makes it run again', async () => {
    await viewsNow();
    await importCatalog(ingestion.database, SAMPLE_CATALOG, ingestion.clock.now);
    await viewsNow();
    expect(runner.runs).toBe(2);
  });

  test('an answer that was overtaken by events is given to nobody who asks later', async () => {
    let release = () => {};
    runner.release = new Promise((resolve) => {
      release = resolve;
    });
    const overtaken = viewsNow();
    while (runner.runs === 0) await new Promise(setImmediate);
    // The report has read its numbers before the event, and answers after it.
    await new Promise(setImmediate);
    runner.release = Promise.resolve();
    await ingestion.count(eventWith());
    expect(await viewsNow()).toBe(1);
    release();
    await overtaken;
    expect(await viewsNow()).toBe(1);
  });

  test('a failure is not kept', async () => {
    const failing: ReportRunner = { run: () => Promise.reject(new Error('no luck')) };
    const flaky = new ReportService(ingestion.database, failing, ingestion.clock.now);
    await expect(flaky.answer(websiteReport, TODAYS, principalOf(1))).rejects.toThrow('no luck');
    await expect(flaky.answer(websiteReport, TODAYS, principalOf(1))).rejects.toThrow('no luck');
  });
});
