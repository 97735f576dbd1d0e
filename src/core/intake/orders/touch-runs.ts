/**
 * The touches of visitors in the database. There are many more touches than orders, and most visitors never order: so a commit adds its
 * touches as one row, a run, and does not look for the visitors. An order has to find the touches of a visitor among all runs of the
 * website. For that, the runs are on the nodes of a tree:
 *
 * - The root (node 1) is of all visitors. Node n has the 16 children 16 n … 16 n + 15, one for each value of the next hexadecimal digit of
 *   the visitor's hash. A commit adds its run to the root.
 * - A node with too many touches (`touchesMaxOf`) is emptied: its runs are joined, divided by the next digit, and become runs of its
 *   children. These may then have too many, too.
 * - Small runs of a node become one if there are too many of them.
 *
 * So all touches of a visitor are on the nodes from the root down to where the tree ends: an order reads these, a few runs each. A touch is
 * written once for each node that it comes to, each time together with hundreds of others; a million touches are on three levels. A row for
 * each visitor costs about a page of the database for each touch.
 *
 * Why: docs/decisions/events.md, "Touches are stored as runs on a tree".
 *
 * Why no touch is lost and none counts twice:
 *
 * - The website is locked by whoever changes its runs: commits, sweeps, erasures of a visitor. Each change is within one transaction. When
 *   a website is erased, its runs are deleted without a lock, and in the end once more with it.
 * - A list of touches stands for a set (touch-list.ts), so it does not matter where in the tree a touch is, or if it is there twice.
 * - A run is known by its node and the version of the website's data that its commit has made, which no other commit has. A commit adds at
 *   most one run to a node, because it comes by each node once, from above.
 *
 * A run that is damaged stays where it is: commits that only add touches go on, and what needs the touches of its visitors is refused,
 * until the operator removes it (`removeDamagedTouches`).
 */
import type { DatabaseSync } from 'node:sqlite';
import { reachableWebsites } from '../../engine/catalog/list-websites.ts';
import { readWebsiteSettings } from '../../engine/catalog/website-settings.ts';
import { readToday } from '../../engine/catalog/website-zones.ts';
import { isoOfDay } from '../../engine/rollups/calendar.ts';
import { holdWebsite } from '../../engine/rollups/store.ts';
import { checksumOf, isIntact } from '../../foundation/database/checksum.ts';
import { type Database, placeholders, type Queries, type SqlValue } from '../../foundation/database/database.ts';
import { DamagedDataError } from '../../foundation/problem/damaged-data.ts';
import { visitorIn, visitorText } from '../../foundation/sketches/visitor-text.ts';
import type { Touch } from '../events/touches.ts';
import {
  bytesOf,
  countOf,
  divide,
  firstDayOf,
  isList,
  join,
  listIn,
  since,
  type TouchList,
  touchesByVisitor,
  type Visitor,
  without,
} from './touch-list.ts';
import { isImporting } from './unsettled-imports.ts';

const ROOT = 1;
const CHILDREN = 16;
/** How many digits of the hash's high half nodes have at most. No tree gets that deep: it would have billions of touches. */
const DIGITS = 7;
const TOUCHES_PER_NODE = 8_192;
/** A run with fewer touches. Commits of single events add many such runs to the root. */
const SMALL_RUN = 128;
const SMALL_RUNS_MAX = 32;
/** 9999-12-31. */
const DAY_MAX = 2_932_896;
/** The largest number that the column can have. */
const ANY_SIZE = 2 ** 31 - 1;
const NODES_PER_QUERY_MAX = 500;
const VISITORS_PER_QUERY_MAX = 200;
const RUNS_PER_PIECE = 100;
/** No touch is dated ahead of it. */
const EVER_MS = Number.POSITIVE_INFINITY;
/** The products of consecutive numbers with it are scattered evenly over all numbers of 32 bits. */
const SCATTER = 0x9e3779b1;

/**
 * The limit is between half of `TOUCHES_PER_NODE` and all of it. Hashes are evenly distributed, so with the same limit for all, the nodes
 * of a level would be emptied by the same commit.
 */
function touchesMaxOf(node: number): number {
  const half = TOUCHES_PER_NODE / 2;
  return half + ((Math.imul(node, SCATTER) >>> 0) % half);
}

/** About one of eight commits with a few touches looks whether the root has too much. */
function isLookedAt(version: number): boolean {
  return Math.imul(version, SCATTER) >>> 29 === 0;
}

