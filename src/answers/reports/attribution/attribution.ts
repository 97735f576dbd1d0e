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
  type CreditName,
  ORDER_PARTS,
  type Touched,
} from '../../../engine/event-log/attribution/attribution-question.ts';
import { SELECTION } from '../../../engine/event-log/format/log-event.ts';
import { type AskedLog, askLog } from '../../../engine/event-log/questions/ask-log.ts';
import { isoOfDay } from '../../../engine/rollups/calendar.ts';
import type { Counts } from '../../../engine/rollups/counts.ts';
import { METRIC } from '../../../engine/rollups/metric.ts';
import { readCounts } from '../../../engine/rollups/read-counts.ts';
import { NO_VALUE, OTHER_VALUES, type StoredDimension } from '../../../foundation/dimensions/dimension.ts';
import { Problem } from '../../../foundation/problem/problem.ts';
import { VALUES_MAX } from '../breakdown.ts';
import { exampleReport } from '../examples.ts';
import { inCurrencyUnits } from '../metrics.ts';
import { notesOf } from '../notes/report-notes.ts';
import { checkWindow, type OpenReport, openReport } from '../open-report.ts';
import { reportParameters } from '../parameters.ts';
import { notesField, SAMPLE_RATE, SAMPLED, sampleRate, timeframe, website } from '../schemas.ts';
import { samplingOf } from '../segment.ts';

const WINDOW_DAYS_DEFAULT = 7;
const WINDOW_DAYS_MAX = 90;
const NO_CAMPAIGN = NO_VALUE;

/** What gets the credit: campaigns, or the values of a dimension. */
const CREDITED = [
  'campaign',
  'channel',
  'utm_source',
  'utm_medium',
  'utm_campaign',
  'referrer',
  'device',
  'country',
  'page',
] as const satisfies readonly ('campaign' | StoredDimension)[];

