// A PostgreSQL server with a catalog, and what work on it costs this process and the server.
import { importCatalog } from '../../src/core/engine/catalog/records/import-catalog.ts';
import type { Database } from '../../src/core/foundation/database/database.ts';
import { openDatabase } from '../../src/core/foundation/database/open/open.ts';
import { migrate } from '../../src/core/foundation/database/schema/migrations.ts';
import { systemClock } from '../../src/core/foundation/time/clock.ts';
import { startOwnPostgres } from '../../test/support/postgres-server.ts';
import { type CatalogSize, catalogOf } from './catalog.ts';
import { ServerMeter } from './server-load.ts';

export interface WorkCost {
  readonly serviceMicroseconds: number;
  readonly databaseMicroseconds: number;
  readonly walBytes: number;
}

export interface MeasuredPostgres {
  readonly database: Database;
  /** The cost of one of `units` equal parts of the work. */
  costOf(units: number, work: () => Promise<void>): Promise<WorkCost>;
}

export async function startMeasuredPostgres(
  size: CatalogSize,
  cleanup: AsyncDisposableStack,
): Promise<MeasuredPostgres> {
  const postgres = await startOwnPostgres();
  cleanup.defer(postgres.stop);
  const database = await openDatabase(postgres.url);
  cleanup.defer(() => database.close());
  const meter = await new ServerMeter(postgres.url).open();
  cleanup.defer(() => meter.close());
  await migrate(database, new Date());
  await importCatalog(database, catalogOf(size), systemClock);
  return { database, costOf: (units, work) => costOf(meter, units, work) };
}

async function costOf(meter: ServerMeter, units: number, work: () => Promise<void>): Promise<WorkCost> {
  const before = await meter.read();
  const ownBefore = process.cpuUsage();
  await work();
  const own = process.cpuUsage(ownBefore);
  const after = await meter.read();
  const perUnit = (amount: number) => Math.round(amount / units);
  return {
    serviceMicroseconds: perUnit(own.user + own.system),
    databaseMicroseconds: perUnit(after.processorMicroseconds - before.processorMicroseconds),
    walBytes: perUnit(after.walBytes - before.walBytes),
  };
}
