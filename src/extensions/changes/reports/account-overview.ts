// What the overview of many websites needs besides their numbers: their groups, the reporting currency, and what needs attention, with the
// most at stake first.
import { z } from 'zod';
import type { Sentence } from '../../../../languages/sentence.ts';
import { ALERT_KINDS, type AlertKind } from '../../../core/answers/alerts/alert.ts';
import { readWebsiteGroups } from '../../../core/answers/reports/account/website-groups.ts';
import { inCurrencyUnits } from '../../../core/answers/reports/metrics.ts';
import type { KeepingContext } from '../../../core/answers/reports/open-log.ts';
import { readWebsites, type WebsiteDates } from '../../../core/answers/reports/open-report.ts';
import { defineOperation, type ReadContext } from '../../../core/contract/operations/define-operation.ts';
import { languageParameter, websitesParameters } from '../../../core/contract/operations/parameters.ts';
import { date, id } from '../../../core/contract/operations/schemas.ts';
import {
  newestRates,
  type ReportingCurrency,
  readReportingCurrencies,
} from '../../../core/engine/catalog/reporting-currency.ts';
import { isoOfDay } from '../../../core/engine/rollups/calendar.ts';
import { VISITOR_METRICS } from '../../../core/engine/rollups/metric.ts';
import { readWebsiteCounts } from '../../../core/engine/rollups/read-website-counts.ts';
import { placeholders } from '../../../core/foundation/database/database.ts';
import { wordsIn } from '../../../core/foundation/text/words.ts';
import { type Stake, stakeOf } from '../alerts/stake.ts';
import { readWeeklyFalls } from './weekly-falls.ts';

/** Older alerts are on the pages of their websites. */
const DAYS = 7;
const ATTENTION_MAX = 20;
/** What a visitor, a conversion and an order were worth is counted over so many days before today. */
const WORTH_DAYS = 28;
/** A website with such an alert needs no other word about less. */
const KINDS_OF_LESS: readonly AlertKind[] = ['drop', 'events_stopped'];
const ATTENTION_KINDS = [...ALERT_KINDS, 'fell'] as const;

