// The questions of the event log benchmark: each as a request to the service, and as SQL for each peer that is asked.

import { isoOfDay } from '../src/core/engine/rollups/calendar.ts';
import type { Window } from '../src/core/engine/rollups/window.ts';
import { CREDIT_NAMES } from '../src/extensions/questions/log/attribution-question.ts';
import { lastDayOf } from '../src/extensions/questions/log/retention-question.ts';

export type Dialect = 'clickHouse' | 'duckDb' | 'postgres';

/** Rows as a peer returns them. */
export type Rows = readonly Readonly<Record<string, unknown>>[];

/** Numbers by names, such as the visitors of each device. */
export type Counted = Readonly<Record<string, number>>;

export interface LogBenchQuestion {
  /** The path of the request, without the window. */
  readonly path: string;
  /** A peer without a statement is not asked. */
  readonly sql: Partial<Readonly<Record<Dialect, (window: Window) => string>>>;
  ofAnswer(data: unknown): Counted;
  ofRows(rows: Rows): Counted;
  /** Whether a peer's number is what the service has to have. Default: if it is the same. */
  isSame?(own: number, other: number, followsAll: boolean): boolean;
}

const VISITED_TYPES = ['view', 'conversion', 'completion', 'submission', 'subscribe'];
const FOLLOWED_DAYS = 7;
const DAY_SECONDS = 86_400;
const DAY_MINUTES = 1_440;
const ORDERS = "SUM(CASE WHEN type = 'order' THEN 1 ELSE 0 END) AS orders, SUM(revenue) AS revenue";
const CLICK_HOUSE_VISITORS = VISITED_TYPES.map((type) => `uniqExactIf(visitor, type = '${type}') AS ${type}`).join();
const SQL_VISITORS = VISITED_TYPES.map(
  (type) => `count(DISTINCT CASE WHEN type = '${type}' THEN visitor END) AS ${type}`,
).join();

function during({ firstDay, lastDay }: Window): string {
  return `website_id = 1 AND day BETWEEN '${isoOfDay(firstDay)}' AND '${isoOfDay(lastDay)}'`;
}

// biome-ignore lint/suspicious/noExplicitAny: answers of several operations, and rows of several statements.
type Any = any;

/** A plain report. */
export function visitors(): LogBenchQuestion {
  const sql = (window: Window) => `SELECT ${SQL_VISITORS}, ${ORDERS} FROM events WHERE ${during(window)}`;
  const namesOf = ({ views, conversions, orders }: Any) => ({ views, conversions, orders });
  return {
    path: 'website?',
    sql: {
      clickHouse: (window) => `SELECT ${CLICK_HOUSE_VISITORS}, ${ORDERS} FROM bench.events WHERE ${during(window)}`,
      duckDb: sql,
      postgres: sql,
    },
    ofAnswer: (data) => namesOf((data as Any).metrics),
    ofRows: ([row]) => {
      const { view, conversion, orders } = row!;
      return namesOf({ views: Number(view), conversions: Number(conversion), orders: Number(orders) });
    },
  };
}

/** `filters`: values by dimension; all must hold. */
export function breakdown(filters: Readonly<Record<string, string>>): LogBenchQuestion {
  const conditions = Object.entries(filters).map(([dimension, value]) => ` AND ${dimension} = '${value}'`);
  const rest = (window: Window) => `WHERE ${during(window)}${conditions.join('')} GROUP BY 1`;
  const sql = (window: Window) => `SELECT device AS name, ${SQL_VISITORS}, ${ORDERS} FROM events ${rest(window)}`;
  const parameters = Object.entries(filters).map(([dimension, value]) => `filter=${dimension}:${value}&`);
  return {
    path: `website?break_down_by=device&${parameters.join('')}`,
    sql: {
      clickHouse: (window) =>
        `SELECT device AS name, ${CLICK_HOUSE_VISITORS}, ${ORDERS} FROM bench.events ${rest(window).replace('BY 1', 'BY name')}`,
      duckDb: sql,
      postgres: sql,
    },
    ofAnswer: (data) =>
      Object.fromEntries((data as Any).breakdown.values.map(({ value, metrics }: Any) => [value, metrics.views])),
    ofRows: (rows) => Object.fromEntries(rows.map(({ name, view }) => [String(name), Number(view)])),
  };
}

