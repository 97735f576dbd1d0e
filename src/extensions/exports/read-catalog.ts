// The catalog, the experiments and the contacts of a website as tables of an export. Each is one partition.

import { createHash } from 'node:crypto';
import { readExperimentIds } from '../../core/answers/experiments/read-experiment-ids.ts';
import { readWebsiteSettings } from '../../core/engine/catalog/website-settings.ts';
import { readZone } from '../../core/engine/catalog/website-zones.ts';
import type { ExactBounds } from '../../core/engine/event-log/questions/unique-visitors.ts';
import type { ReadSnapshot } from '../../core/foundation/database/database.ts';
import { judge, readExperiment, usualMetric } from '../experiments/index.ts';
import { chunkOf, type TableChunk, type TableValue } from './table-files/table.ts';
import { EXPORT_TABLES, type ExportTable } from './targets/export-tables.ts';
import type { Partition } from './targets/partition.ts';

type Row = readonly TableValue[];

const CONTACTS_PER_PAGE = 1_000;

/** SQL: the columns in the order of the table of the export. */
const CATALOG_SQL = {
  websites: `SELECT w.id, w.name, w.currency, COALESCE(s.timezone, 'UTC') AS timezone, COALESCE(s.event_log, 0) AS event_log,
      a.first_day, a.last_day, a.log_from
    FROM websites w LEFT JOIN website_settings s ON s.website_id = w.id LEFT JOIN website_activity a ON a.website_id = w.id
    WHERE w.id = $1`,
  campaigns: `SELECT website_id, id, key, name, cta_type, test_type, page_path, status, published_at, created_at, updated_at
    FROM campaigns WHERE website_id = $1 ORDER BY id`,
  variants: `SELECT website_id, id, campaign_id, key, name, variation, traffic_percentage, is_holdout, is_archived, created_at, updated_at
    FROM variants WHERE website_id = $1 ORDER BY id`,
  steps: `SELECT website_id, id, variant_id, key, name, position, is_archived FROM steps WHERE website_id = $1 ORDER BY id`,
  elements: `SELECT website_id, id, step_id, key, name, element_type, position, is_archived
    FROM elements WHERE website_id = $1 ORDER BY id`,
} as const satisfies Partial<Record<ExportTable, string>>;

export async function catalogPartitions(reader: ReadSnapshot, websiteId: number): Promise<Partition[]> {
  const partitions: Partition[] = [];
  for (const [name, sql] of Object.entries(CATALOG_SQL)) {
    const table = name as keyof typeof CATALOG_SQL;
    const rows = await reader.query<Record<string, string | number | null>>(sql, [websiteId]);
    const converted = rows.map((row) => Object.values(row).map((value, place) => converse(table, place, value)));
    partitions.push(wholePartition(table, websiteId, converted));
  }
  return partitions;
}

/** The database has flags as 0 and 1, and times as text. */
function converse(table: ExportTable, place: number, value: string | number | null): TableValue {
  const { type } = EXPORT_TABLES[table][place]!;
  if (value === null) return null;
  if (type === 'boolean') return value === 1;
  return type === 'timestamp' ? Date.parse(value as string) : value;
}

function wholePartition(table: ExportTable, websiteId: number, rows: readonly Row[]): Partition {
  const digest = createHash('sha256').update(JSON.stringify(rows)).digest('hex');
  return { table, websiteId, digest, read: () => chunksOf(table, rows) };
}

async function* chunksOf(table: ExportTable, rows: readonly Row[]): AsyncGenerator<TableChunk> {
  if (rows.length > 0) yield chunkOf(EXPORT_TABLES[table].length, rows);
}

/** The variants of each running experiment, with the counts and the verdict of now. */
export async function experimentPartition(
  reader: ReadSnapshot,
  websiteId: number,
  now: Date,
  bounds: ExactBounds,
): Promise<Partition> {
  const { zone } = await readZone(reader, websiteId);
  const smallestLift = ((await readWebsiteSettings(reader, websiteId))?.smallest_lift ?? 0) / 100;
  const rows: Row[] = [];
  for (const campaignId of await readExperimentIds(reader, websiteId)) {
    const name = { websiteId, campaignId, lastDay: zone.dayAt(now.getTime()) };
    const experiment = await readExperiment(reader, name, bounds);
    if (!experiment) continue;
    const { arms, test } = experiment;
    const metric = usualMetric(experiment);
    const { verdict } = judge(experiment, { metric, smallestLift });
    const counts = test?.looks.at(-1)?.counts;
    for (const [place, { id, variation, isHoldout = false, trafficPercentage }] of arms.entries()) {
      const arm = counts?.[place];
      rows.push([
        ...[websiteId, campaignId, id, variation, isHoldout, trafficPercentage],
        ...[test?.firstDay ?? null, test?.lastDay ?? null],
        ...[
          arm?.visitors.count ?? 0,
          arm?.conversions.count ?? 0,
          arm?.completions.count ?? 0,
          arm?.subscribes.count ?? 0,
        ],
        ...[arm?.orders ?? 0, arm?.revenue ?? 0, metric, verdict.kind, verdict.variantId === id],
      ]);
    }
  }
  return wholePartition('experiments', websiteId, rows);
}

interface ContactRow {
  readonly place: number;
  readonly id: number;
  readonly fields: string;
  readonly created_at: string;
  readonly updated_at: string;
}

export async function contactPartition(reader: ReadSnapshot, websiteId: number): Promise<Partition> {
  const hash = createHash('sha256');
  for await (const page of contactPages(reader, websiteId)) hash.update(JSON.stringify(page));
  return {
    table: 'contacts',
    websiteId,
    digest: hash.digest('hex'),
    async *read() {
      for await (const page of contactPages(reader, websiteId)) {
        const rows = page.map(({ id, fields, created_at: created, updated_at: updated }): Row => {
          const given = JSON.parse(fields) as Record<string, string | null | undefined>;
          const { email = null, phone = null, name = null, last_name = null, visitor_token = null } = given;
          const known = [email, phone, name, last_name, visitor_token];
          return [websiteId, id, ...known, fields, Date.parse(created), Date.parse(updated)];
        });
        yield chunkOf(EXPORT_TABLES.contacts.length, rows);
      }
    },
  };
}

async function* contactPages(reader: ReadSnapshot, websiteId: number): AsyncGenerator<ContactRow[]> {
  for (let after = 0; ; ) {
    const page = await reader.query<ContactRow>(
      `SELECT place, id, fields, created_at, updated_at FROM contacts
       WHERE website_id = $1 AND place > $2 ORDER BY place LIMIT ${CONTACTS_PER_PAGE}`,
      [websiteId, after],
    );
    if (page.length > 0) yield page;
    if (page.length < CONTACTS_PER_PAGE) return;
    after = page.at(-1)!.place;
  }
}
