// The export of Plausible: a zip archive of CSV files, each with the days of one kind of counts
// (plausible/analytics: lib/plausible/exports.ex, and imported/csv_importer.ex, which names their columns). Days are those of the time zone
// that the site has there.

import { channelOf, type Source } from '../../../core/foundation/dimensions/channel.ts';
import { cleanTag, cleanText } from '../../../core/foundation/dimensions/clean-text.ts';
import { countryOf } from '../../../core/foundation/dimensions/country.ts';
import { deviceOf } from '../../../core/foundation/dimensions/fields.ts';
import { pathOf } from '../../../core/foundation/dimensions/page.ts';
import { hostOf } from '../../../core/foundation/dimensions/referrer.ts';
import type { TrafficCounts } from '../days/traffic-day.ts';
import type { CsvTable } from './csv.ts';
import { HistoryFileError } from './file-error.ts';
import { dayIn, type HistoryReader, readTable } from './history-reader.ts';
import type { TrafficDays } from './traffic-days.ts';

/** Matches names such as imported_visitors_20250101_20251231.csv. The dashboard's download has other names, and may have sums of months. */
const FILE_NAME = /^imported_([a-z_]+?)(?:_\d{8}_\d{8})?\.csv$/;
const OF_DASHBOARD = 'visitors.csv';

interface Kind {
  /** The columns besides `date`. */
  readonly columns: readonly string[];
  add(table: CsvTable, day: number, days: TrafficDays): void;
}

/** Entry pages, exit pages and custom properties say nothing that a report here has. */
const KINDS: Readonly<Record<string, Kind>> = {
  visitors: {
    columns: ['visitors', 'visits', 'pageviews'],
    add: (table, day, days) => days.addTotals(day, countsIn(table)),
  },
  sources: { columns: ['source', 'visitors', 'visits'], add: addSource },
  pages: {
    columns: ['page', 'visitors', 'pageviews'],
    add: (table, day, days) => days.addValue(day, 'page', pathOf(table.text('page')), countsIn(table)),
  },
  locations: {
    columns: ['country', 'visitors', 'visits'],
    add: (table, day, days) => days.addValue(day, 'country', countryOf(table.text('country')), countsIn(table)),
  },
  devices: {
    columns: ['device', 'visitors', 'visits'],
    add: (table, day, days) => days.addValue(day, 'device', deviceNamed(table.text('device')), countsIn(table)),
  },
  browsers: {
    columns: ['browser', 'visitors', 'visits'],
    add: (table, day, days) => days.addValue(day, 'browser', cleanText(table.text('browser')), countsIn(table)),
  },
  operating_systems: {
    columns: ['operating_system', 'visitors', 'visits'],
    add: (table, day, days) => days.addValue(day, 'os', cleanText(table.text('operating_system')), countsIn(table)),
  },
  custom_events: { columns: ['name', 'visitors', 'events'], add: addEvent },
};

export const readPlausible: HistoryReader = async (files, { file, days }) => {
  const skipped: string[] = [];
  for (const exported of files) {
    const [, named = ''] = FILE_NAME.exec(exported.name) ?? [];
    const kind = Object.hasOwn(KINDS, named) ? KINDS[named] : undefined;
    if (!kind) skipped.push(exported.name);
    else {
      await readTable(
        exported,
        (table) => table.requireColumns('date', ...kind.columns),
        (table) => {
          const day = dayIn(table, 'date', days);
          if (day !== undefined) kind.add(table, day, days);
        },
      );
    }
  }
  if (files.length > 0 && !files.some(({ name }) => FILE_NAME.exec(name)?.[1] === 'visitors')) {
    const isOfDashboard = files.some(({ name }) => name === OF_DASHBOARD);
    const what = isOfDashboard ? 'it is the download of the dashboard' : 'there is no imported_visitors_….csv in it';
    const instead = 'choose the zip archive that Plausible exports (Site settings, Imports & exports)';
    throw new HistoryFileError({ file }, `${what}: ${instead}`);
  }
  return skipped;
};

/** Older exports do not have all of them in each file. */
function countsIn(table: CsvTable): TrafficCounts {
  const count = (column: string) => (table.has(column) ? table.count(column) : null);
  return { visitors: table.count('visitors'), visits: count('visits'), pageViews: count('pageviews') };
}

function addSource(table: CsvTable, day: number, days: TrafficDays): void {
  const counts = countsIn(table);
  const source = sourceIn(table);
  days.addValue(day, 'channel', channelOf(source), counts);
  for (const name of ['utm_source', 'utm_medium', 'utm_campaign', 'referrer'] as const) {
    days.addValue(day, name, source[name], counts);
  }
}

/** Plausible names well-known sources, such as Google, and may not keep the referrer. */
function sourceIn(table: CsvTable): Source {
  const named = cleanTag(table.text('source'));
  const tag = cleanTag(table.text('utm_source'));
  const referrer = hostOf(table.text('referrer'));
  const isDirect = named === undefined || named === 'direct / none';
  return {
    utm_source: tag,
    utm_medium: cleanTag(table.text('utm_medium')),
    utm_campaign: cleanTag(table.text('utm_campaign')),
    referrer: referrer ?? (isDirect || tag !== undefined ? undefined : named),
  };
}

/** Screens of laptops and the widest ones are those of computers. */
function deviceNamed(name: string): string | undefined {
  return /^(laptop|ultra-?wide)$/i.test(name) ? 'desktop' : deviceOf(name);
}

function addEvent(table: CsvTable, day: number, days: TrafficDays): void {
  const name = cleanText(table.text('name'));
  if (name !== undefined) days.addEvent(day, name, { visitors: table.count('visitors'), count: table.count('events') });
}
