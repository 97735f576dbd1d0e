import { z } from 'zod';
import {
  type ChosenWebsite,
  defineOperation,
  type ReadContext,
} from '../../../contract/operations/define-operation.ts';
import { parameter } from '../../../contract/operations/parameters.ts';
import { id } from '../../../contract/operations/schemas.ts';
import { DEFAULT_SETTINGS } from '../../../engine/catalog/settings.ts';
import { SUBJECT_KIND, type SubjectKind } from '../../../engine/catalog/subject.ts';
import { readWebsiteSettings } from '../../../engine/catalog/website-settings.ts';
import {
  ATTRIBUTION_MODELS,
  type AttributionAnswer,
  type AttributionModel,
  ORDER_PARTS,
} from '../../../engine/event-log/attribution/attribution-question.ts';
import { type AskedLog, askLog } from '../../../engine/event-log/questions/ask-log.ts';
import { isoOfDay } from '../../../engine/rollups/calendar.ts';
import type { Counts } from '../../../engine/rollups/counts.ts';
import { METRIC } from '../../../engine/rollups/metric.ts';
import { readCounts } from '../../../engine/rollups/read-counts.ts';
import { Problem } from '../../../foundation/problem/problem.ts';
import { exampleReport } from '../examples.ts';
import { inCurrencyUnits } from '../metrics.ts';
import { notesOf } from '../notes/report-notes.ts';
import { checkWindow, type OpenReport, openReport } from '../open-report.ts';
import { reportParameters } from '../parameters.ts';
import { notesField, SAMPLE_RATE, SAMPLED, sampleRate, timeframe, website } from '../schemas.ts';
import { samplingOf } from '../segment.ts';

const WINDOW_DAYS_DEFAULT = 7;
const WINDOW_DAYS_MAX = 90;
const NO_CAMPAIGN = '(none)';

const TOUCH_TYPES = {
  conversion: [METRIC.conversions],
  view: [METRIC.conversions, METRIC.views],
} as const;

const credit = z.strictObject({
  orders: z.number().nonnegative().describe('By the model `linear`, parts of orders with at most 4 decimals.'),
  revenue: z.number().nonnegative().describe("In the website's currency."),
});
const models = Object.fromEntries(ATTRIBUTION_MODELS.map((model) => [model, credit.optional()])) as Record<
  AttributionModel,
  z.ZodOptional<typeof credit>
>;

const { count_type: _, previous_period: __, compare: ___, ...windowParameters } = reportParameters;

const exampleCredit = { orders: 12, revenue: 1438.8 };

export const attributionReport = defineOperation({
  name: 'get_attribution',
  tag: 'Reports',
  method: 'GET',
  path: '/api/v1/reports/attribution',
  isTool: 'extended',
  title: 'Attribution report',
  description:
    'Orders and revenue of each campaign as they were counted (`stored`), and as other models would credit them, from the kept ' +
    'events of a website. A touch is a conversion of the same visitor, or also a view (credit_by), at most window_days before the ' +
    'day of the order. `last`, `first` and `linear` credit each order once, so they add up to the website; ' +
    '`any` credits it to every campaign with a touch, so it does not.',
  scope: 'reports',
  website: 'chosen',
  readsEventLog: true,
  input: z.object({
    model: parameter(
      z
        .enum(ATTRIBUTION_MODELS)
        .optional()
        .describe(
          'last: the campaign of the last touch. first: that of the first one. linear: all touched campaigns in equal parts. any: ' +
            'each of them for the whole order. Default: all models.',
        ),
      'invalid_model',
      `must be one of ${ATTRIBUTION_MODELS.join(', ')}`,
    ),
    window_days: parameter(
      z
        .int()
        .min(1)
        .max(WINDOW_DAYS_MAX)
        .optional()
        .describe(
          'How many days before that of the order a touch may be. Default: ' +
            `credit_window_days of the website, or ${WINDOW_DAYS_DEFAULT} if it credits no orders.`,
        ),
      'invalid_window_days',
      `must be a whole number from 1 to ${WINDOW_DAYS_MAX}`,
    ),
    credit_by: parameter(
      z
        .enum(['conversion', 'view'])
        .optional()
        .describe('What a touch is: a conversion, or also a view. Default: credit_by of the website.'),
      'invalid_credit_by',
      'must be conversion or view',
    ),
    ...windowParameters,
  }),
  output: z.strictObject({
    ...notesField,
    report: z.literal('attribution'),
    website,
    timeframe,
    sampled: z.boolean().describe(SAMPLED),
    sample_rate: sampleRate.describe(SAMPLE_RATE),
    data: z.strictObject({
      window_days: z.int(),
      credit_by: z.enum(['conversion', 'view']),
      campaigns: z
        .array(
          z.strictObject({
            id: id.nullable(),
            name: z.string(),
            stored: credit.describe('As in all other reports.'),
            ...models,
          }),
        )
        .describe(
          'Campaigns with orders, by revenue under the first of the models. ' +
            `The last row, with the id null and the name ${NO_CAMPAIGN}, has the orders without a campaign: ` +
            'by a model those without touches.',
        ),
    }),
  }),
  example: {
    ...exampleReport('attribution', {
      window_days: WINDOW_DAYS_DEFAULT,
      credit_by: 'conversion',
      campaigns: [
        { id: 10, name: 'Spring popup', stored: exampleCredit, last: exampleCredit, linear: exampleCredit },
        { id: null, name: NO_CAMPAIGN, stored: exampleCredit, last: exampleCredit, linear: exampleCredit },
      ],
    }),
    sampled: false,
  },
  errors: { 422: ['events_not_kept'] },
  check: checkWindow,
  async read(query, context) {
    const touches = await touchesOf(query, context);
    const { window_days, credit_by } = touches;
    const report = await openReport({ ...query, window_days, count_type: 'total', previous_period: false }, context);
    const { window } = report;
    const touchesFrom = window.firstDay - window_days;
    requireTouches(report, touchesFrom, window_days);
    const answer = await askLog(context.database, report.log!, 'attribution', {
      window,
      touchesFrom,
      touchTypes: TOUCH_TYPES[credit_by],
      creditDays: window_days,
    });
    return {
      ...(await notesOf(report, context)),
      report: 'attribution' as const,
      ...report.head,
      ...samplingOf(answer),
      data: {
        ...touches,
        campaigns: await readRows(context, report, answer, query.model ? [query.model] : ATTRIBUTION_MODELS),
      },
    };
  },
});