/** `version`: that of the website's data after this commit. The website must be locked. */
export async function addTouches(
  tx: Queries,
  { websiteId, version, nowMs }: { readonly websiteId: number; readonly version: number; readonly nowMs: number },
  touches: TouchList,
): Promise<void> {
  if (touches.length === 0) return;
  const isSmall = countOf(touches) < SMALL_RUN;
  if (isSmall && !isLookedAt(version)) return insertRuns(tx, [rowOf(websiteId, ROOT, version, touches)]);
  const rows: SqlValue[][] = [];
  let added = new Map([[ROOT, touches]]);
  for (let digit = 0; added.size > 0; digit++) {
    const full = await findFull(tx, websiteId, added);
    const taken = Map.groupBy(await takeRuns(tx, websiteId, full), ({ node }) => node);
    const toChildren = new Map<number, TouchList>();
    for (const [node, list] of added) {
      const lists = taken.get(node)?.map((run) => run.list) ?? [];
      if (full.touches.has(node) && digit < DIGITS) {
        for (const [value, part] of divide(join([...lists, list], nowMs), digit).entries()) {
          if (part.length > 0) toChildren.set(node * CHILDREN + value, part);
        }
      } else rows.push(rowOf(websiteId, node, version, lists.length === 0 ? list : join([...lists, list], nowMs)));
    }
    added = toChildren;
  }
  await insertRuns(tx, rows);
}

/** The nodes that have too many touches, with those that are added, and those that have too many small runs. */
interface FullNodes {
  readonly touches: ReadonlySet<number>;
  readonly smallRuns: ReadonlySet<number>;
}

async function findFull(tx: Queries, websiteId: number, added: ReadonlyMap<number, TouchList>): Promise<FullNodes> {
  const touches = new Set<number>();
  const smallRuns = new Set<number>();
  for (const [node, list] of added) if (countOf(list) > touchesMaxOf(node)) touches.add(node);
  for (const some of chunks(added.keys(), NODES_PER_QUERY_MAX)) {
    const rows = await tx.query<{ node: number; touches: number; small: number }>(
      `SELECT node, SUM(touch_count) AS touches, COUNT(CASE WHEN touch_count < ${SMALL_RUN} THEN 1 END) AS small
       FROM touch_runs WHERE website_id = $1 AND node IN (${placeholders(some.length, 1)}) GROUP BY node`,
      [websiteId, ...some],
    );
    for (const { node, touches: stored, small } of rows) {
      if (stored + countOf(added.get(node)!) > touchesMaxOf(node)) touches.add(node);
      else if (small >= SMALL_RUNS_MAX) smallRuns.add(node);
    }
  }
  return { touches, smallRuns };
}

/** Reads and deletes the runs of nodes with too many touches, and the small ones of those with too many of these. */
async function takeRuns(tx: Queries, websiteId: number, { touches, smallRuns }: FullNodes): Promise<TouchRun[]> {
  const taken: TouchRun[] = [];
  for (const [nodes, smallerThan] of [
    [[...touches], ANY_SIZE],
    [[...smallRuns], SMALL_RUN],
  ] as const) {
    const { runs, damaged } = await findRuns(tx, websiteId, nodes, smallerThan);
    for (const run of runs) taken.push(run);
    // A run of another node that the same commit has written stays, too: its touches are then stored twice, which changes nothing.
    const kept = damaged.map(({ version }) => ` AND version <> ${version}`).join('');
    for (const some of chunks(nodes, NODES_PER_QUERY_MAX)) {
      await tx.query(`DELETE FROM touch_runs WHERE ${runsOn(some)}${kept}`, [websiteId, smallerThan, ...some]);
    }
  }
  return taken;
}

interface TouchRun {
  readonly node: number;
  readonly version: number;
  readonly list: TouchList;
}

/** A run as the database has it. */
interface TouchRunRow {
  readonly node: number;
  readonly version: number;
  readonly first_day: number;
  readonly touch_count: number;
  readonly touches: Uint8Array;
  readonly checksum: number;
}

const ROW_COLUMNS = 'node, version, first_day, touch_count, touches, checksum';

function isIntactRow(websiteId: number, { node, first_day, touch_count, touches, checksum }: TouchRunRow): boolean {
  return isIntact(touches, [websiteId, node, first_day, touch_count], checksum) && isList(touches);
}

/** `smallerThan`: only runs with fewer touches. */
async function findRuns(
  tx: Pick<Queries, 'query'>,
  websiteId: number,
  nodes: readonly number[],
  smallerThan = ANY_SIZE,
): Promise<{ readonly runs: TouchRun[]; readonly damaged: TouchRunRow[] }> {
  const runs: TouchRun[] = [];
  const damaged: TouchRunRow[] = [];
  for (const some of chunks(nodes, NODES_PER_QUERY_MAX)) {
    const rows = await tx.query<TouchRunRow>(`SELECT ${ROW_COLUMNS} FROM touch_runs WHERE ${runsOn(some)}`, [
      websiteId,
      smallerThan,
      ...some,
    ]);
    for (const row of rows) {
      if (!isIntactRow(websiteId, row)) damaged.push(row);
      else runs.push({ node: row.node, version: row.version, list: listIn(row.touches) });
    }
  }
  return { runs, damaged };
}

