// What is counted per subject and day, as tables of an export, month by month.
import { createHash, type Hash } from 'node:crypto';
import { SUBJECT_KIND, type SubjectKind } from '../../core/engine/catalog/subject.ts';
import { firstDayOfMonth, monthOfDay } from '../../core/engine/rollups/calendar.ts';
import { PRODUCT_LIST } from '../../core/engine/rollups/fold.ts';
import { REVENUE_SCALE, VISITOR_METRICS } from '../../core/engine/rollups/metric.ts';
import { type DailyRow, type DailyTableName, readDays } from '../../core/engine/rollups/read-days.ts';
import type { ReadSnapshot } from '../../core/foundation/database/database.ts';
import { chunkOf, type TableValue } from './table-files/table.ts';
import { EXPORT_TABLES, type ExportTable } from './targets/export-tables.ts';
import type { Partition } from './targets/partition.ts';

const ALL_DAYS = { firstDay: -(2 ** 31), lastDay: 2 ** 31 - 1 };

const KIND_NAMES = new Map<number, string>(Object.entries(SUBJECT_KIND).map(([name, kind]) => [kind, name]));

interface DailySource {
  /** What the digest is of. */
  readonly digested: DailyTableName;
  readonly from: DailyTableName;
  row(websiteId: number, kind: SubjectKind, row: DailyRow): TableValue[];
}

const subjectOf = (websiteId: number, kind: SubjectKind, { subject_id: id, day }: DailyRow): TableValue[] => [
  websiteId,
  KIND_NAMES.get(kind)!,
  id,
  day,
];

const SOURCES = {
  counters: {
    digested: 'counters',
    from: 'counters',
    row: (websiteId, kind, row) => [
      ...subjectOf(websiteId, kind, row),
      ...[...VISITOR_METRICS, 'orders', 'revenue'].map((name) => row[name]!),
      Number(row.revenue_squared) / REVENUE_SCALE,
    ],
  },
  order_sources: {
    digested: 'orderSources',
    from: 'orderSources',
    row: (websiteId, kind, row) => [
      ...subjectOf(websiteId, kind, row),
      ...['credited_orders', 'credited_revenue', 'refunded_orders', 'refunded_revenue'].map((name) => row[name]!),
    ],
  },
  choices: {
    digested: 'values',
    from: 'values',
    row: (websiteId, _kind, { subject_id: id, day, list, value, selections, orders, revenue }) => [
      ...[websiteId, id, day],
      list === PRODUCT_LIST ? null : list!,
      JSON.parse(value as string) as string | null,
      ...[selections!, orders!, revenue!],
    ],
  },
  visitors: {
    digested: 'sketchChecksums',
    from: 'sketches',
    row: (websiteId, kind, row) => [
      ...subjectOf(websiteId, kind, row),
      VISITOR_METRICS[row.metric as number]!,
      row.sketch!,
    ],
  },
} as const satisfies Partial<Record<ExportTable, DailySource>>;

export async function dailyPartitions(reader: ReadSnapshot, websiteId: number): Promise<Partition[]> {
  const partitions: Partition[] = [];
  for (const [name, source] of Object.entries(SOURCES)) {
    const table = name as keyof typeof SOURCES;
    const months = await digestMonths(reader, source, websiteId);
    for (const [month, hash] of [...months].sort(([a], [b]) => a - b)) {
      const window = { firstDay: firstDayOfMonth(month), lastDay: firstDayOfMonth(month + 1) - 1 };
      partitions.push({
        table,
        websiteId,
        period: { kind: 'month', ...window },
        digest: hash.digest('hex'),
        async *read() {
          for await (const { kind, rows } of readDays(reader, source.from, websiteId, window)) {
            yield chunkOf(
              EXPORT_TABLES[table].length,
              rows.map((row) => source.row(websiteId, kind, row)),
            );
          }
        },
      });
    }
  }
  return partitions;
}

async function digestMonths(
  reader: ReadSnapshot,
  { digested }: DailySource,
  websiteId: number,
): Promise<Map<number, Hash>> {
  const months = new Map<number, Hash>();
  const monthsOfDays = new Map<number, number>();
  const monthOf = (day: number) => {
    const month = monthsOfDays.get(day) ?? monthOfDay(day);
    monthsOfDays.set(day, month);
    return month;
  };
  for await (const { kind, rows } of readDays(reader, digested, websiteId, ALL_DAYS)) {
    for (const [month, ofMonth] of Map.groupBy(rows, ({ day }) => monthOf(day))) {
      const hash = months.get(month) ?? createHash('sha256');
      hash.update(JSON.stringify([kind, ofMonth]));
      months.set(month, hash);
    }
  }
  return months;
}