interface AskedTouches {
  readonly window_days?: number | undefined;
  readonly credit_by?: keyof typeof TOUCH_TYPES | undefined;
}

/** What is not asked for is as the website credits its orders. */
async function touchesOf(query: AskedTouches, { database, websiteId }: ReadContext & ChosenWebsite) {
  const settings = (await readWebsiteSettings(database, websiteId)) ?? DEFAULT_SETTINGS;
  return {
    window_days: query.window_days ?? (settings.credit_window_days || WINDOW_DAYS_DEFAULT),
    credit_by: query.credit_by ?? settings.credit_by,
  };
}

/** Touches before the window must be in the log, too, unless there were no events before it. Throws a problem of status 422. */
function requireTouches({ log, firstEventDay, window }: OpenReport, touchesFrom: number, creditDays: number): void {
  const { firstDay } = log as AskedLog;
  if (touchesFrom >= firstDay || (firstEventDay !== undefined && firstEventDay >= firstDay)) return;
  const detail =
    `Orders since ${isoOfDay(firstDay + creditDays)} can be credited, because the events of this website are kept since ` +
    `${isoOfDay(firstDay)}, and touches of ${creditDays} days before an order count. ` +
    `The window begins on ${isoOfDay(window.firstDay)}: choose a later beginning, or fewer window_days.`;
  throw new Problem(422, detail, { code: 'events_not_kept', param: 'window_days' });
}

type Stored = Pick<Counts, 'orders' | 'revenue'>;

async function readRows(
  context: ReadContext & ChosenWebsite,
  report: OpenReport,
  answer: AttributionAnswer,
  asked: readonly AttributionModel[],
) {
  const campaigns = await context.database.query<{ id: number; name: string }>(
    'SELECT id, name FROM campaigns WHERE website_id = $1',
    [context.websiteId],
  );
  const stored = await readStored(context, report, campaigns);
  const rowOf = (campaignId: number | null, name: string) => {
    const { orders, revenue } = stored.get(campaignId)!;
    const credits = asked.map((model) => [model, shownCredit(answer, model, campaignId)]);
    return {
      id: campaignId,
      name,
      stored: { orders, revenue: inCurrencyUnits(revenue) },
      ...(Object.fromEntries(credits) as Partial<Record<AttributionModel, Stored>>),
    };
  };
  const [first] = asked as [AttributionModel];
  const rows = campaigns
    .map((campaign) => rowOf(campaign.id, campaign.name))
    .filter((row) => row.stored.orders > 0 || asked.some((model) => row[model]!.orders > 0))
    .sort((a, b) => b[first]!.revenue - a[first]!.revenue || b.stored.revenue - a.stored.revenue || a.id! - b.id!);
  return [...rows, rowOf(null, NO_CAMPAIGN)];
}

/** What is stored for each campaign. null: what the website has beside its campaigns. */
async function readStored(
  { database, websiteId }: ReadContext & ChosenWebsite,
  { window, builtThrough }: OpenReport,
  campaigns: readonly { readonly id: number }[],
): Promise<ReadonlyMap<number | null, Stored>> {
  const read = (kind: SubjectKind, subjectIds: readonly number[]) =>
    readCounts(database, { websiteId, kind, subjectIds, windows: [window], countType: 'total', builtThrough });
  const ids = campaigns.map((campaign) => campaign.id);
  const [ofWebsite, ofCampaigns] = await Promise.all([
    read(SUBJECT_KIND.website, [websiteId]),
    read(SUBJECT_KIND.campaign, ids),
  ]);
  let { orders, revenue } = ofWebsite.get(websiteId)![0]!;
  const stored = new Map<number | null, Stored>();
  for (const campaignId of ids) {
    const own = ofCampaigns.get(campaignId)![0]!;
    stored.set(campaignId, own);
    orders -= own.orders;
    revenue -= own.revenue;
  }
  return stored.set(null, { orders, revenue });
}

function shownCredit({ models: credits }: AttributionAnswer, model: AttributionModel, campaignId: number | null) {
  const { orders = 0, revenue = 0 } = credits[model].get(campaignId) ?? {};
  return { orders: orders / ORDER_PARTS, revenue: inCurrencyUnits(revenue) };
}
