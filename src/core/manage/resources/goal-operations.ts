// Goals: how much of a metric a website or a campaign should have in a month. The dashboard shows how far the current month is.
import { z } from 'zod';
import { GOAL_METRICS, type GoalFields } from '../../answers/alerts/goal-progress.ts';
import { id } from '../../contract/operations/schemas.ts';
import { Problem } from '../../foundation/problem/problem.ts';
import { recordOperations, recordOutput } from './saved-record-operations.ts';
import type { RecordKind } from './saved-records.ts';

const TARGET_MAX = 1e12;

export const GOALS: RecordKind<GoalFields> = {
  kind: 'goal',
  countMax: 20,
  sharesNames: false,
  compare: (one, other) => one.name.localeCompare(other.name, 'en'),
  async check(database, websiteId, { campaign_id: campaignId }) {
    if (!campaignId) return;
    const [campaign] = await database.query('SELECT 1 FROM campaigns WHERE website_id = $1 AND id = $2', [
      websiteId,
      campaignId,
    ]);
    if (campaign) return;
    const detail = `Website ${websiteId} has no campaign ${campaignId}: take the id from a report on the website.`;
    throw new Problem(422, detail, { code: 'invalid_campaign_id', param: 'campaign_id' });
  },
};

export const goalMetric = z.enum(GOAL_METRICS);
const metric = goalMetric.describe('Counted as the reports do by default: each visitor once. Revenue is a sum.');
const target = z
  .number()
  .positive()
  .max(TARGET_MAX)
  .describe('For each month. Of revenue, in the currency of the website.');
const campaignId = id.nullable().describe('null: of the whole website.');

export const goal = recordOutput({ metric, target, campaign_id: campaignId });

export const GOAL_OPERATIONS = recordOperations({
  kind: GOALS,
  tag: 'Goals',
  path: '/api/v1/goals',
  called: 'goal',
  about: 'A goal is what a website or a campaign should reach in each month. Compare it with the report of the month.',
  fields: { metric, target, campaign_id: campaignId.default(null) },
  changedFields: { metric, target, campaign_id: campaignId },
  rules: {
    metric: `must be one of ${GOAL_METRICS.join(', ')}`,
    target: `must be a number above 0, at most ${TARGET_MAX}`,
    campaign_id: 'must be the id of a campaign of the website, or null',
  },
  output: goal,
  example: {
    id: 9,
    name: 'Newsletter',
    metric: 'subscribes',
    target: 1000,
    campaign_id: null,
    created_at: '2026-03-10T09:30:00Z',
    updated_at: '2026-03-10T09:30:00Z',
  },
  bodyExample: { name: 'Newsletter', metric: 'subscribes', target: 1000 },
  changeExample: { target: 1200 },
});
