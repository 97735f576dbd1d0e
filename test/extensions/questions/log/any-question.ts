// Anything that the questions of this extension can be asked.
import fc from 'fast-check';
import { type LogEventType, PAGE_VIEW, SELECTION } from '../../../../src/core/engine/event-log/format/log-event.ts';
import { METRIC } from '../../../../src/core/engine/rollups/metric.ts';
import {
  ATTRIBUTION_MODELS,
  type AttributionQuestion,
  type CreditedValues,
} from '../../../../src/extensions/questions/log/attribution-question.ts';
import type { FunnelQuestion, FunnelStep } from '../../../../src/extensions/questions/log/funnel-question.ts';
import type { PathsQuestion } from '../../../../src/extensions/questions/log/paths-question.ts';
import type { ReachQuestion } from '../../../../src/extensions/questions/log/reach.ts';
import type { RetentionQuestion } from '../../../../src/extensions/questions/log/retention-question.ts';
import { DAY_SECONDS, dimension, FIRST_DAY, filter, timeSpans, window } from '../../../core/engine/event-log/model.ts';
import { subjectLine } from '../../../support/subjects.ts';

const LINE = Object.values(subjectLine());
const { website } = subjectLine();
const step: fc.Arbitrary<FunnelStep> = fc.record({
  // Few types, so that there are sequences at all.
  type: fc.constantFrom<LogEventType[]>(
    METRIC.views,
    METRIC.views,
    METRIC.conversions,
    METRIC.orders,
    SELECTION,
    PAGE_VIEW,
  ),
  subject: fc.constantFrom(website, website, ...LINE),
  filters: fc.oneof(fc.constant([]), fc.constant([]), fc.array(filter, { maxLength: 2 })),
});

export const funnels: fc.Arbitrary<FunnelQuestion> = fc
  .record({
    steps: fc.array(step, { minLength: 2, maxLength: 4 }),
    withinSeconds: fc.constantFrom(1, 2, 60_000, DAY_SECONDS, 30 * DAY_SECONDS),
    windows: fc.constantFrom(
      [{ firstDay: FIRST_DAY - 1, lastDay: FIRST_DAY + 6 }],
      [
        { firstDay: FIRST_DAY + 2, lastDay: FIRST_DAY + 3 },
        { firstDay: FIRST_DAY, lastDay: FIRST_DAY + 1 },
      ],
    ),
    timeSpan: fc.option(timeSpans, { nil: undefined, freq: 2 }),
    by: fc.option(dimension),
    valuesMax: fc.constantFrom(1, 50),
  })
  .map(({ by, valuesMax, ...question }) => ({
    ...question,
    ...(by !== null && { breakDown: { by, valuesMax } }),
  }));

const attributionToCampaigns: fc.Arbitrary<AttributionQuestion> = fc.record({
  window: fc.constantFrom(
    { firstDay: FIRST_DAY + 1, lastDay: FIRST_DAY + 3 },
    { firstDay: FIRST_DAY, lastDay: FIRST_DAY + 9 },
  ),
  touchesFrom: fc.constantFrom(FIRST_DAY - 1, FIRST_DAY),
  touchTypes: fc.constantFrom<LogEventType[][]>([METRIC.conversions], [METRIC.conversions, METRIC.views]),
  creditDays: fc.constantFrom(0, 1, 3),
  withConversions: fc.boolean(),
});
const creditedValues: fc.Arbitrary<CreditedValues> = fc.record({
  by: fc.constantFrom('device', 'channel', 'page'),
  valuesMax: fc.constantFrom(1, 50),
  rankedBy: fc.constantFrom(...ATTRIBUTION_MODELS),
  alwaysShown: fc.constantFrom<string[][]>([], ['mobile', 'never seen']),
});
export const attributions: fc.Arbitrary<AttributionQuestion> = fc.oneof(
  attributionToCampaigns,
  fc
    .record({ asked: attributionToCampaigns, values: creditedValues })
    .map(({ asked, values }) => ({ ...asked, values })),
);

export const retentions: fc.Arbitrary<RetentionQuestion> = fc
  .record({
    start: fc.integer({ min: -1, max: 3 }),
    days: fc.integer({ min: 1, max: 9 }),
    by: fc.constantFrom('week', 'month'),
    firstType: fc.constantFrom<LogEventType[]>(METRIC.views, METRIC.orders, PAGE_VIEW),
    thenType: fc.constantFrom<LogEventType[]>(METRIC.views, METRIC.conversions, PAGE_VIEW),
    filters: fc.array(filter, { maxLength: 1 }),
    periods: fc.constantFrom(1, 12),
    breakDownBy: fc.option(dimension, { freq: 1 }),
    valuesMax: fc.constantFrom(1, 50),
    buyerDays: fc.constantFrom<number[][]>([], [0], [1, 30]),
  })
  .map(({ start, days, breakDownBy, valuesMax, buyerDays, ...question }) => ({
    ...question,
    ...(question.firstType === METRIC.orders &&
      buyerDays.length > 0 && { buyersAfter: { days: buyerDays, today: FIRST_DAY + 3 } }),
    subject: website,
    logFrom: FIRST_DAY - 1,
    window: { firstDay: FIRST_DAY + start, lastDay: FIRST_DAY + start + days - 1 },
    ...(breakDownBy !== null && { breakDown: { by: breakDownBy, valuesMax } }),
  }));

export const reachQuestions: fc.Arbitrary<ReachQuestion> = fc.record({
  window,
  filters: fc.array(filter, { maxLength: 1 }),
});

export const pathQuestions: fc.Arbitrary<PathsQuestion> = fc.record({
  subject: fc.constant(website),
  step,
  isBackwards: fc.boolean(),
  window,
  withinSeconds: fc.constantFrom(1, 60_000, 30 * DAY_SECONDS),
  depth: fc.integer({ min: 1, max: 4 }),
  childrenMax: fc.constantFrom(1, 5),
  pagesMax: fc.constantFrom(1, 2, 100),
});
