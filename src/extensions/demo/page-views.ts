// The page views of the larger website, of the last weeks: the pages around each visit to a campaign, and visits that see none. They follow
// from numbers of their own, so nothing else of the demo depends on them.

import { Random, scramble, seedOf } from '../../core/foundation/statistics/random.ts';
import { sourceFields, visitorFields } from './audience.ts';
import { homeShop } from './home-shop.ts';
import { timeOf } from './visit.ts';
import { VisitorPool, visitorUuid } from './visitors.ts';

/** Without those of earlier days, the demo is built as fast as before. */
export const DAYS_WITH_PAGES = 30;
/** No campaign has it. */
const POOL_ID = 99;
/** Visits that see no campaign, for each visit that sees one. */
const OTHER_VISITS = 0.6;
const RETURNING_SHARE = 0.3;
const SECONDS_BEFORE_ORDER = 180;
/** The commonest first. */
const PAGES = ['/', '/collections/living', '/products/oak-lamp', '/sale', '/collections/kitchen', '/about', '/journal'];

/** Events of a visit to a campaign: they stand together in the chunk of their day. */
interface Visit {
  readonly visitor: string;
  readonly page: string;
  /** The other fields that all events of the visit have. */
  readonly fields: string;
  readonly firstSecond: number;
  conversionSecond?: number;
  orderSecond?: number;
}

export class PageViews {
  readonly #others = new VisitorPool(POOL_ID);

  /** The page views of a day, as NDJSON. `chunk` has the visits to campaigns of this day. */
  linesOf(chunk: string, date: string): string {
    const random = new Random(seedOf(date));
    const visits = visitsIn(chunk);
    let lines = '';
    for (const visit of visits) {
      const add = lineOf(date, visit.visitor, visit.fields);
      for (const [second, page] of pagesAround(visit)) lines += add(second, page);
    }
    const perDay = visits.length * OTHER_VISITS;
    for (let left = random.arrivals(perDay); left > 0 && visits.length > 0; left--) {
      // As busy as the campaigns, hour by hour: nobody comes while the website is down.
      const { firstSecond } = visits[random.between(0, visits.length - 1)]!;
      lines += this.#otherVisit(date, firstSecond, perDay, random);
    }
    return lines;
  }

  #otherVisit(date: string, firstSecond: number, perDay: number, random: Random): string {
    const isBack = random.chance(RETURNING_SHARE);
    const visitor = isBack ? this.#others.returning(random, perDay) : this.#others.newcomer();
    let second = firstSecond;
    const fields = `,${visitorFields(visitor)}${sourceFields(visitor, second, false)}`;
    const add = lineOf(date, visitorUuid(visitor), fields);
    let lines = '';
    for (let left = random.between(1, 3); left > 0; left--) {
      lines += add(second, random.popular(PAGES));
      second += random.between(10, 120);
    }
    return lines;
  }
}

function lineOf(date: string, visitor: string, fields: string) {
  const head = `{"type":"page_view","website_id":${homeShop.id},"visitor":"${visitor}"`;
  return (second: number, page: string) => `${head},"at":"${date}T${timeOf(second)}Z","page":"${page}"${fields}}\n`;
}

/** Half of those who land elsewhere come from the home page; whoever converts looks around; an order is made on two pages of its own. */
function pagesAround({ visitor, page, firstSecond, conversionSecond, orderSecond }: Visit): [number, string][] {
  const seed = scramble(seedOf(visitor) + firstSecond);
  const before = 5 + (seed % 50);
  const pages: [number, string][] = [];
  if (page !== '/' && seed % 2 === 0 && firstSecond > before) pages.push([firstSecond - before, '/']);
  pages.push([firstSecond, page]);
  if (conversionSecond !== undefined) pages.push([conversionSecond + 2, PAGES[1 + (seed % 3)]!]);
  if (orderSecond !== undefined) pages.push([orderSecond - 40, '/checkout'], [orderSecond, '/thank-you']);
  return pages;
}

const EVENT = new RegExp(
  `^{"type":"(\\w+)","website_id":${homeShop.id},.*?"visitor":"([^"]+)","at":"[^T]+T(\\d\\d):(\\d\\d):(\\d\\d)Z".*?,"page":"([^"]+)"(.*)}$`,
  'gm',
);

function visitsIn(chunk: string): Visit[] {
  const visits: Visit[] = [];
  for (const [, type, visitor = '', hours, minutes, seconds, page = '', fields = ''] of chunk.matchAll(EVENT)) {
    const second = Number(hours) * 3_600 + Number(minutes) * 60 + Number(seconds);
    let visit = visits.at(-1);
    if (visit?.visitor !== visitor) {
      // Whoever comes to order again looks around first.
      visit = { visitor, page, fields, firstSecond: type === 'order' ? second - SECONDS_BEFORE_ORDER : second };
      visits.push(visit);
    }
    if (type === 'conversion') visit.conversionSecond ??= second;
    if (type === 'order') visit.orderSecond ??= second;
  }
  return visits;
}