/** The types of events that visitors have in order. */
export function funnel(steps: readonly string[]): LogBenchQuestion {
  const reached = steps.map((_, index) => `countIf(level > ${index}) AS step_${index}`);
  const conditions = steps.map((type) => `type = '${type}'`);
  const sql = (window: Window) => sqlFunnel(window, steps);
  return {
    path: `funnel?within_minutes=${FOLLOWED_DAYS * DAY_MINUTES}&${steps.map((step) => `step=${step}&`).join('')}`,
    sql: {
      clickHouse: (window) =>
        `SELECT ${reached.join()} FROM (
         SELECT windowFunnel(${FOLLOWED_DAYS * DAY_SECONDS})(happened_at, ${conditions.join()}) AS level
         FROM bench.events WHERE ${during(window)} GROUP BY visitor)`,
      duckDb: sql,
      postgres: sql,
    },
    ofAnswer: (data) => Object.fromEntries((data as Any).steps.map(({ step, visitors: count }: Any) => [step, count])),
    ofRows: ([row]) => Object.fromEntries(steps.map((type, index) => [type, Number(row![`step_${index}`])])),
    isSame: (own, other, followsAll) => other === own || (!followsAll && other <= own),
  };
}

/** Begins with the first event of the first step: a visitor who begins again later is not followed, so this is less work. */
function sqlFunnel(window: Window, steps: readonly string[]): string {
  const reached = steps.map((type, index) => {
    if (index === 0) {
      return (
        `s0 AS (SELECT visitor, min(happened_at) AS reached, min(happened_at) AS began FROM e WHERE type = '${type}' GROUP BY ` +
        'visitor)'
      );
    }
    return `s${index} AS (SELECT visitor, min(happened_at) AS reached, min(began) AS began FROM s${index - 1} s JOIN e USING (visitor)
      WHERE e.type = '${type}' AND happened_at > reached AND happened_at <= s.began + interval '${FOLLOWED_DAYS} days' GROUP BY visitor)`;
  });
  const counts = steps.map((_, index) => `(SELECT count(*) FROM s${index}) AS step_${index}`);
  return `WITH e AS (SELECT visitor, type, happened_at FROM events WHERE ${during(window)}), ${reached.join()}
    SELECT ${counts.join()}`;
}

