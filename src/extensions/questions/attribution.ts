import { campaignCreditsFile, valueCreditsFile } from '@funnel/report-files/tables/event-log.ts';
import { z } from 'zod';
import { VALUES_MAX } from '../../core/answers/reports/breakdown.ts';
import { exampleReport } from '../../core/answers/reports/examples.ts';
import { outsideCampaigns } from '../../core/answers/reports/notes/outside-campaigns.ts';
import { notesOf } from '../../core/answers/reports/notes/report-notes.ts';
import { checkWindow, OF_LOG_ALONE, type OpenReport, openReport } from '../../core/answers/reports/open-report.ts';
import { noteParameters, timeframeParameters } from '../../core/answers/reports/parameters.ts';
import {
  notesField,
  SAMPLE_RATE,
  SAMPLED,
  sampleRate,
  timeframe,
  website,
} from '../../core/answers/reports/schemas.ts';
import { samplingOf } from '../../core/answers/reports/segment.ts';
import {
  type ChosenWebsite,
  defineOperation,
  type ReadContext,
} from '../../core/contract/operations/define-operation.ts';
import {
  invalidParameter,
  parameter,
  restOnlyParameter,
  websiteParameter,
} from '../../core/contract/operations/parameters.ts';
import { id } from '../../core/contract/operations/schemas.ts';
import { DEFAULT_SETTINGS } from '../../core/engine/catalog/settings.ts';
import { SUBJECT_KIND, type SubjectKind } from '../../core/engine/catalog/subject.ts';
import { readWebsiteSettings } from '../../core/engine/catalog/website-settings.ts';
import { SELECTION } from '../../core/engine/event-log/format/log-event.ts';
import { type AskedLog, askLog } from '../../core/engine/event-log/questions/ask-log.ts';
import { isoOfDay } from '../../core/engine/rollups/calendar.ts';
import { METRIC } from '../../core/engine/rollups/metric.ts';
import { readCounts } from '../../core/engine/rollups/read-counts.ts';
import { NO_VALUE, OTHER_VALUES, type StoredDimension } from '../../core/foundation/dimensions/dimension.ts';
import { Problem } from '../../core/foundation/problem/problem.ts';
import { attribution } from './log/attribution.ts';
import { ATTRIBUTION_MODELS, type Touched } from './log/attribution-question.ts';
import { isCostDimension, readCostsOfWindow } from './read-costs.ts';
import { costFields, credit, models, ShownCredits, type StoredCounts } from './shown-credits.ts';

const ONLY_LOGGED = { param: 'window_days', missing: 'nothing is known about the touches before its orders' };
const WINDOW_DAYS_DEFAULT = 7;
const WINDOW_DAYS_MAX = 90;
const WINDOW_SOURCES = ['request', 'website', 'default'] as const;
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

const windowParameters = { ...websiteParameter, ...timeframeParameters, ...noteParameters };

