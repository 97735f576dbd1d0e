// How many events find their website in the cache of the catalog, if there is room for two thirds of all websites and these are as popular
// as Zipf's law says. Compared with a cache that is emptied when it is full, and with what the capacity model expects.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { missShareOf } from '../capacity/catalog-cache.ts';
import { bandsOf } from '../capacity/sizes.ts';
import { CatalogCache } from '../src/core/engine/catalog/load-catalog.ts';
import { importCatalog } from '../src/core/engine/catalog/records/import-catalog.ts';
import { openDatabase } from '../src/core/foundation/database/open/open.ts';
import { migrate } from '../src/core/foundation/database/schema/migrations.ts';
import { Random } from '../src/core/foundation/statistics/random.ts';
import { systemClock } from '../src/core/foundation/time/clock.ts';
import { type CatalogSize, catalogOf, subjectsOf } from './capacity/catalog.ts';
import { printTable } from './table.ts';

const SIZE: CatalogSize = { websites: 3_000, campaigns: 1, variants: 2, steps: 2, elements: 2 };
const SUBJECTS_MAX = (subjectsOf(SIZE) * 2) / 3;
const EVENTS = 300_000;
/** How many are not counted, because the cache is empty at first. */
const EVENTS_BEFORE = 100_000;
const EVENTS_PER_GROUP = 10;
const SEED = 1;

export async function benchCatalogCache(): Promise<void> {
  await using cleanup = new AsyncDisposableStack();
  const folder = mkdtempSync(join(tmpdir(), 'funnel-bench-'));
  cleanup.defer(() => rmSync(folder, { recursive: true, force: true }));
  const database = await openDatabase(`sqlite:${join(folder, 'funnel.db')}`);
  cleanup.defer(() => database.close());
  await migrate(database, new Date());
  await importCatalog(database, catalogOf(SIZE), systemClock);

  const cache = new CatalogCache(database, SUBJECTS_MAX);
  const emptied = new EmptiedWhenFull();
  const random = new Random(SEED);
  const loads = { cache: 0, emptied: 0 };
  for (let event = 0; event < EVENTS; event++) {
    if (event === EVENTS_BEFORE) Object.assign(loads, { cache: 0, emptied: 0 });
    if (event % EVENTS_PER_GROUP === 0) {
      await cache.refresh();
      emptied.refresh();
    }
    const website = popularWebsite(random);
    if (cache.get(website) === undefined) {
      loads.cache++;
      await cache.load([website]);
    }
    if (emptied.isMissing(website)) loads.emptied++;
  }
  const share = (misses: number) => `${((100 * misses) / (EVENTS - EVENTS_BEFORE)).toFixed(1)} %`;
  const expected = missShareOf(bandsOf(SIZE.websites, 1, 1), () => subjectsOf(SIZE) / SIZE.websites, SUBJECTS_MAX);
  printTable(`Events whose website is not cached, of ${SIZE.websites} websites with room for two thirds`, [
    ['cache', 'events'],
    ['emptied when full', share(loads.emptied)],
    ['least recently used dropped', share(loads.cache)],
    ['the same, in the capacity model', `${(100 * expected).toFixed(1)} %`],
  ]);
}

const POPULARITY_SUM = sumOfPopularity(SIZE.websites);

function sumOfPopularity(websites: number): number {
  return Array.from({ length: websites }, (_, index) => 1 / (index + 1)).reduce((sum, part) => sum + part);
}

/** Follows Zipf's law, like the capacity model. */
function popularWebsite(random: Random): number {
  let rest = random.next() * POPULARITY_SUM;
  for (let rank = 1; rank < SIZE.websites; rank++) {
    rest -= 1 / rank;
    if (rest < 0) return rank;
  }
  return SIZE.websites;
}

class EmptiedWhenFull {
  readonly #websites = new Set<number>();

  refresh(): void {
    if ((this.#websites.size * subjectsOf(SIZE)) / SIZE.websites > SUBJECTS_MAX) this.#websites.clear();
  }

  isMissing(website: number): boolean {
    const isMissing = !this.#websites.has(website);
    this.#websites.add(website);
    return isMissing;
  }
}
