// A funnel and attribution of so many events that are not merged yet that a question reads a sample of the visitors.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { SUBJECT_KIND } from '../../../../src/core/engine/catalog/subject.ts';
import { askLog } from '../../../../src/core/engine/event-log/questions/ask-log.ts';
import { dayFromIso } from '../../../../src/core/engine/rollups/calendar.ts';
import { METRIC } from '../../../../src/core/engine/rollups/metric.ts';
import { attribution } from '../../../../src/extensions/questions/log/attribution.ts';
import { ORDER_PARTS } from '../../../../src/extensions/questions/log/attribution-question.ts';
import { funnel } from '../../../../src/extensions/questions/log/funnel.ts';
import { ENGINES } from '../../../support/databases.ts';
import { switchLog } from '../../../support/event-log.ts';
import { eventWith, orderWith } from '../../../support/events.ts';
import { createTestIngestion, type TestIngestion } from '../../../support/test-ingestion.ts';

const TODAY = dayFromIso('2025-03-10')!;
const WINDOW = { firstDay: TODAY - 1, lastDay: TODAY };
const LOG = { websiteId: 1, firstDay: 0, eventsMax: 1_000, pendingMax: { rows: 20, events: 60 } };
const SAMPLED = { rate: expect.closeTo(60 / 190, 6) };

describe.each(ENGINES)('on %s', (engine) => {
  let ingestion: TestIngestion;

  /** 80 visitors, each on both days, and orders of 30 of them. */
  beforeAll(async () => {
    ingestion = await createTestIngestion(engine);
    await ingestion.reset();
    await switchLog(ingestion.database, 1, true);
    for (const date of ['2025-03-09', '2025-03-10']) {
      const views = Array.from({ length: 80 }, (_, n) =>
        eventWith({ visitor: `visitor-${n}`, at: `${date}T10:00:00Z` }),
      );
      await ingestion.count(...views);
    }
    const orders = Array.from({ length: 30 }, (_, n) => orderWith({ visitor: `visitor-${n}`, order_id: `o-${n}` }));
    await ingestion.count(...orders);
  });

  afterAll(() => ingestion.dispose());

  test('the steps of a funnel are shares of what the rollups have', async () => {
    const subject = { kind: SUBJECT_KIND.website, id: 1 };
    const steps = [METRIC.views, METRIC.orders].map((type) => ({ type, subject, filters: [] }));
    const asked = { steps, windows: [WINDOW], withinSeconds: 86_400 };
    const { windows, sampled } = await askLog(ingestion.database, LOG, funnel(asked));
    expect([windows[0]!.visitors[0], sampled]).toEqual([80, SAMPLED]);
  });

  test('orders are credited as many as there are', async () => {
    const touches = { touchesFrom: TODAY - 1, touchTypes: [METRIC.views], creditDays: 1 };
    const { credits, sampled } = await askLog(ingestion.database, LOG, attribution({ window: WINDOW, ...touches }));
    expect([credits.last.get(null)!.orders / ORDER_PARTS, sampled]).toEqual([30, SAMPLED]);
  });
});
