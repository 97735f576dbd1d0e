// The snapshot over HTTP: 404 before the first one, then the same over REST and as a tool, with the viewers of the
// website report.

import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { sentence } from '../../../../languages/sentence.ts';
import { catchUp } from '../../../../src/core/answers/insights/job.ts';
import { DirectSnapshotBuilder, type ReadWeekItems } from '../../../../src/core/answers/insights/snapshot.ts';
import { websiteInsightsReport } from '../../../../src/core/answers/reports/insights/website-insights.ts';
import { campaignReport } from '../../../../src/core/answers/reports/subjects/campaign.ts';
import { websiteReport } from '../../../../src/core/answers/reports/subjects/website.ts';
import { isoOfDay } from '../../../../src/core/engine/rollups/calendar.ts';
import { ANY_ENGINE } from '../../../support/databases.ts';
import { createTestIngestion, type TestIngestion } from '../../../support/test-ingestion.ts';
import { TestService } from '../../../support/test-service.ts';
import { countSyntheticWeeks, type SyntheticPlan, syntheticCatalog } from './synthetic-website.ts';

const MONDAY = 20_150;

const PLAN: SyntheticPlan = {
  websiteId: 1,
  seed: 5,
  monday: MONDAY,
  weeks: 6,
  campaigns: [
    // With more than 1,280 viewers per week, numbers are estimated, and still the same everywhere.
    { name: 'Spring popup', viewersPerDay: 230, split: [50, 50], passRates: [0.12, 0.7], orderRate: 0.4 },
    { name: 'Quiz', viewersPerDay: 40, passRates: [0.35, 0.8], orderRate: 0.3, ctaType: 'quiz' },
  ],
  planted: ({ variant }) => (variant === 'B' ? 1.6 : 1),
};

/** Stands for what an extension adds. */
const readItems: ReadWeekItems = async () => [
  { kind: 'summary', sentences: [sentence('busiestDay', { weekday: { weekday: 5 }, views: 40 })], campaign_ids: [] },
];

describe.each(ANY_ENGINE)('on %s', (engine) => {
  let ingestion: TestIngestion;
  let service: TestService;
  let restToken: string;

  beforeAll(async () => {
    ingestion = await createTestIngestion(engine, syntheticCatalog([PLAN]));
    await countSyntheticWeeks(ingestion.stages, PLAN);
    service = await TestService.over(ingestion);
    restToken = await service.token([1]);
  });
  afterAll(() => service.dispose());

  const rest = async (
    report: typeof websiteInsightsReport | typeof websiteReport | typeof campaignReport,
    parameters = {},
  ) => JSON.parse((await service.ask(report, parameters, restToken)).text);

  async function tool(): Promise<{ isError?: boolean | undefined; text: string }> {
    const client = await service.connectMcp('2026-07-28', await service.toolToken([1]));
    const result = await client.callTool({ name: 'get_website_insights', arguments: { website_id: 1 } });
    await client.close();
    const [content] = result.content as { text: string }[];
    return { isError: result.isError, text: content!.text };
  }

  const runJob = () =>
    catchUp({
      database: ingestion.database,
      builder: new DirectSnapshotBuilder(ingestion.database, [readItems]),
      clock: ingestion.clock.now,
      logger: pino({ level: 'silent' }),
    });

  test('404 before the first snapshot, then the snapshot, over REST and as a tool, immediately', async () => {
    await ingestion.database.transaction((tx) =>
      // Caches of the service go by the version, and the job by when it was done.
      tx.runScript(`DELETE FROM insights_snapshots; UPDATE catalog_state SET version = version + 1;
        UPDATE job_leases SET done_at_ms = 0, progress = '';`),
    );
    expect(await rest(websiteInsightsReport)).toMatchObject({ status: 404 });
    expect(await tool()).toMatchObject({ isError: true });
    await runJob();
    const answer = await rest(websiteInsightsReport);
    expect(answer).toMatchObject({ report: 'website_insights', website: { id: 1 }, data: { week: isoOfDay(MONDAY) } });
    expect(answer.data.ai_recommendations).toEqual({ items: ['Saturday was the busiest day, with 40 views.'] });
    const byTool = await tool();
    expect(byTool.isError).not.toBe(true);
    expect(JSON.parse(byTool.text)).toEqual(answer);
  });

  test('its viewers and revenue are those of the website report for the insights week', async () => {
    await runJob();
    const { data } = await rest(websiteInsightsReport);
    const report = await rest(websiteReport, { timeframe: 'insights_week' });
    const { views, revenue } = report.data.metrics;
    expect(views).toBeGreaterThan(1_280);
    expect(data.performance_snapshot.performance).toEqual({ viewers: views, revenue });
    expect(report.timeframe.range_start).toBe(`${data.week}T00:00:00Z`);
  });

  test('timeframe=insights_week counts distinct visitors of every subject in the week', async () => {
    const custom = { timeframe: 'custom', range_start: isoOfDay(MONDAY), range_end: isoOfDay(MONDAY + 6) };
    for (const id of [10, 11]) {
      const week = await rest(campaignReport, { id, timeframe: 'insights_week', count_type: 'total' });
      const days = await rest(campaignReport, { id, ...custom, count_type: 'distinct' });
      expect(week.data).toEqual(days.data);
    }
  });
});

test('the service writes snapshots at startup, and counts them in its metrics', async () => {
  const ingestion = await createTestIngestion('sqlite', syntheticCatalog([{ ...PLAN, weeks: 1 }]));
  await countSyntheticWeeks(ingestion.stages, { ...PLAN, weeks: 1 });
  const service = await TestService.over(ingestion, { components: ['jobs'] });
  let text = '';
  const metrics = async () => {
    // They are rendered once a second.
    ingestion.clock.advance(1_000);
    text = await (await fetch(`${service.url}/metrics`)).text();
    return text;
  };
  await expect.poll(metrics).toMatch(/funnel_insights_last_success_timestamp_seconds [1-9]/);
  expect(text).toContain('funnel_insights_snapshots_total{result="written"} 1');
  expect(text).toContain('funnel_insights_websites_left 0');
  await service.dispose();
});