const costsByParameter = {
  costs_by: restOnlyParameter(
    z
      .enum(ATTRIBUTION_MODELS)
      .optional()
      .describe('The model of cost_per_order and return_on_spend, where the answer has several. Default: the first.'),
    'invalid_costs_by',
    `must be one of ${ATTRIBUTION_MODELS.join(', ')}, and the model if there is one`,
  ),
};
const COSTS_BY_SCHEMA = z.object(costsByParameter);

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
    'day of the order. With `by`, values of a dimension get the credit, and any event but an order is a touch; channels and UTM ' +
    'campaigns have their cost. `last`, `first` and `linear` add up to the website; `any` credits an order to everything with a touch.',
  scope: 'reports',
  website: 'chosen',
  readsEventLog: true,
  // Only the report itself knows the setting of the website, which is the default.
  loggedDaysBefore: ({ window_days = 0 }) => window_days,
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
          'How many days before that of the order a touch may be. ' +
            `Default: as the website, or ${WINDOW_DAYS_DEFAULT} if it credits no orders.`,
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
    ...costsByParameter,
    conversions: parameter(
      z.boolean().optional().describe('Also credits conversions, as orders without revenue.'),
      'invalid_conversions',
      'must be true or false',
    ),
    ...windowParameters,
  }),
  csv: {
    values: {
      fileOf: ({ website: { currency }, data: { by, rows } }, { t }) =>
        by && rows && valueCreditsFile(rows, { dimension: by, currency, t }),
    },
    campaigns: {
      fileOf: ({ website, data: { campaigns } }, { t }) =>
        campaigns && campaignCreditsFile(campaigns, website.currency, t),
    },
  },
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
      window_days_from: z
        .enum(WINDOW_SOURCES)
        .describe(
          'Where window_days comes from. default: the website credits no orders, so it has no setting of its own.',
        ),
      credit_by: z
        .enum(['conversion', 'view'])
        .optional()
        .describe('Left out if every event with a value but an order is a touch.'),
      costs_by: z
        .enum(ATTRIBUTION_MODELS)
        .optional()
        .describe('The model of cost_per_order and return_on_spend. Only with notes=true, and where rows have costs.'),
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
            ...costFields,
          }),
        )
        .optional()
        .describe(
          `Only with by: values with orders, at most ${VALUES_MAX}, by revenue under the first of the models, and the ${VALUES_MAX} ` +
            `that cost most, then (other). The last row, ${NO_VALUE}, has the orders without a value: by a model those without touches.`,
        ),
    }),
  }),
  example: {
    ...exampleReport('attribution', {
      window_days: WINDOW_DAYS_DEFAULT,
      window_days_from: 'website',
      credit_by: 'conversion',
      campaigns: [
        { id: 10, name: 'Spring popup', stored: exampleCredit, last: exampleCredit, linear: exampleCredit },
        { id: null, name: NO_CAMPAIGN, stored: exampleCredit, last: exampleCredit, linear: exampleCredit },
      ],
    }),
    sampled: false,
  },
  errors: { 422: ['events_not_kept'] },
  check(query, today) {
    checkWindow(query, today);
    const { model, costs_by: costsBy = model } = query;
    if (model && costsBy !== model) throw invalidParameter(COSTS_BY_SCHEMA, 'costs_by');
  },
  async read(query, context) {
    const by = query.by === 'campaign' ? undefined : query.by;
    const asked = query.model ? ([query.model] as const) : ATTRIBUTION_MODELS;
    const touches = await touchesOf({ ...query, by }, context);
    const { window_days, credit_by } = touches;
    const report = await openReport({ ...query, ...OF_LOG_ALONE, break_down_by: by, onlyLogged: ONLY_LOGGED }, context);
    const { window } = report;
    const touchesFrom = window.firstDay - window_days;
    requireTouches(report, touchesFrom, window_days);
    // Whoever shares a page shows what it brought. What was spent is for the people of the account.
    const costs = by && !context.isForLink ? await readCostsUntilToday(context, report, by) : undefined;
    const alwaysShown = costliest(costs ?? new Map());
    const answer = await askLog(
      context.database,
      report.log!,
      attribution({
        window,
        touchesFrom,
        touchTypes: credit_by ? TOUCH_TYPES[credit_by] : EVENTS_OF_VISITS,
        creditDays: window_days,
        ...(by && { values: { by, valuesMax: VALUES_MAX, rankedBy: asked[0], alwaysShown } }),
        ...(query.conversions && { withConversions: true }),
      }),
    );
    const credits = new ShownCredits(answer, {
      asked,
      costsBy: query.costs_by,
      withConversions: query.conversions === true,
    });
    return {
      ...(await notesOf(report, context, { own: () => (by ? [] : outsideCampaigns(report, context)) })),
      report: 'attribution' as const,
      ...report.head,
      ...samplingOf(answer),
      data: by
        ? {
            by,
            ...touches,
            ...(costs && query.notes && { costs_by: credits.costsBy }),
            rows: rowsOf(credits, costs, alwaysShown),
          }
        : { ...touches, campaigns: await readCampaigns(context, report, credits) },
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
  return { ...windowDaysOf(query, settings), ...(credit_by && { credit_by }) };
}

function windowDaysOf(
  { window_days: asked }: AskedTouches,
  { credit_window_days: own }: Pick<typeof DEFAULT_SETTINGS, 'credit_window_days'>,
): { readonly window_days: number; readonly window_days_from: (typeof WINDOW_SOURCES)[number] } {
  if (asked !== undefined) return { window_days: asked, window_days_from: 'request' };
  if (own > 0) return { window_days: own, window_days_from: 'website' };
  return { window_days: WINDOW_DAYS_DEFAULT, window_days_from: 'default' };
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

/** undefined: costs are not of this dimension. No day has cost anything before it has begun. */
async function readCostsUntilToday(
  { database, websiteId }: ReadContext & ChosenWebsite,
  { window, today }: OpenReport,
  by: StoredDimension,
): Promise<ReadonlyMap<string, number> | undefined> {
  if (!isCostDimension(by)) return undefined;
  const { firstDay, lastDay } = window;
  return readCostsOfWindow(database, websiteId, by, { firstDay, lastDay: Math.min(lastDay, today) });
}

function costliest(costs: ReadonlyMap<string, number>): string[] {
  const values = [...costs].sort(([a, costOfA], [b, costOfB]) => costOfB - costOfA || (a < b ? -1 : 1));
  return values.slice(0, VALUES_MAX).map(([value]) => value);
}

async function readCampaigns(context: ReadContext & ChosenWebsite, report: OpenReport, credits: ShownCredits) {
  const campaigns = await context.database.query<{ id: number; name: string }>(
    'SELECT id, name FROM campaigns WHERE website_id = $1',
    [context.websiteId],
  );
  const counted = await readStored(context, report, campaigns);
  const rowOf = (campaignId: number | null, name: string) => {
    const stored = credits.shown(counted.get(campaignId)!);
    return { id: campaignId, name, stored, ...credits.models(campaignId) };
  };
  const rows = campaigns
    .map((campaign) => rowOf(campaign.id, campaign.name))
    .filter((row) => credits.isAny(row))
    .sort((a, b) => credits.compare(a, b) || a.id! - b.id!);
  return [...rows, rowOf(null, NO_CAMPAIGN)];
}

/** `costs`: undefined if rows have none. */
function rowsOf(credits: ShownCredits, costs: ReadonlyMap<string, number> | undefined, costly: readonly string[]) {
  const rowOf = (touched: Touched | null) => ({
    value: touched === null ? NO_VALUE : String(touched),
    stored: credits.stored(touched),
    ...credits.models(touched),
  });
  const credited = credits.values.map(rowOf).filter((row) => credits.isAny(row));
  const isCredited = new Set(credited.map(({ value }) => value));
  const costOf = new Map<string, number | null>(costs);
  const rows = [...credited, ...costly.filter((value) => !isCredited.has(value)).map(rowOf)];
  const isShown = new Set(rows.map(({ value }) => value));
  const otherCosts = [...(costs ?? [])].filter(([value]) => !isShown.has(value));
  if (otherCosts.length > 0) {
    costOf.set(
      OTHER_VALUES,
      otherCosts.reduce((sum, [, cost]) => sum + cost, 0),
    );
    if (!isShown.has(OTHER_VALUES)) rows.push(rowOf(OTHER_VALUES));
  }
  const isOther = ({ value }: { readonly value: string }) => Number(value === OTHER_VALUES);
  const compareCosts = (a: string, b: string) => (costOf.get(b) ?? 0) - (costOf.get(a) ?? 0);
  rows.sort(
    (a, b) =>
      isOther(a) - isOther(b) ||
      credits.compare(a, b) ||
      compareCosts(a.value, b.value) ||
      (a.value < b.value ? -1 : 1),
  );
  const all = [...rows, rowOf(null)];
  if (!costs) return all;
  return all.map((row) => ({ ...row, ...credits.costFields(row, costOf.get(row.value) ?? null) }));
}

/** What is stored for each campaign. null: what the website has beside its campaigns. */
async function readStored(
  { database, websiteId }: ReadContext & ChosenWebsite,
  { window, builtThrough }: OpenReport,
  campaigns: readonly { readonly id: number }[],
): Promise<ReadonlyMap<number | null, StoredCounts>> {
  const read = (kind: SubjectKind, subjectIds: readonly number[]) =>
    readCounts(database, { websiteId, kind, subjectIds, windows: [window], countType: 'total', builtThrough });
  const ids = campaigns.map((campaign) => campaign.id);
  const [ofWebsite, ofCampaigns] = await Promise.all([
    read(SUBJECT_KIND.website, [websiteId]),
    read(SUBJECT_KIND.campaign, ids),
  ]);
  let { orders, revenue, conversions } = ofWebsite.get(websiteId)![0]!;
  const stored = new Map<number | null, StoredCounts>();
  for (const campaignId of ids) {
    const own = ofCampaigns.get(campaignId)![0]!;
    stored.set(campaignId, own);
    orders -= own.orders;
    revenue -= own.revenue;
    conversions -= own.conversions;
  }
  return stored.set(null, { orders, revenue, conversions });
}