/** All models at once. Parts of orders are whole 1/10,000 in the service, and any fractions in the peers. */
export function attribution(): LogBenchQuestion {
  const before = ({ firstDay, lastDay }: Window) => ({ firstDay: firstDay - FOLLOWED_DAYS, lastDay });
  return {
    path: `attribution?by=channel&window_days=${FOLLOWED_DAYS}&`,
    sql: {
      clickHouse: (window) =>
        `SELECT credit.1 AS model, credit.2 AS channel, sum(credit.3) AS orders FROM (
         SELECT arrayFilter(t -> t.1 <= o.1 AND t.2 >= o.2 - ${FOLLOWED_DAYS}, touches) AS own,
          arrayDistinct(arrayMap(t -> t.3, own)) AS touched,
          arrayJoin(arrayConcat([('stored', o.4, 1.), ('first', own[1].3, 1.), ('last', own[-1].3, 1.)],
           arrayMap(v -> ('any', v, 1.), touched),
           arrayMap(v -> ('linear', v, 1. / length(touched)), touched))) AS credit
         FROM (SELECT arraySort(groupArrayIf((happened_at, day, toString(channel)), type != 'order')) AS touches,
           arrayJoin(groupArrayIf((happened_at, day, revenue, toString(channel)), type = 'order')) AS o
          FROM bench.events WHERE ${during(before(window))}
           AND visitor IN (SELECT visitor FROM bench.events WHERE ${during(window)} AND type = 'order') GROUP BY visitor)
         WHERE o.2 >= toDate('${isoOfDay(window.firstDay)}')) GROUP BY model, channel`,
      duckDb: (window) =>
        `WITH o AS (SELECT visitor, day, happened_at, channel FROM events WHERE ${during(window)} AND type = 'order'),
         t AS (SELECT visitor, day, happened_at, channel FROM events
          WHERE ${during(before(window))} AND type <> 'order' AND visitor IN (SELECT visitor FROM o)),
         c AS (SELECT any_value(o.channel) AS stored, arg_min(t.channel, t.happened_at) AS first, arg_max(t.channel, t.happened_at) AS last,
          list(DISTINCT t.channel) AS touched
          FROM o LEFT JOIN t ON t.visitor = o.visitor AND t.happened_at <= o.happened_at AND t.day >= o.day - ${FOLLOWED_DAYS}
          GROUP BY o.visitor, o.happened_at)
         SELECT 'stored' AS model, stored AS channel, count(*)::DOUBLE AS orders FROM c GROUP BY 2
         UNION ALL SELECT 'first', first, count(*) FROM c GROUP BY 2
         UNION ALL SELECT 'last', last, count(*) FROM c GROUP BY 2
         UNION ALL SELECT 'any', touch, count(*) FROM (SELECT unnest(touched) AS touch FROM c) GROUP BY 2
         UNION ALL SELECT 'linear', touch, sum(1 / parts) FROM (SELECT unnest(touched) AS touch, len(touched) AS parts FROM c) GROUP BY 2`,
    },
    ofAnswer: (data) =>
      Object.fromEntries(
        (data as Any).rows
          .filter(({ value }: Any) => value !== '(none)')
          .flatMap((row: Any) => CREDIT_NAMES.map((name) => [`${name} ${row.value}`, row[name].orders])),
      ),
    ofRows: (rows) =>
      Object.fromEntries(rows.map(({ model, channel, orders }) => [`${model} ${channel}`, Number(orders)])),
    isSame: (own, other) => Math.abs(own - other) < 1,
  };
}

/**
 * Views, and views later. ClickHouse's `retention` finds out who has an event in each of some fixed weeks, not since when a visitor
 * comes, so it can't answer this.
 */
export function retention(by: 'week' | 'month', periods: number, logFrom: number): LogBenchQuestion {
  const read = (window: Window) =>
    `${during({ firstDay: logFrom, lastDay: lastDayOf({ window, by, periods }) })} AND type = 'view'`;
  const begun = ({ firstDay, lastDay }: Window) =>
    `began >= '${isoOfDay(firstDay)} 00:00:00' AND began <= '${isoOfDay(lastDay)} 23:59:59'`;
  const clickHousePeriod = by === 'week' ? 'toMonday' : 'toStartOfMonth';
  const numberOf = (time: string) =>
    by === 'week' ? `intDiv(toRelativeDayNum(${time}) + 3, 7)` : `toRelativeMonthNum(${time})`;
  return {
    path: `retention?by=${by}&periods=${periods}&`,
    sql: {
      clickHouse: (window) =>
        `SELECT cohort, later, count() AS visitors FROM (
         SELECT min(happened_at) AS began, toString(${clickHousePeriod}(began)) AS cohort, arrayJoin(arrayConcat([toInt64(-1)],
          arrayDistinct(arrayMap(t -> toInt64(${numberOf('t')}) - toInt64(${numberOf('began')}),
           arrayFilter(t -> t > began, groupArray(happened_at)))))) AS later
         FROM bench.events WHERE ${read(window)} GROUP BY visitor HAVING ${begun(window)})
         WHERE later <= ${periods} GROUP BY cohort, later`,
      duckDb: (window) =>
        `WITH p AS (SELECT visitor, date_trunc('${by}', day) AS period, min(happened_at) AS first_at, max(happened_at) AS last_at
          FROM events WHERE ${read(window)} GROUP BY ALL),
         v AS (SELECT visitor, min(first_at) AS began, min(period) AS cohort FROM p GROUP BY visitor HAVING ${begun(window)})
         SELECT strftime(cohort, '%Y-%m-%d') AS cohort, -1 AS later, count(*) AS visitors FROM v GROUP BY 1
         UNION ALL SELECT strftime(cohort, '%Y-%m-%d'), datediff('${by}', cohort, period) AS later, count(*)
          FROM p JOIN v USING (visitor) WHERE last_at > began AND later <= ${periods} GROUP BY 1, 2`,
    },
    ofAnswer: (data) =>
      Object.fromEntries(
        (data as Any).cohorts.flatMap(({ start, visitors: size, returned }: Any) =>
          [size, ...returned].map((count, place) => [`${start} ${place - 1}`, count ?? 0]),
        ),
      ),
    ofRows: (rows) =>
      Object.fromEntries(rows.map(({ cohort, later, visitors: count }) => [`${cohort} ${later}`, Number(count)])),
  };
}

