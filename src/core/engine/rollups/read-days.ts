// Reads what is stored of the days of a website, subject by subject, for whoever takes all of it elsewhere. Pages are of a few subjects,
// because a year of a website's sketches does not fit into memory.
import { type Database, placeholders } from '../../foundation/database/database.ts';
import { damageOf } from '../../foundation/database/sketch-damage.ts';
import { DamagedDataError } from '../../foundation/problem/damaged-data.ts';
import { SUBJECT_KIND, type SubjectKind, type SubjectReference } from '../catalog/subject.ts';
import { isoOfDay } from './calendar.ts';
import { DAY_PERIOD, VISITOR_METRICS } from './metric.ts';
import type { Window } from './window.ts';

type Reader = Pick<Database, 'query'>;

interface DailyTable {
  readonly from: string;
  readonly subjectId: string;
  readonly day: string;
  /** The columns besides subject and day. */
  readonly columns: readonly string[];
  /** What rows must fulfil besides being of the website and the subject. */
  readonly condition: string;
  readonly subjectsPerPage: number;
}

const SUBJECTS_PER_PAGE = 100;
/** A month of one subject may have sketches of 1.5 MB. */
const SKETCHED_SUBJECTS_PER_PAGE = 8;

const VISITORS = {
  from: 'rollup_visitors',
  subjectId: 'subject_id',
  day: 'period',
  condition: `AND metric IN (${[...VISITOR_METRICS.keys()].join()}) AND period_kind = ${DAY_PERIOD}`,
  subjectsPerPage: SUBJECTS_PER_PAGE,
} as const;

/** A day may have more of it than a number holds exactly. Then it is the nearest one, as in reports. */
const asNumber = (column: string) => `CAST(${column} AS double precision) AS ${column}`;

/** What is stored of days, each with the table that has it. */
const DAILY_TABLES = {
  counters: {
    from: 'rollup_counters',
    subjectId: 'subject_id',
    day: 'day',
    columns: [...VISITOR_METRICS, 'orders', asNumber('revenue'), 'revenue_squared'],
    condition: '',
    subjectsPerPage: SUBJECTS_PER_PAGE,
  },
  orderSources: {
    from: 'rollup_order_sources',
    subjectId: 'subject_id',
    day: 'day',
    columns: [
      ...['credited_orders', asNumber('credited_revenue')],
      ...['refunded_orders', asNumber('refunded_revenue')],
    ],
    condition: '',
    subjectsPerPage: SUBJECTS_PER_PAGE,
  },
  /** Only elements have values. */
  values: {
    from: 'rollup_values',
    subjectId: 'element_id',
    day: 'day',
    columns: ['list', 'value', 'selections', 'orders', asNumber('revenue')],
    condition: '',
    subjectsPerPage: SUBJECTS_PER_PAGE,
  },
  sketches: {
    ...VISITORS,
    columns: ['metric', 'sketch', `${damageOf('rollup_visitors')} AS is_damaged`],
    subjectsPerPage: SKETCHED_SUBJECTS_PER_PAGE,
  },
  /** Says which sketches there are, without reading them. */
  sketchChecksums: { ...VISITORS, columns: ['metric', 'is_damaged', 'sketch_checksum'] },
} as const satisfies Record<string, DailyTable>;

export type DailyTableName = keyof typeof DAILY_TABLES;

/** A row has the columns of its table, too. */
export interface DailyRow {
  readonly subject_id: number;
  readonly day: number;
  readonly [column: string]: number | string | Uint8Array | null;
}

export interface DailyPage {
  readonly kind: SubjectKind;
  readonly rows: readonly DailyRow[];
}

/** The subjects of a website that have such rows. What has visitors has counters, too. */
function listSubjects(reader: Reader, name: DailyTableName, websiteId: number): Promise<SubjectReference[]> {
  const { from, subjectId } = DAILY_TABLES[name.startsWith('sketch') ? 'counters' : name];
  const kind = subjectId === 'subject_id' ? 'subject_kind' : String(SUBJECT_KIND.element);
  return reader.query<SubjectReference>(
    `SELECT DISTINCT ${kind} AS kind, ${subjectId} AS id FROM ${from} WHERE website_id = $1 ORDER BY 1, 2`,
    [websiteId],
  );
}

/** Yields the days sorted by subject. A sketch that is damaged throws. */
export async function* readDays(
  reader: Reader,
  name: DailyTableName,
  websiteId: number,
  { firstDay, lastDay }: Window,
): AsyncGenerator<DailyPage> {
  const table: DailyTable = DAILY_TABLES[name];
  for (const { kind, ids } of pagesOf(table, await listSubjects(reader, name, websiteId))) {
    const isOfKind = table.subjectId === 'subject_id' ? `AND subject_kind = ${kind} ` : '';
    const rows = await reader.query<DailyRow>(
      `SELECT ${table.subjectId} AS subject_id, ${table.day} AS day, ${table.columns.join(', ')} FROM ${table.from}
       WHERE website_id = $1 ${isOfKind}AND ${table.subjectId} IN (${placeholders(ids.length, 3)}) ${table.condition}
         AND ${table.day} BETWEEN $2 AND $3 ORDER BY ${orderOf(table).join(', ')}`,
      [websiteId, firstDay, lastDay, ...ids],
    );
    const damaged = rows.find(({ is_damaged: isDamaged }) => isDamaged === 1);
    if (damaged) {
      throw new DamagedDataError(`Stored unique visitors of website ${websiteId} on ${isoOfDay(damaged.day)}`);
    }
    if (rows.length > 0) yield { kind, rows };
  }
}

/** The primary key, so that equal rows are always in the same order. */
function orderOf({ from, subjectId, day }: DailyTable): string[] {
  if (from === 'rollup_visitors') return [subjectId, 'metric', day];
  return from === 'rollup_values' ? [subjectId, day, 'list COLLATE "C"', 'value COLLATE "C"'] : [subjectId, day];
}

function* pagesOf({ subjectsPerPage }: DailyTable, subjects: readonly SubjectReference[]) {
  for (const [kind, ofKind] of Map.groupBy(subjects, (subject) => subject.kind)) {
    for (let start = 0; start < ofKind.length; start += subjectsPerPage) {
      yield { kind, ids: ofKind.slice(start, start + subjectsPerPage).map(({ id }) => id) };
    }
  }
}
