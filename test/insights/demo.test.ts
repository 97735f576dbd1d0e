// The demo's larger website has a decided experiment and a campaign whose conversion rate falls. These are reported
// first, on whatever weekday the demo is built. The smaller website has neither, and none is reported.
import { expect, test } from 'vitest';
import { demoCatalog } from '../../src/demo/catalog.ts';
import { DEMO_DAYS, demoEventChunks } from '../../src/demo/events.ts';
import { readWebsiteWeek } from '../../src/insights/read-website-week.ts';
import { recommend } from '../../src/insights/recommend.ts';
import { lastCompleteWeek } from '../../src/insights/week.ts';
import { dayFromIso } from '../../src/rollups/calendar.ts';
import { batchOf } from '../support/events.ts';
import { createTestIngestion } from '../support/test-ingestion.ts';

/** The week, and the eight weeks before that are read. */
const DAYS_NEEDED = 7 + 9 * 7;

test.each([
  // The rate has hardly started to fall in the last complete week.
  ['Sunday', '2026-06-21'],
  ['Wednesday', '2026-06-17'],
])('built on a %s', async (_weekday, date) => {
  const today = dayFromIso(date)!;
  const ingestion = await createTestIngestion('sqlite', demoCatalog(today));
  ingestion.clock.nowMs = Date.parse(`${date}T09:00:00Z`);
  let day = 0;
  for (const chunk of demoEventChunks(today)) {
    if (++day > DEMO_DAYS - DAYS_NEEDED) await ingestion.stages.commitSent([batchOf(chunk)]);
  }
  const findings = async (websiteId: number) => {
    const week = await readWebsiteWeek(ingestion.database, websiteId, lastCompleteWeek(ingestion.clock.now));
    return recommend(week!);
  };
  const [first, second, third] = await findings(1);
  expect([first!.sentence, second!.sentence].sort()).toEqual([
    expect.stringMatching(/^The conversion rate of “Cart reminder popup” fell significantly/),
    expect.stringMatching(/^The experiment in “Welcome offer popup”: “Free delivery” wins with /),
  ]);
  expect(third).toMatchObject({
    sentence: expect.stringMatching(/^The experiment in “Journal sign-up”: (Keep it running|This will not be decided)/),
  });
  expect((await findings(2)).map(({ kind }) => kind)).toEqual(['summary', 'summary', 'summary']);
  await ingestion.dispose();
});
