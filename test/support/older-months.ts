// Turns a database into one of the version before intervals, which stored the visitors of whole months beside those of days.
import type { Database } from '../../src/foundation/database/database.ts';

const MIGRATION = '0010_intervals.sql';

export async function backToMonths(database: Database): Promise<void> {
  await database.transaction((tx) =>
    tx.runScript(`
      DELETE FROM rollup_visitors WHERE period_kind <> 0;
      INSERT INTO rollup_visitors (website_id, subject_kind, subject_id, metric, period_kind, period, sketch)
      SELECT website_id, subject_kind, subject_id, metric, 1, month, hll_union_agg(sketch)
      FROM (SELECT rollup_visitors.*, ${monthOfPeriod(database)} AS month FROM rollup_visitors) AS days
      GROUP BY website_id, subject_kind, subject_id, metric, month;
      ALTER TABLE website_activity DROP COLUMN intervals_begun;
      ALTER TABLE website_activity DROP COLUMN intervals_through;
      ALTER TABLE website_activity DROP COLUMN has_months;
      DELETE FROM insights_lease WHERE id = 2;
      DELETE FROM schema_migrations WHERE name = '${MIGRATION}';
    `),
  );
}

/** By the calendar of the database itself, which knows nothing of ours. */
function monthOfPeriod({ engine }: Database): string {
  if (engine === 'postgres') {
    const date = "(date '1970-01-01' + period)";
    return `CAST(extract(year FROM ${date}) * 12 + extract(month FROM ${date}) - 1 AS integer)`;
  }
  const part = (format: string) => `CAST(strftime('${format}', period * 86400, 'unixepoch') AS integer)`;
  return `${part('%Y')} * 12 + ${part('%m')} - 1`;
}