/** The date of the oldest touch, if that number is not damaged itself. */
function dateOf({ first_day: day }: TouchRunRow): string {
  return day >= 0 && day <= DAY_MAX ? isoOfDay(day) : 'an unknown day';
}

/** Throws if one of the runs is damaged. */
async function readRuns(tx: Pick<Queries, 'query'>, websiteId: number, nodes: readonly number[]): Promise<TouchRun[]> {
  const { runs, damaged } = await findRuns(tx, websiteId, nodes);
  if (damaged[0]) {
    const since = dateOf(damaged[0]);
    throw new DamagedDataError(`Stored touches of website ${websiteId} since ${since}, which orders are credited to,`);
  }
  return runs;
}

function runsOn(nodes: readonly number[]): string {
  return `website_id = $1 AND touch_count < $2 AND node IN (${placeholders(nodes.length, 2)})`;
}

function rowOf(websiteId: number, node: number, version: number, touches: TouchList): SqlValue[] {
  const [firstDay, count, bytes] = [firstDayOf(touches), countOf(touches), bytesOf(touches)];
  return [websiteId, node, version, firstDay, count, bytes, checksumOf(bytes, [websiteId, node, firstDay, count])];
}

async function insertRuns(tx: Queries, rows: readonly SqlValue[][]): Promise<void> {
  const columns = ['website_id', 'node', 'version', 'first_day', 'touch_count', 'touches', 'checksum'];
  await tx.insertMany({ into: 'touch_runs', columns, rows });
}

function* chunks<Item>(items: Iterable<Item>, size: number): Generator<Item[]> {
  const all = [...items];
  for (let start = 0; start < all.length; start += size) yield all.slice(start, start + size);
}

/** The nodes that may have touches of a visitor. */
function nodesOf({ visitorHigh }: Visitor): number[] {
  const hash = visitorHigh >>> 0;
  return Array.from({ length: DIGITS + 1 }, (_, digits) => {
    const nodes = CHILDREN ** digits;
    return nodes + Math.floor((hash / 2 ** 32) * nodes);
  });
}

/** The touches of each visitor (`visitorText`) who has some. */
export async function readTouches(
  tx: Pick<Queries, 'query'>,
  websiteId: number,
  visitors: readonly string[],
  nowMs: number,
): Promise<Map<string, readonly Touch[]>> {
  const found = new Map<string, readonly Touch[]>();
  // They are in the order of their hashes, so that most of those in one query are on the same nodes.
  for (const some of chunks(visitors.toSorted(), VISITORS_PER_QUERY_MAX)) {
    const hashes = some.map(visitorIn);
    const runs = await readRuns(tx, websiteId, [...new Set(hashes.flatMap(nodesOf))]);
    const lists = runs.map(({ list }) => list);
    const byVisitor = touchesByVisitor(lists, new Set(hashes.map(({ visitorHigh }) => visitorHigh)), nowMs);
    for (const visitor of some) {
      const touches = byVisitor.get(visitor);
      if (touches) found.set(visitor, touches);
    }
  }
  return found;
}

/** Deletes touches that are older than the window of the website, some runs at a time; all of them if it credits no orders any more. */
export async function sweepTouches(
  database: Database,
  websiteId: number,
  now: Date,
  after: string,
): Promise<string | undefined> {
  // Orders of a file are credited when all of it is counted, however old its touches are.
  if (await isImporting(database, websiteId)) return undefined;
  const [node, version] = after === '' ? [0, 0] : after.split('/').map(Number);
  const runsAfter = `FROM touch_runs WHERE website_id = $1 AND (node > $2 OR (node = $2 AND version > $3))
    ORDER BY node, version`;
  const cursor = [websiteId, node!, version!];
  // Most websites have no touches. Locking each of them would be a write.
  if ((await database.query(`SELECT node ${runsAfter} LIMIT 1`, cursor)).length === 0) return undefined;
  const firstKept = await firstKeptDay(database, websiteId, now);
  return database.transaction(async (tx) => {
    await holdWebsite(tx, websiteId);
    const rows = await tx.query<{ node: number; version: number; first_day: number }>(
      `SELECT node, version, first_day ${runsAfter} LIMIT ${RUNS_PER_PIECE}`,
      cursor,
    );
    const nodes = rows.flatMap((row) => (row.first_day < firstKept ? [row.node] : []));
    if (nodes.length > 0) {
      const { runs } = await findRuns(tx, websiteId, [...new Set(nodes)]);
      await changeRuns(tx, websiteId, runs, (list) => since(list, firstKept));
    }
    const last = rows.at(-1);
    return rows.length === RUNS_PER_PIECE ? `${last!.node}/${last!.version}` : undefined;
  });
}