export const accountOverviewReport = defineOperation({
  name: 'get_account_overview',
  tag: 'Reports',
  method: 'GET',
  path: '/api/v1/reports/account/overview',
  title: 'Account overview',
  description:
    'The groups of the websites, the reporting currency of their accounts with the newest rates, and ' +
    `what needs attention, at most ${ATTENTION_MAX}, with the most at stake first: the alerts of the last ${DAYS} days, and websites ` +
    'that had less in these days than in those before, by more than random variation explains.',
  scope: 'reports',
  website: 'subset',
  input: z.object({ ...websitesParameters, ...languageParameter }),
  csv: { websites: 'data.websites', reporting: 'data.reporting', attention: 'data.attention' },
  output: z.strictObject({
    report: z.literal('account_overview'),
    data: z.strictObject({
      websites: z.array(
        z.strictObject({ id, account_id: id, group: z.string().nullable().describe('null: it is in none.') }),
      ),
      reporting: z
        .array(
          z.strictObject({
            account_id: id,
            currency: z.string(),
            rates: z.array(z.strictObject({ currency: z.string(), date, rate: z.number().positive() })),
          }),
        )
        .describe(
          'Of the accounts that have one. A unit of `currency` in a rate is worth `rate` of the reporting one.',
        ),
      attention: z.array(
        z.strictObject({
          website_id: id,
          kind: z
            .enum(ATTENTION_KINDS)
            .describe('That of the alert, or fell: less in 7 days than in the 7 days before.'),
          day: date,
          title: z.string().describe('One sentence with the numbers.'),
          path: z.string().describe('Where to look in the dashboard.'),
          stake: z
            .strictObject({
              of: z.enum(['visitors', 'conversions', 'completions', 'subscribes', 'orders']),
              count: z
                .int()
                .nonnegative()
                .describe(
                  'How many are missing, or came in addition; of an experiment, what a week of its leader would bring.',
                ),
              amount: z
                .number()
                .nonnegative()
                .describe(
                  `What so many brought on average in the ${WORTH_DAYS} days before. Of an experiment: the revenue of a week, ` +
                    'or 0 unless it is decided that its leader brings more revenue.',
                ),
              currency: z.string().describe('Of the website.'),
            })
            .nullable()
            .describe('null: nobody knows, as with an experiment whose numbers cannot be trusted.'),
        }),
      ),
    }),
  }),
  example: {
    report: 'account_overview',
    data: {
      websites: [{ id: 1, account_id: 1, group: 'Retail' }],
      reporting: [{ account_id: 1, currency: 'USD', rates: [{ currency: 'EUR', date: '2026-01-31', rate: 1.08 }] }],
      attention: [
        {
          website_id: 1,
          kind: 'drop',
          day: '2026-03-14',
          title: '52.0% fewer visitors on 2026-03-14: 480 instead of about 1,000.',
          path: '/websites/1',
          stake: { of: 'visitors', count: 520, amount: 624, currency: 'EUR' },
        },
      ],
    },
  },
  async read(query, context) {
    const websites = await readWebsites(context, context.websiteIds);
    const known = await readWebsiteGroups(context.database, context.websiteIds);
    const reporting = await readReportingCurrencies(context.database, [...new Set(known.map((one) => one.account_id))]);
    const currencies = new Set(websites.map(({ currency }) => currency));
    const say = wordsIn(query.language);
    const alerts = await readAlerts(context, websites);
    const staked = await withWorth(context, websites, [...alerts, ...(await readFalls(context, websites, alerts))]);
    const isOneCurrency = new Set(staked.map(({ website }) => website.currency)).size === 1;
    const reportingOf = new Map(known.map(({ id: websiteId, account_id }) => [websiteId, reporting.get(account_id)]));
    const worth = (alert: StakedAlert) => comparable(alert, isOneCurrency, reportingOf.get(alert.website.id));
    return {
      report: 'account_overview' as const,
      data: {
        websites: known,
        reporting: [...reporting].map(([accountId, own]) => ({
          account_id: accountId,
          currency: own.currency,
          // Other currencies are those of websites that the caller may not see.
          rates: [...newestRates(own).values()].filter(({ currency }) => currencies.has(currency)),
        })),
        attention: staked
          .toSorted((a, b) => compare(a, b, worth))
          .slice(0, ATTENTION_MAX)
          .map(({ website, kind, day, title, path, stake }) => ({
            ...{ website_id: website.id, kind, day: isoOfDay(day), title: say([title]), path },
            stake,
          })),
      },
    };
  },
});

interface AlertRow {
  readonly website_id: number;
  readonly kind: AlertKind;
  readonly day: number;
  /** JSON. */
  readonly title: string;
  readonly details: string;
  readonly path: string;
}

interface FoundAlert extends Pick<AlertRow, 'day' | 'path'> {
  readonly kind: (typeof ATTENTION_KINDS)[number];
  readonly website: WebsiteDates;
  readonly title: Sentence;
  readonly stake: Stake | undefined;
}

async function readAlerts(
  { database, todayIn }: Pick<ReadContext, 'database' | 'todayIn'>,
  websites: readonly WebsiteDates[],
): Promise<FoundAlert[]> {
  if (websites.length === 0) return [];
  const firstDays = new Map(websites.map((website) => [website.id, todayIn(website.zone) - DAYS]));
  const rows = await database.query<AlertRow>(
    `SELECT website_id, kind, day, title, details, path FROM alerts
     WHERE day >= $1 AND website_id IN (${placeholders(websites.length, 1)}) ORDER BY website_id, id DESC`,
    [Math.min(...firstDays.values()), ...websites.map((website) => website.id)],
  );
  const byId = new Map(websites.map((website) => [website.id, website]));
  return rows
    .filter(({ website_id, day }) => day >= firstDays.get(website_id)!)
    .map(({ website_id, title, details, kind, day, path }) => {
      const said: Sentence = JSON.parse(title);
      const stake = stakeOf(kind, said, JSON.parse(details));
      return { website: byId.get(website_id)!, kind, day, path, title: said, stake };
    });
}

