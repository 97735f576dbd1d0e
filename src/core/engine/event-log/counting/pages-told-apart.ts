// Which pages are told apart by a question that names pages: a website may have millions, and a question keeps the names of all that it
// tells apart in memory.
//
// All are, if the page views of its days have at most as many as it may tell apart. If they have more, the most viewed pages of each day
// are: so many that all days together have no more. Of pages with equally many views, the first ones by text are. The views of all
// others are of the page `(other)`, as those of a day are that has more pages than it keeps (kept-values.ts).
import { NO_VALUE, OTHER_VALUES } from '../../../foundation/dimensions/dimension.ts';
import { dictionarySizeOf, dimensionColumn, outsideOfDictionary } from '../format/run.ts';
import type { LogReads } from './log-question.ts';
import type { RunEvents } from './open-runs.ts';
import { pageViewsAmong } from './page-views.ts';

/** The runs are those of the question's days. undefined: all pages are told apart. */
export function pagesToldApart(
  runs: readonly RunEvents[],
  { windows, pages }: Pick<LogReads, 'windows' | 'pages'>,
): ReadonlySet<string> | undefined {
  if (!pages) return undefined;
  const listed = runs.reduce((sum, { run }) => sum + dictionarySizeOf(run, 'page'), 0);
  if (listed <= pages.max || !haveMorePages(runs, pages.max)) return undefined;
  const days = windows.reduce((sum, { firstDay, lastDay }) => sum + lastDay - firstDay + 1, 0);
  const perDay = Math.max(1, Math.floor(pages.max / days));
  const byDay = Map.groupBy(runs, ({ run }) => run.day);
  const chosen = [...byDay.values()].flatMap((ofDay) => mostViewed(viewsOf(ofDay), perDay));
  return new Set([NO_VALUE, ...pages.always, ...chosen]);
}

function haveMorePages(runs: readonly RunEvents[], max: number): boolean {
  const pages = new Set<string>();
  for (const run of runs) {
    for (const page of viewsOf([run]).keys()) pages.add(page);
    if (pages.size > max) return true;
  }
  return false;
}

/** How many page views each page has in these runs. */
function viewsOf(runs: readonly RunEvents[]): Map<string, number> {
  const views = new Map<string, number>();
  for (const { run, eventCount } of runs) {
    const arePageViews = pageViewsAmong(run, eventCount);
    const column = arePageViews && dimensionColumn(run, 'page');
    if (!column) continue;
    const { dictionary } = column;
    const counts = new Int32Array(dictionary.length);
    const indexes = column.indexes.numbers(eventCount);
    for (let event = 0; event < eventCount; event++) {
      const index = indexes[event]!;
      if (index >= dictionary.length) throw outsideOfDictionary();
      counts[index]! += arePageViews[event]!;
    }
    for (const [index, page] of dictionary.entries()) {
      if (counts[index]! > 0 && page !== NO_VALUE && page !== OTHER_VALUES) {
        views.set(page, (views.get(page) ?? 0) + counts[index]!);
      }
    }
  }
  return views;
}

function mostViewed(views: ReadonlyMap<string, number>, count: number): string[] {
  return [...views]
    .sort(([a, ofA], [b, ofB]) => ofB - ofA || (a < b ? -1 : 1))
    .slice(0, count)
    .map(([page]) => page);
}