async function firstKeptDay(database: Database, websiteId: number, now: Date): Promise<number> {
  const days = (await readWebsiteSettings(database, websiteId))?.credit_window_days ?? 0;
  return days === 0 ? Number.POSITIVE_INFINITY : (await readToday(database, websiteId, now)) - days;
}

/** Returns how many touches there are of the visitor. */
export async function forgetTouches(
  database: Database,
  { websiteId, visitorLow, visitorHigh, isErasing }: Visitor & { websiteId: number; isErasing: boolean },
): Promise<number> {
  const visitor = visitorText(visitorLow, visitorHigh);
  const touches = (await readTouches(database, websiteId, [visitor], EVER_MS)).get(visitor) ?? [];
  if (isErasing && touches.length > 0) {
    const hash = { visitorLow, visitorHigh };
    await database.transaction(async (tx) => {
      await holdWebsite(tx, websiteId);
      await changeRuns(tx, websiteId, await readRuns(tx, websiteId, nodesOf(hash)), (list) => without(list, hash));
    });
  }
  return touches.length;
}

/**
 * Replaces those of these runs that are different after the change. The website must be locked: otherwise a commit could divide them at the
 * same time.
 */
async function changeRuns(
  tx: Queries,
  websiteId: number,
  runs: readonly TouchRun[],
  change: (touches: TouchList) => TouchList,
): Promise<void> {
  const changed: SqlValue[][] = [];
  for (const { node, version, list } of runs) {
    const left = change(list);
    if (left.length === list.length) continue;
    await deleteRun(tx, websiteId, { node, version });
    if (left.length > 0) changed.push(rowOf(websiteId, node, version, left));
  }
  await insertRuns(tx, changed);
}

async function deleteRun(tx: Queries, websiteId: number, { node, version }: Omit<TouchRun, 'list'>): Promise<void> {
  const sql = 'DELETE FROM touch_runs WHERE website_id = $1 AND node = $2 AND version = $3';
  await tx.query(sql, [websiteId, node, version]);
}

/** A damaged run of touches. */
export interface DamagedTouches {
  readonly websiteId: number;
  readonly node: number;
  readonly version: number;
  /** The date of the oldest one. */
  readonly since: string;
}

/** Goes through the runs of all websites. `onProgress` gets the number of runs. */
export async function findDamagedTouches(
  database: Pick<Database, 'query' | 'unreachable'>,
  onProgress: (runs: number) => void = () => {},
): Promise<{ readonly runs: number; readonly damaged: readonly DamagedTouches[] }> {
  const damaged: DamagedTouches[] = [];
  let runs = 0;
  const websiteIds: number[] = [];
  for await (const ids of reachableWebsites(database)) websiteIds.push(...ids);
  for (const websiteId of websiteIds) {
    for (let after = { node: 0, version: 0 }, isMore = true; isMore; ) {
      const rows = await database.query<TouchRunRow>(
        `SELECT ${ROW_COLUMNS} FROM touch_runs WHERE website_id = $1 AND (node > $2 OR (node = $2 AND version > $3))
         ORDER BY node, version LIMIT ${RUNS_PER_PIECE}`,
        [websiteId, after.node, after.version],
      );
      for (const row of rows.filter((one) => !isIntactRow(websiteId, one))) {
        damaged.push({ websiteId, node: row.node, version: row.version, since: dateOf(row) });
      }
      runs += rows.length;
      onProgress(runs);
      isMore = rows.length === RUNS_PER_PIECE;
      after = rows.at(-1) ?? after;
    }
  }
  return { runs, damaged };
}

/**
 * What is in them can not be read any more. Orders that would have been credited to these touches are then credited to others, or to none.
 */
export async function removeDamagedTouches(database: Database, damaged: readonly DamagedTouches[]): Promise<void> {
  for (const { websiteId, node, version } of damaged) {
    await database.transaction(async (tx) => {
      await holdWebsite(tx, websiteId);
      await deleteRun(tx, websiteId, { node, version });
    });
  }
}

/** Deletes the touches of all websites from a copy of the database, as `eraseVisitorSalts` does with salts. */
export function eraseTouchesOf(copy: DatabaseSync): void {
  copy.exec('PRAGMA secure_delete = ON; DELETE FROM touch_runs');
}

/** Erases those of a whole website, in small steps. */
export async function eraseTouches(database: Database, websiteId: number): Promise<void> {
  for (;;) {
    const rows = await database.query<{ node: number }>(
      `SELECT node FROM touch_runs WHERE website_id = $1 ORDER BY node LIMIT ${RUNS_PER_PIECE}`,
      [websiteId],
    );
    if (rows.length === 0) return;
    await database.transaction((tx) =>
      tx.query('DELETE FROM touch_runs WHERE website_id = $1 AND node <= $2', [websiteId, rows.at(-1)!.node]),
    );
  }
}
