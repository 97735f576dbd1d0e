// Compares each website of an account in its own days, by the rule of its own page, as the overview of the dashboard does.
import type { FileDays } from '@funnel/report-files/file-columns.ts';
import { type ComparedDays, type Comparison, comparedDays, type LocalTime } from '@funnel/report-files/periods.ts';
import type { ReadContext } from '../../../contract/operations/define-operation.ts';
import { newestRates, readReportingCurrencies } from '../../../engine/catalog/reporting-currency.ts';
import { dayFromIso, isoOfDay } from '../../../engine/rollups/calendar.ts';
import type { Counts } from '../../../engine/rollups/counts.ts';
import type { Window } from '../../../engine/rollups/window.ts';
import type { Zone } from '../../../foundation/time/zone.ts';
import { readKeptFrom } from '../kept-from.ts';
import { changesOf, inCurrencyUnits } from '../metrics.ts';
import type { WebsiteDates } from '../open-report.ts';
import type { Timeframe } from '../windows.ts';
import { readPart } from './same-parts.ts';
import { readWebsiteGroups } from './website-groups.ts';
import type { WindowGroup } from './windows-of-websites.ts';

/** A part of a day is a question to the log of a website. Of more websites, whole days are compared. */
export const WEBSITES_SO_FAR_MAX = 20;
/** No day is before it. */
const OF_ALL_DAYS = '0000-01-01';

interface AskedDays {
  readonly timeframe: Timeframe;
  readonly compare_with: Comparison;
}

interface Counted {
  /** The counts of the whole period. */
  readonly counts: ReadonlyMap<number, Counts>;
  /** Reads other days of all websites. */
  read(window: Window): Promise<ReadonlyMap<number, Counts>>;
}

type OwnDays = ReturnType<typeof fieldsOf>;

/** The days of each website, and the changes since the days that it is compared with. */
export async function compareOwnDays(
  context: ReadContext,
  asked: AskedDays,
  groups: readonly WindowGroup[],
  { counts, read }: Counted,
): Promise<ReadonlyMap<number, OwnDays>> {
  const websites = groups.flatMap(({ window, websites: some }) => some.map((website) => ({ ...website, window })));
  const days = await daysOf(context, asked, websites);
  const readOnce = remembering(read);
  const found = new Map<number, OwnDays>();
  for (const website of websites) {
    const own = days.get(website.id);
    const before = own && (await countsBefore(context, website, own, readOnce));
    const counted = own?.isWithoutToday ? await readOnce(windowOf(own.counted)) : counts;
    found.set(website.id, fieldsOf(website.window, own, counted.get(website.id)!, before));
  }
  return found;
}

/** The days of a website as a file has them. */
export function fileDaysOf({ first_day, last_day, compared_with: compared }: OwnDays['days']): FileDays {
  return {
    range: { start: first_day, end: last_day },
    previous: compared ? { start: compared.first_day, end: compared.last_day } : undefined,
    comparedThrough: compared?.through ?? undefined,
    comparedUntil: compared?.until ?? undefined,
  };
}

interface OwnWebsite extends WebsiteDates {
  readonly window: Window;
}

/** The days that each website is compared with, without those that have no numbers of all of them. */
async function daysOf(
  { database, currentMinuteMs }: Pick<ReadContext, 'database' | 'currentMinuteMs'>,
  { timeframe, compare_with: comparison }: AskedDays,
  websites: readonly OwnWebsite[],
): Promise<ReadonlyMap<number, ComparedDays>> {
  if (comparison === 'off' || timeframe === 'all_time' || timeframe === 'insights_week') return new Map();
  const isInParts = websites.length <= WEBSITES_SO_FAR_MAX;
  const keptFrom = isInParts
    ? await readKeptFrom(
        database,
        websites.map((website) => website.id),
      )
    : new Map<number, number>();
  const nowMs = currentMinuteMs();
  const found = websites.flatMap(({ id: websiteId, window, zone, first_day: firstDay }) => {
    if (firstDay === null) return [];
    const kept = keptFrom.get(websiteId);
    const days = comparedDays(comparison, timeframe, rangeOf(window), {
      now: localTime(zone, nowMs),
      // A log that has all events there ever were knows all days before them, too.
      keptFrom: kept === undefined ? undefined : kept > firstDay ? isoOfDay(kept) : OF_ALL_DAYS,
    });
    return days && days.before.start >= isoOfDay(firstDay) ? [[websiteId, days] as const] : [];
  });
  return new Map(found);
}

function localTime(zone: Zone, ms: number): LocalTime {
  const [day, time] = new Date(zone.clockAt(ms)).toISOString().split('T');
  return { day: day!, time: time!.slice(0, 'HH:MM'.length) };
}

async function countsBefore(
  context: ReadContext,
  website: OwnWebsite,
  { before, until }: ComparedDays,
  read: Counted['read'],
): Promise<Counts> {
  const window = windowOf(before);
  if (until === undefined) return (await read(window)).get(website.id)!;
  const part = await readPart(context, website, { window: website.window, previous: { ...window, isUntilNow: true } });
  return part!.counts;
}

function fieldsOf(window: Window, own: ComparedDays | undefined, now: Counts, before: Counts | undefined) {
  const changes = before && changesOf(now, before);
  const { start, end } = rangeOf(window);
  return {
    viewers_change: changes?.views ?? null,
    conversions_change: changes?.conversions ?? null,
    revenue_change: changes?.revenue ?? null,
    days: {
      ...{ first_day: start, last_day: end },
      compared_with: own
        ? {
            ...{ first_day: own.before.start, last_day: own.before.end },
            until: own.until ?? null,
            through: own.isWithoutToday ? own.counted.end : null,
          }
        : null,
    },
  };
}

/** The groups of the websites, and their revenue in the currency of their account. Several accounts have no common one. */
export async function readGroupsAndCurrency(
  { database }: Pick<ReadContext, 'database'>,
  websites: readonly WebsiteDates[],
  counts: ReadonlyMap<number, Counts>,
) {
  const known = await readWebsiteGroups(
    database,
    websites.map((website) => website.id),
  );
  const accountIds = [...new Set(known.map(({ account_id: accountId }) => accountId))];
  const own =
    accountIds.length === 1 ? (await readReportingCurrencies(database, accountIds)).get(accountIds[0]!) : undefined;
  const rates = own && newestRates(own);
  const rateOf = (currency: string) => (currency === own?.currency ? 1 : rates?.get(currency)?.rate);
  const groups = new Map(known.map((website) => [website.id, website.group]));
  const currencies = new Map(websites.map((website) => [website.id, website.currency]));
  return (websiteId: number) => {
    const rate = rateOf(currencies.get(websiteId)!);
    const converted = (at: number) => inCurrencyUnits(Math.round(counts.get(websiteId)!.revenue * at));
    return {
      group: groups.get(websiteId) ?? null,
      reporting: own && rate !== undefined ? { currency: own.currency, revenue: converted(rate) } : null,
    };
  };
}

function rangeOf({ firstDay, lastDay }: Window) {
  return { start: isoOfDay(firstDay), end: isoOfDay(lastDay) };
}

function windowOf({ start, end }: ComparedDays['before']): Window {
  return { firstDay: dayFromIso(start)!, lastDay: dayFromIso(end)! };
}

/** Websites that are compared with the same days are read together. */
function remembering(read: Counted['read']): Counted['read'] {
  const known = new Map<string, ReturnType<Counted['read']>>();
  return (window) => {
    const key = `${window.firstDay} ${window.lastDay}`;
    const found = known.get(key) ?? read(window);
    known.set(key, found);
    return found;
  };
}
