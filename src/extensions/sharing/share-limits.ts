// What a share link may ask an operation for: the page that it names, and if it is locked, only its period and filters. Which operations it
// has at all is in share-rights.ts, and that it has one website in core/server/api/choose-websites.ts.
import {
  type Comparison,
  comparedWindow,
  type RequestedPeriod,
  resolveWindow,
  type Timeframe,
} from '../../core/answers/reports/windows.ts';
import type { CallLimits, RestrictedOperation } from '../../core/contract/access/principal.ts';
import { hasVariant } from '../../core/engine/catalog/website-has.ts';
import { readToday } from '../../core/engine/catalog/website-zones.ts';
import { dayFromIso } from '../../core/engine/rollups/calendar.ts';
import type { Window } from '../../core/engine/rollups/window.ts';
import type { Database } from '../../core/foundation/database/database.ts';
import type { Clock } from '../../core/foundation/time/clock.ts';
import { readSharedFunnel } from './share-links.ts';
import { notShared } from './share-problems.ts';
import { type ShareLink, type ShareRight, shareRightOf } from './share-rights.ts';
import type { SharedPage } from './shared-page.ts';

type Shape = RestrictedOperation['input']['shape'];
type SentValues = Readonly<Record<string, unknown>>;

export class ShareLimits {
  readonly #database: Pick<Database, 'query'>;
  readonly #clock: Clock;

  constructor(database: Pick<Database, 'query'>, clock: Clock) {
    this.#database = database;
    this.#clock = clock;
  }

  /** Throws a problem of status 404 if the link does not have the operation. */
  async of({ name, input: { shape } }: RestrictedOperation, share: ShareLink): Promise<CallLimits> {
    const right = shareRightOf(share, name);
    if (!right) throw notShared();
    const { page, locked } = share;
    const hasPeriod = Object.hasOwn(shape, 'timeframe');
    const decided = {
      ...(locked && lockedFilter(page, shape, right)),
      // Touches before the period are read, too, so a reader does not choose how many days of them.
      ...(locked && Object.hasOwn(shape, 'window_days') && { window_days: page.view.window_days }),
      ...(page.name === 'funnel' && Object.hasOwn(shape, 'step') && (await this.#funnelOf(page))),
    };
    const { timeframe, range_start, range_end } = page.view;
    const period = locked && hasPeriod ? { timeframe, range_start, range_end } : {};
    return {
      limit: (sent) => ({ ...(sent.timeframe === undefined ? { ...sent, ...period } : sent), ...decided }),
      requireNamed: async (parameters) => {
        await this.#requireId(page, right, parameters.id);
        if (locked && hasPeriod) await this.#requireLockedDays(page, parameters);
      },
    };
  }

  /** It is counted as it is saved now, whatever was sent. */
  async #funnelOf(page: SharedPage): Promise<SentValues> {
    const saved = await readSharedFunnel(this.#database, page);
    if (!saved) throw notShared();
    const { step, within_minutes, break_down_by } = saved;
    return { step, within_minutes, break_down_by: break_down_by ?? undefined };
  }

  async #requireId({ websiteId, id: ofPage }: SharedPage, right: ShareRight, id: unknown): Promise<void> {
    if (right.id === undefined || right.id === 'any') return;
    const isNamed =
      right.id === 'page'
        ? id === ofPage
        : await hasVariant(this.#database, { websiteId, variantId: id as number, campaignId: ofPage! });
    if (!isNamed) throw notShared();
  }

  /** Pages also ask for parts of the period, and for days that these are compared with. */
  async #requireLockedDays({ websiteId, view }: SharedPage, parameters: SentValues): Promise<void> {
    if (parameters.previous_period === true || parameters.compare !== undefined) throw notShared();
    const { timeframe, range_start, range_end } = parameters;
    const isSame = timeframe === view.timeframe && range_start === view.range_start && range_end === view.range_end;
    if (isSame || view.timeframe === 'all_time') return;
    const asked = timeframe === 'custom' ? rangeOf(range_start, range_end) : undefined;
    const today = await readToday(this.#database, websiteId, this.#clock());
    if (!asked || !lockedWindows(view, today).some((window) => isWithin(asked, window))) throw notShared();
  }
}

/** Without a filter, an operation would count the visitors that the filter leaves out. */
function lockedFilter({ view: { filter } }: SharedPage, shape: Shape, right: ShareRight): SentValues {
  if (Object.hasOwn(shape, 'filter')) return { filter: filter.length > 0 ? filter : undefined };
  if (filter.length > 0 && !right.countsNothing) throw notShared();
  return {};
}

/** The period, and the days that a page compares it with. A page that was opened before midnight asks for the days of yesterday. */
function lockedWindows(
  { timeframe: name, range_start, range_end, compare }: SharedPage['view'],
  today: number,
): Window[] {
  const timeframe = name as Timeframe;
  const range = rangeOf(range_start, range_end);
  const period: RequestedPeriod | undefined = timeframe !== 'custom' ? { timeframe } : range && { timeframe, range };
  if (!period) return [];
  return [today, today - 1].flatMap((day) => {
    const window = resolveWindow(period, { today: day, earliestDay: day, insightsWeek: undefined });
    const compared = comparedWith(compare);
    const before = compared.map((kind) => comparedWindow({ compare: kind, timeframe, window, today: day }));
    return [window, ...before.filter((each) => each !== undefined)];
  });
}

function comparedWith(compare: string): readonly Comparison[] {
  if (compare === 'off') return [];
  return compare === 'year' ? ['year'] : ['previous', 'same_part'];
}

function rangeOf(start: unknown, end: unknown): Window | undefined {
  const [firstDay, lastDay] = [start, end].map((day) => (typeof day === 'string' ? dayFromIso(day) : undefined));
  return firstDay === undefined || lastDay === undefined ? undefined : { firstDay, lastDay };
}

function isWithin(part: Window, whole: Window): boolean {
  return part.firstDay >= whole.firstDay && part.lastDay <= whole.lastDay;
}
