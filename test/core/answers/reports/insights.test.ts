// The weekly snapshot: 404 until there is one, then the newest, and its week as a timeframe of the other reports.
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { accountPerformanceReport } from '../../../../src/core/answers/reports/account/account-performance.ts';
import { websiteInsightsReport } from '../../../../src/core/answers/reports/insights/website-insights.ts';
import { campaignReport } from '../../../../src/core/answers/reports/subjects/campaign.ts';
import { websiteReport } from '../../../../src/core/answers/reports/subjects/website.ts';
import { startCountedShop } from '../../../support/counted-shop.ts';
import { ANY_ENGINE } from '../../../support/databases.ts';
import { eventWith } from '../../../support/events.ts';
import type { TestService } from '../../../support/test-service.ts';
import { snapshotOf, writeSnapshot } from '../../../support/write-snapshot.ts';

describe.each(ANY_ENGINE)('on %s', (engine) => {
  let service: TestService;
  let token: string;

  beforeAll(async () => {
    service = await startCountedShop(engine);
    token = await service.token([1]);
  });

  beforeEach(() =>
    service.database.transaction((tx) =>
      // Caches of the service go by the version.
      tx.runScript('DELETE FROM insights_snapshots; UPDATE catalog_state SET version = version + 1;'),
    ),
  );
  afterAll(() => service.dispose());

  const weekOf = async (parameters: object = {}) => {
    const { timeframe } = await service.report(websiteReport, { timeframe: 'insights_week', ...parameters }, token);
    return [timeframe.range_start, timeframe.range_end];
  };

  describe('from week to week', () => {
    test('there is none yet', async () => {
      const answer = await service.ask(websiteInsightsReport, {}, token);
      expect(answer).toMatchObject({ status: 404, body: { status: 404, title: 'Not Found' } });
      expect(answer.headers.get('content-type')).toMatch(/^application\/problem\+json/);
    });

    test('until then, its week is the last complete one', async () => {
      expect(await weekOf()).toEqual(['2024-05-06T00:00:00Z', '2024-05-12T23:59:59Z']);
    });

    test('the first one is returned as it was written', async () => {
      await writeSnapshot(service, 1, '2024-04-29', 'Shorten the form.');
      expect(await service.report(websiteInsightsReport, {}, token)).toEqual({
        report: 'website_insights',
        website: { id: 1, name: 'shop.example', currency: 'USD' },
        data: snapshotOf('2024-04-29', 'Shorten the form.'),
      });
    });

    test('its week is immediately that of insights_week', async () => {
      await weekOf();
      await writeSnapshot(service, 1, '2024-04-29');
      expect(await weekOf()).toEqual(['2024-04-29T00:00:00Z', '2024-05-05T23:59:59Z']);
    });

    test('a newer one replaces it, an older one does not', async () => {
      await writeSnapshot(service, 1, '2024-04-29', 'Shorten the form.');
      await service.report(websiteInsightsReport, {}, token);
      await writeSnapshot(service, 1, '2024-05-06', 'Ask for less.');
      await writeSnapshot(service, 1, '2024-01-01', 'Too late.');
      const { data } = await service.report(websiteInsightsReport, {}, token);
      expect(data).toEqual(snapshotOf('2024-05-06', 'Ask for less.'));
      expect(await weekOf()).toEqual(['2024-05-06T00:00:00Z', '2024-05-12T23:59:59Z']);
    });

    test('one that is written again is returned', async () => {
      await writeSnapshot(service, 1, '2024-05-06', 'Ask for less.');
      await service.report(websiteInsightsReport, {}, token);
      await writeSnapshot(service, 1, '2024-05-06', 'Ask for more.');
      const { data } = await service.report(websiteInsightsReport, {}, token);
      expect(data.ai_recommendations.items[0]).toBe('Ask for more.');
    });

    test('there is no comparison and no counting of raw events in its week', async () => {
      await writeSnapshot(service, 1, '2024-05-06');
      expect(await weekOf({ previous_period: true })).toEqual(await weekOf());
      const plain = await service.report(websiteReport, { timeframe: 'insights_week' }, token);
      const parameters = { timeframe: 'insights_week', previous_period: true, count_type: 'total' };
      expect(await service.report(websiteReport, parameters, token)).toEqual(plain);
    });

    test('late events are in the reports of its week, not in the snapshot', async () => {
      await writeSnapshot(service, 1, '2024-05-06');
      const views = async () => {
        const { data } = await service.report(websiteReport, { timeframe: 'insights_week' }, token);
        return data.metrics.views;
      };
      const [before, snapshot] = [await views(), await service.report(websiteInsightsReport, {}, token)];
      await service.ingestion.count(eventWith({ website_id: 1, visitor: 'late', at: '2024-05-07T12:00:00Z' }));
      expect(await views()).toBe(before + 1);
      expect(await service.report(websiteInsightsReport, {}, token)).toEqual(snapshot);
    });

    test('each website has its own', async () => {
      const both = await service.token([1, 2]);
      expect((await service.ask(websiteInsightsReport, { website_id: 2 }, both)).status).toBe(404);
      await writeSnapshot(service, 2, '2024-02-26', 'Quiz on.');
      const { data } = await service.report(websiteInsightsReport, { website_id: 2 }, both);
      expect(data).toEqual(snapshotOf('2024-02-26', 'Quiz on.'));
      const campaign = await service.report(
        campaignReport,
        { id: 20, website_id: 2, timeframe: 'insights_week', count_type: 'total' },
        both,
      );
      expect(campaign.timeframe.range_start).toBe('2024-02-26T00:00:00Z');
      expect(campaign.data.metrics.views).toBe(4);
    });

    test('several websites together have the newest week', async () => {
      await writeSnapshot(service, 1, '2024-05-06');
      await writeSnapshot(service, 2, '2024-02-26');
      const both = await service.token([1, 2]);
      const { timeframe } = await service.report(accountPerformanceReport, { timeframe: 'insights_week' }, both);
      expect(timeframe.range_start).toBe('2024-05-06T00:00:00Z');
    });

    test('it takes website_id and nothing else', async () => {
      await writeSnapshot(service, 1, '2024-05-06');
      const plain = await service.report(websiteInsightsReport, {}, token);
      const parameters = { timeframe: 'never', count_type: 'x', group_by: 'y', previous_period: 'z' };
      expect(await service.report(websiteInsightsReport, parameters, token)).toEqual(plain);
    });
  });
});