const TOUCH_TYPES = {
  conversion: [METRIC.conversions],
  view: [METRIC.conversions, METRIC.views],
} as const;
/** Whatever a visitor does belongs to a visit. An order does not: many come from a server, and say nothing about the visit. */
const EVENTS_OF_VISITS = [
  METRIC.views,
  METRIC.conversions,
  METRIC.completions,
  METRIC.submissions,
  METRIC.subscribes,
  SELECTION,
] as const;

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
    'day of the order. With `by`, values of a dimension get the credit, and any event but an order is a touch. ' +
    '`last`, `first` and `linear` add up to the website; `any` credits an order to everything with a touch.',
  scope: 'reports',
  website: 'chosen',
  readsEventLog: true,
  input: z.object({
    by: parameter(
      z.enum(CREDITED).optional().describe('What gets the credit. Default: campaign.'),
      'invalid_by',
      `must be one of ${CREDITED.join(', ')}`,
    ),
    model: parameter(
      z
        .enum(ATTRIBUTION_MODELS)
        .optional()
        .describe(
          'last, first: what was touched last or first. linear: all of it in equal parts. any: each for the whole order. Default: all.',
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
        .describe('What a touch is: a conversion, or also a view. Default: as the website, or with by all events.'),
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
      by: z.enum(CREDITED).exclude(['campaign']).optional().describe('Left out if campaigns get the credit.'),
      window_days: z.int(),
      credit_by: z
        .enum(['conversion', 'view'])
        .optional()
        .describe('Left out if every event with a value but an order is a touch.'),
      campaigns: z
        .array(
          z.strictObject({
            id: id.nullable(),
            name: z.string(),
            stored: credit.describe('As in all other reports.'),
            ...models,
          }),
        )
        .optional()
        .describe(
          'Campaigns with orders, by revenue under the first of the models. ' +
            `The last row, with the id null and the name ${NO_CAMPAIGN}, has the orders without a campaign: ` +
            'by a model those without touches.',
        ),
      rows: z
        .array(
          z.strictObject({
            value: z.string(),
            stored: credit.describe("By the order's own value, as breakdowns have it."),
            ...models,
          }),
        )
        .optional()
        .describe(
          `Only with by: values with orders, at most ${VALUES_MAX}, by revenue under the first of the models, then (other). ` +
            `The last row, ${NO_VALUE}, has the orders without a value: by a model those without touches.`,
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
    const by = query.by === 'campaign' ? undefined : query.by;
    const asked = query.model ? ([query.model] as const) : ATTRIBUTION_MODELS;
    const touches = await touchesOf({ ...query, by }, context);
    const { window_days, credit_by } = touches;
    const fixed = { window_days, count_type: 'total', previous_period: false } as const;
    const report = await openReport({ ...query, ...fixed, break_down_by: by }, context);
    const { window } = report;
    const touchesFrom = window.firstDay - window_days;
    requireTouches(report, touchesFrom, window_days);
    const answer = await askLog(context.database, report.log!, 'attribution', {
      window,
      touchesFrom,
      touchTypes: credit_by ? TOUCH_TYPES[credit_by] : EVENTS_OF_VISITS,
      creditDays: window_days,
      ...(by && { values: { by, valuesMax: VALUES_MAX, rankedBy: asked[0] } }),
    });
    return {
      ...(await notesOf(report, context)),
      report: 'attribution' as const,
      ...report.head,
      ...samplingOf(answer),
      data: by
        ? { by, ...touches, rows: rowsOf(answer, asked) }
        : { ...touches, campaigns: await readCampaigns(context, report, answer, asked) },
    };
  },
});

interface AskedTouches {
  readonly by: StoredDimension | undefined;
  readonly window_days?: number | undefined;
  readonly credit_by?: keyof typeof TOUCH_TYPES | undefined;
}

/** What is not asked for is as the website credits its orders, which is to campaigns. */
async function touchesOf(query: AskedTouches, { database, websiteId }: ReadContext & ChosenWebsite) {
  const settings = (await readWebsiteSettings(database, websiteId)) ?? DEFAULT_SETTINGS;
  const credit_by = query.credit_by ?? (query.by ? undefined : settings.credit_by);
  return {
    window_days: query.window_days ?? (settings.credit_window_days || WINDOW_DAYS_DEFAULT),
    ...(credit_by && { credit_by }),
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

async function readCampaigns(
  context: ReadContext & ChosenWebsite,
  report: OpenReport,
  answer: AttributionAnswer,
  asked: readonly AttributionModel[],
) {
  const campaigns = await context.database.query<{ id: number; name: string }>(
    'SELECT id, name FROM campaigns WHERE website_id = $1',
    [context.websiteId],
  );
  const counted = await readStored(context, report, campaigns);
  const rowOf = (campaignId: number | null, name: string) => {
    const { orders, revenue } = counted.get(campaignId)!;
    const stored = { orders, revenue: inCurrencyUnits(revenue) };
    return { id: campaignId, name, stored, ...modelsOf(answer, asked, campaignId) };
  };
  const rows = campaigns
    .map((campaign) => rowOf(campaign.id, campaign.name))
    .filter(hasOrders(asked))
    .sort((a, b) => compareRevenue(asked, a, b) || a.id! - b.id!);
  return [...rows, rowOf(null, NO_CAMPAIGN)];
}

function rowsOf(answer: AttributionAnswer, asked: readonly AttributionModel[]) {
  const rowOf = (touched: Touched | null) => ({
    value: touched === null ? NO_VALUE : String(touched),
    stored: shownCredit(answer, 'stored', touched),
    ...modelsOf(answer, asked, touched),
  });
  const values = new Set(Object.values(answer.credits).flatMap((credits) => [...credits.keys()]));
  values.delete(null);
  const isOther = ({ value }: { readonly value: string }) => Number(value === OTHER_VALUES);
  const rows = [...values]
    .map(rowOf)
    .filter(hasOrders(asked))
    .sort((a, b) => isOther(a) - isOther(b) || compareRevenue(asked, a, b) || (a.value < b.value ? -1 : 1));
  return [...rows, rowOf(null)];
}

type CreditedRow = { readonly stored: Stored } & Partial<Record<AttributionModel, Stored>>;

function modelsOf(answer: AttributionAnswer, asked: readonly AttributionModel[], touched: Touched | null) {
  const credits = asked.map((model) => [model, shownCredit(answer, model, touched)]);
  return Object.fromEntries(credits) as Partial<Record<AttributionModel, Stored>>;
}

function hasOrders(asked: readonly AttributionModel[]) {
  return (row: CreditedRow) => row.stored.orders > 0 || asked.some((model) => row[model]!.orders > 0);
}

function compareRevenue([first]: readonly AttributionModel[], a: CreditedRow, b: CreditedRow): number {
  return b[first!]!.revenue - a[first!]!.revenue || b.stored.revenue - a.stored.revenue;
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

function shownCredit({ credits }: AttributionAnswer, name: CreditName, touched: Touched | null): Stored {
  const { orders = 0, revenue = 0 } = credits[name].get(touched) ?? {};
  return { orders: orders / ORDER_PARTS, revenue: inCurrencyUnits(revenue) };
}
