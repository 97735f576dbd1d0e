// Retention and paths of a sample. What they count is in test/answers/reports/retention-and-paths.test.ts.
import { expect, test } from 'vitest';
import { paths } from '../../../src/engine/event-log/paths/paths.ts';
import { retention } from '../../../src/engine/event-log/retention/retention.ts';
import { METRIC } from '../../../src/engine/rollups/metric.ts';
import { subjectLine } from '../../support/subjects.ts';
import { FIRST_DAY } from './model.ts';

const { website } = subjectLine();
const ASKED = { subject: website, window: { firstDay: FIRST_DAY, lastDay: FIRST_DAY } };
const QUARTER = { rate: 0.25 };

test('each visitor of a cohort stands for as many as the rate of the sample says', () => {
  const question = retention({
    ...{ ...ASKED, by: 'week', logFrom: FIRST_DAY, filters: [], periods: 1 },
    ...{ firstType: METRIC.views, thenType: METRIC.views },
  });
  const whole = {
    cohorts: [{ start: FIRST_DAY, visitors: 10, returned: [3, 1] }],
    buyers: [{ days: 30, buyers: 8, repeatBuyers: 1, revenue: 50_000 }],
  };
  const counted = { ...whole, values: [{ value: 'a', ...whole }], followable: 10, unfollowable: 5 };
  const scaled = {
    cohorts: [{ start: FIRST_DAY, visitors: 40, returned: [12, 4] }],
    buyers: [{ days: 30, buyers: 32, repeatBuyers: 4, revenue: 200_000 }],
  };
  expect(question.answer({ ...counted, sampled: QUARTER }, [])).toEqual({
    ...{ ...scaled, values: [{ value: 'a', ...scaled }], followable: 10, unfollowable: 5 },
    sampled: QUARTER,
  });
  expect(question.answer({ ...counted, sampled: false }, [])).toEqual({ ...counted, sampled: false });
});

test('the parts of a node of paths add up, also in a sample', () => {
  const question = paths({
    ...{ ...ASKED, isBackwards: false, withinSeconds: 60, depth: 1, childrenMax: 2 },
    step: { type: METRIC.views, subject: website, filters: [] },
  });
  const child = (campaignId: number, visitors: number) => ({
    ...{ type: METRIC.orders, campaignId, page: null, visitors, children: [] },
  });
  const root = { visitors: 4, children: [child(10, 2), child(11, 1)], rest: { ended: 1, others: 0 } };
  const answer = question.answer({ root, followable: 4, unfollowable: 0, sampled: { rate: 0.3 } }, []);
  expect(answer.root).toEqual({ visitors: 13, children: [child(10, 7), child(11, 3)], rest: { ended: 3, others: 0 } });
});
