// The insights of any week that was written.
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { sentence } from '../../../../languages/sentence.ts';
import { dayFromIso } from '../../../../src/core/engine/rollups/calendar.ts';
import { insightsWeeks } from '../../../../src/extensions/changes/reports/insights-weeks.ts';
import { ANY_ENGINE } from '../../../support/databases.ts';
import { TestService } from '../../../support/test-service.ts';
import { writeSnapshot } from '../../../support/write-snapshot.ts';

describe.each(ANY_ENGINE)('on %s', (engine) => {
  let service: TestService;
  let token: string;

  beforeAll(async () => {
    service = await TestService.start(engine);
    token = await service.token([1]);
  });

  /** Caches of the service go by the version. */
  const deleteAll = () =>
    service.database.transaction((tx) =>
      tx.runScript('DELETE FROM insights_snapshots; UPDATE catalog_state SET version = version + 1;'),
    );
  beforeEach(async () => {
    await deleteAll();
    await writeSnapshot(service, 1, '2025-02-17', 'First.');
    await writeSnapshot(service, 1, '2025-02-24', 'Second.');
    await writeSnapshot(service, 2, '2025-03-03', 'Of another website.');
  });
  afterAll(() => service.dispose());

  const dataOf = async (week?: string, language?: string) =>
    (await service.report(insightsWeeks, { week, language }, token)).data;

  test('404 before the first week, and for a week that was not written', async () => {
    expect((await service.ask(insightsWeeks, { week: '2025-03-03' }, token)).status).toBe(404);
    const { status, body } = await service.ask(insightsWeeks, { week: 'last' }, token);
    expect([status, (body as { code: string }).code]).toEqual([422, 'invalid_week']);
    await deleteAll();
    expect((await service.ask(insightsWeeks, {}, token)).status).toBe(404);
  });

  test('the newest week, with the list of all and the change since the week before', async () => {
    expect(await dataOf()).toEqual({
      weeks: ['2025-02-24', '2025-02-17'],
      week: '2025-02-24',
      performance: { revenue: 1234.5, viewers: 678 },
      previous: { revenue: 1234.5, viewers: 678 },
      changes: { revenue: 0, viewers: 0 },
      // They are written without what they are about.
      items: [
        { text: 'Second.', kind: 'note', campaign_ids: [] },
        { text: 'Add a second step.', kind: 'note', campaign_ids: [] },
      ],
    });
  });

  test('an older week', async () => {
    const data = await dataOf('2025-02-17');
    expect([data.week, data.previous, data.changes, data.items[0]!.text]).toEqual(['2025-02-17', null, null, 'First.']);
  });

  test('what an item is about is stored with its sentences, which are said in the language of the reader', async () => {
    const segment = { dimension: 'device', value: 'mobile', share: 97 };
    const sentences = [sentence('keepRunning'), sentence('outlook', { days: 1 })];
    const items = [{ kind: 'claim', sentences, campaign_ids: [10], segment }];
    await service.database.transaction((tx) =>
      tx.query('UPDATE insights_snapshots SET snapshot = $1 WHERE website_id = 1 AND week = $2', [
        JSON.stringify({ revenue: 1, viewers: 1, items }),
        dayFromIso('2025-02-24')!,
      ]),
    );
    await writeSnapshot(service, 1, '2025-02-10');
    const about = { kind: 'claim', campaign_ids: [10], segment };
    expect((await dataOf('2025-02-24')).items).toEqual([
      { text: 'Keep it running. At the present traffic it takes about 1 more day to settle.', ...about },
    ]);
    expect((await dataOf('2025-02-24', 'de')).items).toEqual([
      {
        text: 'Lassen Sie den Test weiterlaufen. Beim jetzigen Traffic dauert es noch etwa 1 Tag, bis das Ergebnis feststeht.',
        ...about,
      },
    ]);
  });
});
