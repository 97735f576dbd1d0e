// Since when a website has numbers, keeps its events, and has weekly insights.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { firstDaysReport } from '../../../../src/core/answers/reports/subjects/first-days.ts';
import { ANY_ENGINE } from '../../../support/databases.ts';
import { startWithLog } from '../../../support/dimensions.ts';
import { switchLog } from '../../../support/event-log.ts';
import { eventWith } from '../../../support/events.ts';
import { TestClock } from '../../../support/test-clock.ts';
import type { TestService } from '../../../support/test-service.ts';
import { writeSnapshot } from '../../../support/write-snapshot.ts';

describe.each(ANY_ENGINE)('on %s', (engine) => {
  let service: TestService;

  beforeAll(async () => {
    service = await startWithLog(engine, [], { clock: new TestClock('2026-11-16T12:00:00Z') });
  });
  afterAll(() => service.dispose());

  test('the first day with events, the first day whose events are all kept, and the first week of insights', async () => {
    await switchLog(service.database, 2, false);
    const ask = async () => (await service.report(firstDaysReport, {}, await service.token([1, 2]))).websites;
    expect(await ask()).toEqual([
      // Whatever comes will be kept, from the day on that the website was created.
      { id: 1, first_day: null, kept_from: '2024-01-01', insights_from: null },
      { id: 2, first_day: null, kept_from: null, insights_from: null },
    ]);
    await service.ingestion.count(eventWith({ website_id: 1, at: '2026-11-09T12:00:00Z' }));
    expect(await ask()).toMatchObject([{ id: 1, first_day: '2026-11-09', kept_from: '2026-11-09' }, { id: 2 }]);
    await service.ingestion.count(
      eventWith({ website_id: 2, at: '2026-10-13T12:00:00Z' }),
      eventWith({ website_id: 2, at: '2026-11-10T12:00:00Z' }),
    );
    await switchLog(service.database, 2, true);
    expect(await ask()).toMatchObject([{ id: 1 }, { id: 2, first_day: '2026-10-13', kept_from: '2026-11-11' }]);
    await service.ingestion.count(eventWith({ website_id: 2, at: '2026-10-12T12:00:00Z' }));
    expect(await ask()).toMatchObject([{ id: 1 }, { id: 2, first_day: '2026-10-12' }]);
    await writeSnapshot(service, 2, '2026-11-09');
    await writeSnapshot(service, 2, '2026-11-02');
    expect(await ask()).toMatchObject([
      { id: 1, insights_from: null },
      { id: 2, insights_from: '2026-11-02' },
    ]);
  });
});
