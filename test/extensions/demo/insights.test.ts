// The demo's larger website has a decided experiment and a campaign that is broken on phones. These are reported
// first, on whatever weekday the demo is built. The smaller website has neither, and none is reported; one of its campaigns has a holdout.

import { expect, test } from 'vitest';
import { DirectSnapshotBuilder } from '../../../src/core/answers/insights/snapshot.ts';
import { lastCompleteWeek } from '../../../src/core/answers/insights/week.ts';
import { dayFromIso } from '../../../src/core/engine/rollups/calendar.ts';
import { UTC } from '../../../src/core/foundation/time/zone.ts';
import { readWeekItems } from '../../../src/extensions/changes/week-items.ts';
import { demoCatalog } from '../../../src/extensions/demo/catalog.ts';
import { endExperiments } from '../../../src/extensions/demo/end-experiments.ts';
import { DEMO_DAYS, demoEventChunks } from '../../../src/extensions/demo/events.ts';
import { batchOf } from '../../support/events.ts';
import { IS_LONG } from '../../support/long.ts';
import { said } from '../../support/said.ts';
import { createTestIngestion } from '../../support/test-ingestion.ts';

/** The week, the eight weeks before that are read, and as many again: an experiment has all its days, and one with a holdout takes long. */
const DAYS_NEEDED = 7 + 18 * 7;

test.runIf(IS_LONG).each([
  // The week that is looked at ended as long ago as it can.
  ['Sunday', '2026-06-21'],
  ...(IS_LONG ? [['Wednesday', '2026-06-17']] : []),
] as [string, string][])('built on a %s', async (_weekday, date) => {
  const today = dayFromIso(date)!;
  const ingestion = await createTestIngestion('sqlite', demoCatalog(today));
  ingestion.clock.nowMs = Date.parse(`${date}T09:00:00Z`);
  let day = 0;
  for (const chunk of demoEventChunks(today)) {
    if (++day > DEMO_DAYS - DAYS_NEEDED) await ingestion.stages.commitSent([batchOf(chunk)]);
  }
  await endExperiments(ingestion.database, today);
  const findings = async (websiteId: number) => {
    const monday = lastCompleteWeek(ingestion.clock.now(), UTC);
    const built = await new DirectSnapshotBuilder(ingestion.database, [readWeekItems]).build({ websiteId, monday });
    return built!.items.map((item) => ({ ...item, text: said(item) }));
  };
  const [first, second, third] = await findings(1);
  expect([first!.text, second!.text].sort()).toEqual([
    expect.stringMatching(
      /^The conversion rate of “Cart reminder popup” fell significantly.* The fall comes from the device “mobile”: /,
    ),
    expect.stringMatching(/^The experiment in “Welcome offer popup”: “Free delivery” wins with /),
  ]);
  const segments = [first, second].flatMap((item) => item!.segment ?? []);
  expect(segments).toMatchObject([{ dimension: 'device', value: 'mobile' }]);
  expect(third).toMatchObject({
    text: expect.stringMatching(/^The experiment in “Journal sign-up”: (Keep it running|This will not be decided)/),
  });
  const [holdout, ...others] = await findings(2);
  expect(holdout!.text).toMatch(
    new RegExp(
      String.raw`^“First order popup” against its holdout: (At least €[\d,]+|Between €[\d,]+ and €[\d,]+) of the €[\d,]+ that were ` +
        String.raw`credited would not have come without it\. “Photo” wins `,
    ),
  );
  expect(others.map(({ kind }) => kind)).toEqual(['summary', 'summary']);
  await ingestion.dispose();
});