async function readFalls(
  context: ReadContext & KeepingContext,
  websites: readonly WebsiteDates[],
  alerts: readonly FoundAlert[],
): Promise<FoundAlert[]> {
  const told = new Set(
    alerts.flatMap(({ kind, website }) => (KINDS_OF_LESS.some((less) => less === kind) ? website.id : [])),
  );
  const byId = new Map(websites.map((website) => [website.id, website]));
  const falls = (await readWeeklyFalls(context, websites)).filter(({ websiteId }) => !told.has(websiteId));
  return falls.map(({ websiteId, day, title, stake }) => {
    const path = `/websites/${websiteId}?timeframe=last_7_days`;
    return { website: byId.get(websiteId)!, kind: 'fell', day, path, title, stake };
  });
}

interface StakedAlert extends Omit<FoundAlert, 'stake'> {
  readonly stake: {
    readonly of: (typeof NAMES)[Stake['of']];
    readonly count: number;
    readonly amount: number;
    readonly currency: string;
  } | null;
}

const NAMES = {
  views: 'visitors',
  conversions: 'conversions',
  completions: 'completions',
  subscribes: 'subscribes',
  orders: 'orders',
} as const;

/** What is at stake, as a number and in money: what each visitor, conversion or order was worth before. */
async function withWorth(
  { database, todayIn }: Pick<ReadContext, 'database' | 'todayIn'>,
  websites: readonly WebsiteDates[],
  alerts: readonly FoundAlert[],
): Promise<StakedAlert[]> {
  const concerned = new Set(alerts.flatMap(({ stake, website }) => (stake ? [website.id] : [])));
  const asked = websites.filter((website) => concerned.has(website.id));
  if (asked.length === 0) return alerts.map((alert) => ({ ...alert, stake: null }));
  const today = Math.min(...asked.map(({ zone }) => todayIn(zone)));
  const counts = await readWebsiteCounts(database, {
    websiteIds: asked.map((website) => website.id),
    windows: [{ firstDay: today - WORTH_DAYS, lastDay: today - 1 }],
    visitorMetrics: VISITOR_METRICS.filter((name) => alerts.some(({ stake }) => stake?.of === name)),
  });
  return alerts.map(({ stake, ...alert }) => {
    const [before] = counts.get(alert.website.id) ?? [];
    if (!before || !stake) return { ...alert, stake: null };
    const { of, count } = stake;
    const worth = before[of] > 0 ? inCurrencyUnits(Math.round((before.revenue / before[of]) * count)) : 0;
    const amount = stake.money ?? worth;
    return { ...alert, stake: { of: NAMES[of], count: Math.round(count), amount, currency: alert.website.currency } };
  });
}

/** The larger amount first, then the larger number, then the newer day. What can't be compared as money comes after. */
function compare(one: StakedAlert, other: StakedAlert, worth: (alert: StakedAlert) => number): number {
  const amounts = worth(other) - worth(one);
  if (amounts !== 0) return amounts;
  return (other.stake?.count ?? -1) - (one.stake?.count ?? -1) || other.day - one.day;
}

/** In the reporting currency, or in that of all websites. -1: there is no amount, or it can't be compared. */
function comparable({ stake }: StakedAlert, isOneCurrency: boolean, reporting: ReportingCurrency | undefined): number {
  if (!stake) return -1;
  if (isOneCurrency || reporting?.currency === stake.currency) return stake.amount;
  const rate = reporting && newestRates(reporting).get(stake.currency)?.rate;
  return rate === undefined ? -1 : stake.amount * rate;
}