/** The next three events after the first conversion, as the numbers of the first level. */
export function paths(): LogBenchQuestion {
  const steps = [1, 2, 3];
  return {
    path: `paths?from=conversion&depth=${steps.length}&limit=10&within_minutes=${FOLLOWED_DAYS * DAY_MINUTES}&`,
    sql: {
      clickHouse: (window) =>
        `SELECT ${steps.map((n) => `s${n}`).join()}, count() AS visitors FROM (
         SELECT minIf(happened_at, type = 'conversion') AS began,
          arrayFilter(e -> e.1 > began AND e.1 <= began + ${FOLLOWED_DAYS * DAY_SECONDS},
           arraySort(groupArray((happened_at, type, campaign)))) AS next,
          ${steps.map((n) => `concat(next[${n}].2, ' ', toString(next[${n}].3)) AS s${n}`).join()}
         FROM bench.events WHERE ${during(window)}
          AND visitor IN (SELECT visitor FROM bench.events WHERE ${during(window)} AND type = 'conversion') GROUP BY visitor)
         GROUP BY ${steps.map((n) => `s${n}`).join()}`,
      duckDb: (window) =>
        `WITH e AS (SELECT visitor, happened_at, type, campaign FROM events WHERE ${during(window)}),
         f AS (SELECT visitor, min(happened_at) AS began FROM e WHERE type = 'conversion' GROUP BY visitor),
         n AS (SELECT e.visitor, e.type, e.campaign, row_number() OVER (PARTITION BY e.visitor ORDER BY happened_at) AS place
          FROM e JOIN f USING (visitor) WHERE happened_at > began AND happened_at <= began + INTERVAL ${FOLLOWED_DAYS} DAYS),
         p AS (SELECT visitor, ${steps.map((n) => `max(concat(type, ' ', campaign)) FILTER (place = ${n}) AS s${n}`).join()}
          FROM n WHERE place <= ${steps.length} GROUP BY visitor)
         SELECT ${steps.map((n) => `coalesce(s${n}, ' 0') AS s${n}`).join()}, count(*) AS visitors
         FROM f LEFT JOIN p USING (visitor) GROUP BY ALL`,
    },
    ofAnswer: (data) => {
      const counts: Record<string, number> = { all: (data as Any).visitors };
      const add = ({ step, visitors: count, children }: Any, before: string) => {
        const name = `${before}${step.replace(';campaign:', ' ')}`;
        counts[name] = count;
        for (const child of children) add(child, `${name}, `);
      };
      for (const child of (data as Any).children) add(child, '');
      return counts;
    },
    ofRows: (rows) => {
      const counts: Record<string, number> = {};
      for (const { visitors: count, ...row } of rows) {
        let name = '';
        counts.all = (counts.all ?? 0) + Number(count);
        for (const step of Object.values(row)) {
          if (step === ' 0') break;
          name = name ? `${name}, ${step}` : String(step);
          counts[name] = (counts[name] ?? 0) + Number(count);
        }
      }
      return counts;
    },
  };
}
