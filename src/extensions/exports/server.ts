import { readSection } from '../../core/server/config/config.ts';
import { defineServerHalf, type JobContext, type StopJob } from '../../core/server/extension/server-half.ts';
import { exportCheck } from './export-check.ts';
import { EXPORT_SECTION } from './export-config.ts';
import { type ExportObserver, startExportJob } from './export-job.ts';
import { exportMetrics } from './export-metrics.ts';
import { ExportStates, scheduleOf, withdraw } from './export-state.ts';
import { ExportThread } from './exporter.ts';
import { type ExportStateServices, getScheduledExport } from './get-scheduled-export.ts';

interface ExportServices extends ExportStateServices {
  readonly exportObserver: ExportObserver;
}

export const server = defineServerHalf<ExportServices>({
  actions: [getScheduledExport],
  services: ({ database, clock, metrics }) => ({
    exportStates: new ExportStates(database, clock),
    exportObserver: exportMetrics(metrics.registry),
  }),
  jobs: (context, { exportObserver }) => [startScheduledExport(context, exportObserver)],
  keptData: () => [{ kind: 'exports', tables: [], until: 'receiver' }],
  checks: async (database, config, clock) => [
    await exportCheck(database, clock(), readSection(config, EXPORT_SECTION).scheduled),
  ],
});

function startScheduledExport(
  { config, database, trustedClock, logger }: JobContext,
  observer: ExportObserver,
): StopJob {
  const { scheduled } = readSection(config, EXPORT_SECTION);
  if (!scheduled) {
    const withdrawing = withdraw(database).catch((error: unknown) =>
      logger.error({ err: error }, 'that nothing is exported could not be stored'),
    );
    return () => withdrawing;
  }
  const { databaseUrl, queryEventsMax, exactEventsMax } = config;
  return startExportJob({
    ...{ database, logger, clock: trustedClock.forLeases, schedule: scheduleOf(scheduled) },
    exporter: new ExportThread({ databaseUrl, scheduled, bounds: { queryEventsMax, exactEventsMax } }),
    observer,
  });
}
