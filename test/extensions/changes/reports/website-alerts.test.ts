// The alerts of a website over REST.

import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Sentence, sentence } from '../../../../languages/sentence.ts';
import type { NewAlert } from '../../../../src/core/answers/alerts/alert.ts';
import { isoOfDay } from '../../../../src/core/engine/rollups/calendar.ts';
import { Lease } from '../../../../src/core/foundation/database/lease.ts';
import { storeFound } from '../../../../src/extensions/changes/alerts/store-alerts.ts';
import { websiteAlerts } from '../../../../src/extensions/changes/reports/website-alerts.ts';
import { ENGINES } from '../../../support/databases.ts';
import { batchOf, eventWith } from '../../../support/events.ts';
import { TestService } from '../../../support/test-service.ts';
import { TestStages } from '../../../support/test-stages.ts';

const SEGMENT = { dimension: 'device', value: 'mobile', share: 97 } as const;
/** The day of an alert that has a segment. */
const WITH_SEGMENT = 20_001;
const WATCH = { judgedDay: 20_000, expected: [0], open: [], usualSilence: { hours: 0, forgottenDay: 0 } };

function titleOf(day: number): Sentence {
  const fewer = { change: { percent: 0.52 }, noun: sentence('visitors'), count: 480, expected: 1_000 };
  return sentence('fewer', { ...fewer, day: { day: isoOfDay(day) } });
}

describe.each(ENGINES)('on %s', (engine) => {
  let service: TestService;
  let token: string;

  beforeAll(async () => {
    service = await TestService.start(engine);
    token = await service.token([1]);
    const events = [eventWith(), eventWith({ website_id: 2 }), eventWith({ website_id: 3 })];
    await new TestStages(service.database, service.clock.now).commitSent([batchOf(events)]);
  });

  afterAll(() => service.dispose());

  function store(websiteId: number, ...days: number[]) {
    const alerts = days.map((day) => ({
      ...{
        kind: 'drop' as const,
        cause: `drop:${day}`,
        day,
        title: titleOf(day),
        text: [sentence('expectedFrom'), sentence('checkDrop')],
      },
      path: `/websites/${websiteId}`,
      ...(day === WITH_SEGMENT && { segment: SEGMENT }),
    }));
    return storeAlerts(websiteId, alerts);
  }

  async function storeAlerts(websiteId: number, alerts: readonly NewAlert[]) {
    const lease = (await Lease.take(service.database, service.clock.now, 'alerts'))!;
    const stored = await storeFound(
      service.database,
      lease,
      { websiteId, watch: WATCH, alerts },
      { now: service.clock.now() },
    );
    await lease.release();
    return stored.length;
  }

  /** The alerts of a website that other tests leave alone. */
  const ofOther = async (query: { language?: string; advice?: boolean }) =>
    (await service.report(websiteAlerts, query, await service.token([3]))).data;
  const dataOf = async (query: { page?: number; per_page?: number } = {}) =>
    (await service.report(websiteAlerts, query, token)).data;

  test('none at first, then at once those of this website, newest first, by page', async () => {
    expect(await dataOf()).toEqual({
      alerts: [],
      pagination: { page: 1, per_page: 10, total_entries: 0, total_pages: 0 },
    });
    expect(await store(1, 20_000, 20_001, 20_002)).toBe(3);
    expect(await store(2, 20_003)).toBe(1);
    // The same cause again is no news.
    expect(await store(1, 20_002)).toBe(0);
    const { alerts, pagination } = await dataOf({ page: 1, per_page: 2 });
    expect(alerts[0]).toEqual({
      ...{ id: expect.any(Number), kind: 'drop', day: '2024-10-06' },
      title: '52.0% fewer visitors on 2024-10-06: 480 instead of about 1,000.',
      text: expect.stringMatching(/^The expected number comes from .* whether an ad or a link has ended\.$/),
      ...{ path: '/websites/1', created_at: expect.any(String) },
    });
    expect(alerts[1]).toMatchObject({ day: '2024-10-05', segment: SEGMENT });
    expect(pagination).toEqual({ page: 1, per_page: 2, total_entries: 3, total_pages: 2 });
    expect((await dataOf({ page: 2, per_page: 2 })).alerts.map(({ day }) => day)).toEqual(['2024-10-04']);
    expect((await dataOf({ page: 999_999, per_page: 50 })).alerts).toEqual([]);
  });

  test('are said in the language of the reader', async () => {
    await store(3, 20_010);
    const [alert] = (await ofOther({ language: 'de-AT' })).alerts;
    expect(alert!.title).toBe('52,0\u00a0% weniger Besucher am 14. Oktober 2024: 480 statt etwa 1\u00a0000.');
    expect(alert!.text).toMatch(/^Die erwartete Zahl .* Prüfen Sie, /);
  });

  test('are said without what to do, for experiments that have ended', async () => {
    const facts = [sentence('noDifference'), sentence('keepFavourite')];
    await storeAlerts(3, [
      {
        ...{
          kind: 'experiment_decided',
          cause: 'experiment_decided:10',
          day: 20_011,
          path: '/websites/1/campaigns/10',
        },
        ...{ title: sentence('decidedNoDifference', { name: { name: 'Popup' } }), text: facts },
      },
    ]);
    const textOf = async (query: { advice?: boolean }) => (await ofOther(query)).alerts[0]!.text;
    expect(await textOf({})).toBe('There is no difference worth having. Keep the variant that you like best.');
    expect(await textOf({ advice: false })).toBe('There is no difference worth having.');
  });

  test('a page that is none is refused', async () => {
    const { status, body } = await service.ask(websiteAlerts, { page: 0 }, token);
    expect([status, (body as { code: string }).code]).toEqual([422, 'invalid_page']);
  });
});
